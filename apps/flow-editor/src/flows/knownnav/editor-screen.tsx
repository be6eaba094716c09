import { Button, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import type { FlowType } from "@liantai/api/flows";
import { EmptyState, FailureState, LoadingState, ScrollBox, useTabParams } from "@liantai/ui";
import { OpenBoard } from "@liantai/ui/board";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Designer } from "./designer.tsx";
import { flows, typeNames } from "./queries.ts";
import { useFlow } from "./use-flow.ts";

interface OpenFlowProps {
  readonly id: string;
  readonly onClose: () => void;
  /** A call whose replay is asked for. */
  readonly callId: string | undefined;
}

function OpenFlow({ id, onClose, callId }: OpenFlowProps) {
  const { data, error, retry } = useFlow(id);
  return (
    <OpenBoard data={data} error={error} onRetry={retry} onClose={onClose}>
      {(loaded) => <Designer key={loaded.revision} {...{ loaded, onClose, callId }} reload={retry} />}
    </OpenBoard>
  );
}

interface ChooserProps {
  readonly title: string;
  readonly flowType: FlowType | undefined;
  readonly onOpen: (id: string) => void;
}

/** Which flow is edited, where the address names none. */
function Chooser({ title, flowType, onOpen }: ChooserProps) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = flows.list.useQuery(
    { body: { pageNo: page, pageSize: 50, ...(flowType === undefined ? {} : { flowType }) } },
    { refetchOnMountOrArgChange: true },
  );
  if (!data) return error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  if (data.total === 0) return <EmptyState title="还没有流程" hint="请先在“流程配置”中新增。" />;
  return (
    <ScrollBox p="4">
      <Stack gap="3" maxW="640px">
        <Heading as="h2" textStyle="md">
          {title}
        </Heading>
        <Text color="fg.muted">请选择要编辑的流程。</Text>
        <Stack as="ul" gap="1" listStyleType="none" aria-label="流程">
          {data.list.map((flow) => (
            <li key={flow.id}>
              <Button
                w="full"
                variant="outline"
                colorPalette="gray"
                justifyContent="flex-start"
                h="auto"
                minH="10"
                py="1"
                flexWrap="wrap"
                rowGap="0"
                whiteSpace="normal"
                wordBreak="break-word"
                textAlign="start"
                onClick={() => onOpen(flow.id)}
              >
                {flow.name}
                <Text as="span" color="fg.muted" fontWeight="normal" textStyle="xs">
                  {typeNames[flow.flowType]} · {flow.version > 0 ? `已发布第${flow.version}版` : "未发布"}
                </Text>
              </Button>
            </li>
          ))}
        </Stack>
        {data.total > 50 && (
          <HStack gap="2">
            <Button size="xs" variant="outline" disabled={page === 1} onClick={() => setPage(page - 1)}>
              上一页
            </Button>
            <Button size="xs" variant="outline" disabled={page * 50 >= data.total} onClick={() => setPage(page + 1)}>
              下一页
            </Button>
          </HStack>
        )}
      </Stack>
    </ScrollBox>
  );
}

/** The editor: of the flow that the tab's address names (?id=…, or the parameter of who opened it), or the choice of one. */
export function EditorScreen({ title, flowType }: Pick<ChooserProps, "title" | "flowType">) {
  const [params, setParams] = useSearchParams();
  const given = useTabParams<{ id: string; replay: string }>();
  const [left, setLeft] = useState(false);
  const id = params.get("id") ?? (left || typeof given.id !== "string" ? "" : given.id);
  const close = () => {
    setLeft(true);
    setParams({});
  };
  const callId = id === given.id && typeof given.replay === "string" ? given.replay : undefined;
  if (id !== "") return <OpenFlow key={id} id={id} onClose={close} callId={callId} />;
  return <Chooser title={title} flowType={flowType} onOpen={(chosen) => setParams({ id: chosen })} />;
}
