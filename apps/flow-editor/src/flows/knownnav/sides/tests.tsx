import { Badge, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import { Check, ConfirmDialog, FailureState, LoadingState } from "@liantai/ui";
import { isFailure } from "@liantai/ui/resource";
import { useEffect, useState } from "react";
import type { Design } from "../model/body.ts";
import { textOf } from "../model/saved.ts";
import { tests, type FlowTestRow, type TestRun } from "../queries.ts";
import type { SideProps } from "./side-props.ts";
import { TestDialog } from "./test-dialog.tsx";
import { visits } from "./test-track.ts";

type Result = TestRun["results"][number];

/** How often each exit was taken, over all of them: nodeId/exit. The engine writes a colon. */
function takenBy(results: readonly Result[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const exit of results.flatMap(({ taken }) => taken)) {
    const at = exit.replace(":", "/");
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return counts;
}

function Outcome({ result, onShow }: { readonly result: Result; readonly onShow: (nodeId: string) => void }) {
  return (
    <Stack gap="0.5">
      {result.faults.map((fault) => (
        <Text key={fault} textStyle="xs" color="fg.error">
          {fault}
        </Text>
      ))}
      <Stack as="ol" gap="0" listStyleType="none" maxH="140px" overflow="auto" aria-label={`${result.name}的经过`}>
        {visits(result.track).map(({ nodeId, text }, at) => (
          <li key={at}>
            <Button
              {...{ size: "2xs", variant: "plain", color: "fg.muted", px: "0", h: "auto" }}
              {...{ whiteSpace: "normal", textAlign: "left" }}
              onClick={() => onShow(nodeId)}
            >
              {text}
            </Button>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

interface RowProps extends Pick<SideProps, "may" | "onShow"> {
  readonly row: FlowTestRow;
  readonly result: Result | undefined;
  readonly onRun: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Row({ row, result, may, onShow, onRun, onEdit, onDelete }: RowProps) {
  return (
    <Stack as="li" gap="1" borderWidth="1px" borderRadius="sm" p="2">
      <HStack gap="1.5">
        <Text fontWeight="500" truncate title={row.name}>
          {row.name}
        </Text>
        {row.enabled === 0 && <Badge size="xs">停用</Badge>}
        {result && (
          <Badge size="xs" colorPalette={result.passed ? "green" : "red"}>
            {result.passed ? "通过" : "失败"}
          </Badge>
        )}
      </HStack>
      <HStack gap="1">
        <Button size="2xs" variant="outline" aria-label={`运行${row.name}`} onClick={onRun}>
          运行
        </Button>
        {may && (
          <>
            <Button size="2xs" variant="outline" aria-label={`编辑${row.name}`} onClick={onEdit}>
              编辑
            </Button>
            <Button size="2xs" variant="outline" colorPalette="red" aria-label={`删除${row.name}`} onClick={onDelete}>
              删除
            </Button>
          </>
        )}
      </HStack>
      {result && <Outcome result={result} onShow={onShow} />}
    </Stack>
  );
}

/** Runs them against what is drawn, saved or not. */
function useRunning(flowId: string, design: Design, audio: boolean) {
  const [run, { isFetching: running }] = tests.run.useLazyQuery();
  const [got, setGot] = useState<TestRun>();
  const [said, setSaid] = useState<string>();
  const start = async (ids?: readonly string[]) => {
    setSaid(undefined);
    try {
      const drawn = { flowId, flow: textOf(design.body, design.body), audio: audio ? 1 : 0 } as const;
      const body = { ...drawn, ...(ids ? { ids: [...ids] } : {}) };
      setGot(await run({ body }).unwrap());
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      claimFailure(failure);
      setSaid(failure.text);
    }
  };
  return { got, said, running, start };
}

/** 测试: what callers do and what is expected, run against what is drawn; which exits were taken is marked on the canvas. */
export default function Tests({ flow, design, may, onShow, onTaken }: SideProps) {
  const { data, error, refetch } = tests.list.useQuery({ body: { flowId: flow.id } });
  const [audio, setAudio] = useState(false);
  const { got, said, running, start } = useRunning(flow.id, design, audio);
  const [remove, { isLoading: removing }] = tests.delete.useMutation();
  const [asked, setAsked] = useState<{ readonly row: FlowTestRow | undefined }>();
  const [leaving, setLeaving] = useState<FlowTestRow>();
  useEffect(() => {
    onTaken(got && takenBy(got.results));
  }, [got, onTaken]);
  useEffect(() => () => onTaken(undefined), [onTaken]);
  if (!data) return error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  const drop = async (row: FlowTestRow) => {
    await remove({ body: { ids: [row.id] } })
      .unwrap()
      .then(() => notifyDone("测试", "删除"))
      .catch((failure: unknown) => {
        if (!isFailure(failure)) throw failure;
      });
    setLeaving(undefined);
  };
  const results = new Map(got?.results.map((one) => [one.id, one]));
  return (
    <Stack gap="3">
      <HStack gap="2">
        {may && (
          <Button size="xs" variant="outline" onClick={() => setAsked({ row: undefined })}>
            新增测试
          </Button>
        )}
        <Button size="xs" disabled={data.length === 0} loading={running} onClick={() => void start()}>
          全部运行
        </Button>
        <HStack
          as="label"
          gap="1.5"
          textStyle="xs"
          title="客户的话先合成语音，音频文件照原样播放，都交给来电所用的识别引擎"
        >
          <Check type="checkbox" checked={audio} onChange={({ target }) => setAudio(target.checked)} />
          用真实语音
        </HStack>
      </HStack>
      {said !== undefined && (
        <Text role="alert" color="fg.error">
          {said}
        </Text>
      )}
      {got && (
        <Stack gap="1" textStyle="xs">
          <Text role="status" color={got.failed > 0 ? "fg.error" : "green.fg"}>
            {got.passed}个通过，{got.failed}个失败；走过{got.coverage.exits.all}个出口中的
            {got.coverage.exits.all - got.coverage.exits.missing.length}个。
          </Text>
        </Stack>
      )}
      {data.length === 0 && (
        <Text color="fg.muted">还没有测试。测试写明客户怎样操作、期望听到什么，发布前会自动运行。</Text>
      )}
      <Stack as="ul" gap="2" listStyleType="none" aria-label="测试">
        {data.map((row) => {
          const result = results.get(row.id);
          return (
            <Row
              key={row.id}
              {...{ row, result, may, onShow }}
              onRun={() => void start([row.id])}
              onEdit={() => setAsked({ row })}
              onDelete={() => setLeaving(row)}
            />
          );
        })}
      </Stack>
      {asked && <TestDialog flowId={flow.id} body={design.body} row={asked.row} onClose={() => setAsked(undefined)} />}
      <ConfirmDialog
        open={leaving !== undefined}
        title="删除测试"
        text={`确定要删除测试「${leaving?.name ?? ""}」吗？`}
        confirm="删除"
        dangerous
        busy={removing}
        onConfirm={() => leaving && void drop(leaving)}
        onClose={() => setLeaving(undefined)}
      />
    </Stack>
  );
}
