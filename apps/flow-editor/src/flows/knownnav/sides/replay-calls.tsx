import { Badge, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { counterDays, type CounterDays } from "@liantai/api/contract/flow-editor";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import { nodeOf } from "../model/body.ts";
import {
  behind,
  figuresOf,
  figureText,
  figureWords,
  formulas,
  outcomeWords,
  type CallFilter,
  type NodeFigures,
} from "../model/replay.ts";
import { replays, type FlowCall } from "../queries.ts";
import type { SideProps } from "./side-props.ts";

const pageSize = 20;

interface CallRowProps {
  readonly call: FlowCall;
  readonly onOpen: () => void;
}

function CallRow({ call: { at, caller, version, nodes, lastNode, outcome, hasRecording }, onOpen }: CallRowProps) {
  return (
    <li>
      <Button
        {...{ w: "full", h: "auto", py: "1.5", size: "xs", variant: "outline", colorPalette: "gray" }}
        {...{ justifyContent: "flex-start", textAlign: "start", whiteSpace: "normal" }}
        onClick={onOpen}
      >
        <Stack gap="0" minW="0" w="full">
          <HStack gap="2">
            <Text as="span" fontVariantNumeric="tabular-nums">
              {at}
            </Text>
            <Text as="span">{caller}</Text>
            {hasRecording === 1 && <Badge size="xs">有录音</Badge>}
          </HStack>
          <Text as="span" textStyle="xs" color="fg.muted" fontWeight="normal">
            {`${version > 0 ? `第${version}版` : "版本未记录"}，经过${nodes}个节点，止于「${lastNode}」（${outcomeWords[outcome]}）`}
          </Text>
        </Stack>
      </Button>
    </li>
  );
}

interface FiguresProps {
  readonly figures: NodeFigures;
  readonly name: string;
  readonly onFilter: (more: Pick<CallFilter, "nodeId" | "exit" | "how" | "title">) => void;
}

/** Of the chosen node, for who goes by keys. */
const Figures = ({ figures, name, onFilter }: FiguresProps) => (
  <HStack gap="1" wrap="wrap" role="group" aria-label={`「${name}」的数据`}>
    {figuresOf(figures).map((kind) => (
      <Button
        key={kind}
        {...{ size: "2xs", variant: "surface", title: formulas[kind] }}
        onClick={() => onFilter({ nodeId: figures.nodeId, ...behind(kind), title: `「${name}」${figureWords[kind]}` })}
      >
        {figureWords[kind]} {figureText(figures, kind)}
      </Button>
    ))}
  </HStack>
);

/** Which calls: the newest of the flow, or those behind a figure. */
export function ReplayCalls({
  flow: { id: flowId },
  design,
  marked,
  layers,
  filter,
  onLooking,
}: SideProps & { readonly filter: CallFilter }) {
  const [page, setPage] = useState(1);
  const { title, ...of } = filter;
  const { data, error, isFetching, refetch } = replays.calls.useQuery(
    { body: { flowId, ...of, pageNo: page, pageSize } },
    { refetchOnMountOrArgChange: true },
  );
  const change = (next: CallFilter) => {
    setPage(1);
    onLooking({ filter: next });
  };
  const [one] = marked;
  const figures = marked.size === 1 && one !== undefined ? layers.figures?.get(one) : undefined;
  return (
    <Stack gap="3">
      <PanelSelect
        label="时间范围"
        value={String(filter.days)}
        options={counterDays.map((days) => [String(days), `最近${days}天`])}
        onChange={(days) => change({ ...filter, days: Number(days) as CounterDays })}
      />
      {figures && (
        <Figures
          {...{ figures }}
          name={nodeOf(design.body, figures.nodeId)?.node.nodeName ?? ""}
          onFilter={(more) => change({ days: layers.days, versionId: layers.versionId, ...more })}
        />
      )}
      {title !== undefined && (
        <HStack gap="1.5">
          <Text textStyle="xs">{title}的通话</Text>
          <Button size="2xs" variant="ghost" onClick={() => change({ days: filter.days, versionId: "" })}>
            显示全部
          </Button>
        </HStack>
      )}
      {!data ? (
        error ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )
      ) : data.total === 0 ? (
        <EmptyState title="没有通话" hint="所选时间内没有通话经过这里。" />
      ) : (
        <>
          <Text role="status" textStyle="xs" color="fg.muted">
            {isFetching ? "正在加载" : `${data.total}次通话`}
          </Text>
          <Stack as="ul" gap="1" listStyleType="none" aria-label="通话">
            {data.list.map((call) => (
              <CallRow key={call.callId} call={call} onOpen={() => onLooking({ filter, callId: call.callId })} />
            ))}
          </Stack>
          {data.total > pageSize && (
            <HStack gap="2">
              <Button size="2xs" variant="outline" disabled={page === 1} onClick={() => setPage(page - 1)}>
                上一页
              </Button>
              <Button
                {...{ size: "2xs", variant: "outline" }}
                disabled={page * pageSize >= data.total}
                onClick={() => setPage(page + 1)}
              >
                下一页
              </Button>
            </HStack>
          )}
        </>
      )}
    </Stack>
  );
}
