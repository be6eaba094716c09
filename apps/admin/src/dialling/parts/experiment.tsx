/** 实验: what two halves of a task's numbers come to, and the form that starts one (D12). */
import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { experimentKinds, experimentMetrics, experimentStates } from "@liantai/api/contract/admin";
import {
  ConfirmDialog,
  DataTable,
  FailureState,
  Figures,
  LoadingState,
  StatusBadge,
  usePolling,
  type Column,
  type StateTone,
} from "@liantai/ui";
import { GuardedDrawer } from "@liantai/ui/resource";
import { useState } from "react";
import { halves, StartForm, useHalfName } from "./experiment-fields.tsx";
import { experiments, type Experiment, type Task } from "./queries.ts";

const tones: Readonly<Record<Experiment["state"], StateTone>> = {
  running: "talking",
  decided: "ready",
  even: "held",
  stopped: "offline",
};

interface Arm {
  readonly word: string;
  readonly is: string;
  readonly counts: Experiment["counts"]["a"];
}
const percent = (value: number): string => `${value.toFixed(1)}%`;

const columns: readonly Column<Arm>[] = [
  { id: "word", title: "组", width: 66, value: ({ word }) => word },
  { id: "is", title: "内容", width: 190, value: ({ is }) => is },
  { id: "calls", title: "号码", width: 72, align: "end", value: ({ counts }) => counts.calls },
  { id: "hits", title: "成功", width: 72, align: "end", value: ({ counts }) => counts.hits },
  {
    id: "rate",
    title: "成功率",
    width: 80,
    align: "end",
    value: ({ counts: { rate } }) => (rate === null ? "—" : percent(rate)),
  },
  {
    id: "bounds",
    title: "90%区间",
    width: 124,
    align: "end",
    value: ({ counts: { calls, low, high } }) => (calls === 0 ? "—" : `${percent(low)}–${percent(high)}`),
  },
];

function Standing({ of }: { readonly of: Experiment }) {
  const nameOf = useHalfName(of.kind);
  const { kind, metric, wanted, state, better, goesOn, evidence, startedAt, endedAt, createdBy, counts } = of;
  const rows = halves.map(([name, word]) => ({
    word: better === name ? `${word} ✓` : word,
    is: nameOf(of[name]),
    counts: counts[name],
  }));
  const ends = better === "" ? "" : goesOn === 1 ? "，已改用较好的一组" : "，已恢复任务原设置";
  return (
    <Stack gap="3">
      <HStack gap="2">
        <StatusBadge tone={tones[state]}>{experimentStates[state]}</StatusBadge>
        <Text>
          {experimentKinds[kind]}，按{experimentMetrics[metric]}
          {metric === "result" && `“${wanted}”`}比较{ends}
        </Text>
      </HStack>
      <Text color="fg.muted">
        {createdBy} 开始于 {startedAt}
        {endedAt && `，结束于 ${endedAt}`}
      </Text>
      <Figures figures={[{ name: "证据，到100%即分出优劣", value: percent(evidence) }]} />
      <DataTable
        id="dialtask.experiment"
        label="两组的结果"
        columns={columns}
        rowId={({ word }) => word}
        list={{ rows, fetching: false, error: undefined, retry: () => undefined }}
        empty={{ title: "还没有呼叫" }}
      />
    </Stack>
  );
}

interface ExperimentProps {
  readonly task: Task;
  readonly mayChange: boolean;
}

/** Neither goes on again: what was measured so far stands, and a new one begins from nothing. */
function Stop({ running, stop }: { readonly running: boolean; readonly stop: () => Promise<unknown> }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const label = running ? "停止实验" : "恢复任务原设置";
  const confirmed = async () => {
    setBusy(true);
    await stop();
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={label}
        text={
          running
            ? "确定要停止实验吗？停止后不能继续，以后的呼叫都按任务原来的设置。"
            : "确定要恢复任务原来的设置吗？以后的呼叫不再使用实验中较好的一组。"
        }
        confirm={running ? "停止" : "恢复"}
        dangerous
        busy={busy}
        onConfirm={() => void confirmed()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function Body({ task: { id: taskId, ftype }, mayChange }: ExperimentProps) {
  const { currentData, isError, error, refetch } = experiments.find.useQuery(
    { body: { taskId } },
    { refetchOnMountOrArgChange: true },
  );
  usePolling(() => void refetch());
  const [start] = experiments.start.useMutation();
  const [stop] = experiments.stop.useMutation();
  if (isError && currentData === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (currentData === undefined) return <LoadingState />;
  const acts = currentData?.state === "running" || (currentData?.state === "decided" && currentData.goesOn === 1);
  return (
    <Stack gap="4">
      {currentData ? <Standing of={currentData} /> : <Text color="fg.muted">这个任务还没有做过实验。</Text>}
      {mayChange && acts && (
        <HStack>
          <Stop running={currentData.state === "running"} stop={() => stop({ body: { taskId } })} />
        </HStack>
      )}
      {mayChange && currentData?.state !== "running" && (
        <StartForm ftype={ftype} send={(body) => start({ body: { ...body, taskId } }).unwrap()} />
      )}
    </Stack>
  );
}

export const ExperimentDrawer = ({ onClose, ...rest }: ExperimentProps & { readonly onClose: () => void }) => (
  <GuardedDrawer open title={`实验：${rest.task.taskIdentity}`} width="760px" onClose={onClose}>
    <Body {...rest} />
  </GuardedDrawer>
);
