/** 实验: what two halves of a task's numbers come to, and the form that starts one (D12). */
import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import {
  experimentKinds,
  experimentMetrics,
  experimentStates,
  taskExperimentApi,
  type ExperimentKind,
} from "@liantai/api/contract/admin";
import {
  AppDrawer,
  AppForm,
  DataTable,
  FailureState,
  Figures,
  LoadingState,
  StatusBadge,
  usePolling,
  type Column,
  type StateTone,
} from "@liantai/ui";
import {
  MultiSelectField,
  NumberField,
  RadioField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "@liantai/ui/resource";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Part, Wide } from "../form/part.tsx";
import { useCommonOptions, useDisplayedOptions } from "./choices.ts";
import { experiments, type Experiment, type Task } from "./queries.ts";
import { choicesOf } from "./words.ts";

const startSchema = taskExperimentApi.start.body!.omit(["compId", "taskId"]);
const half = { numbers: [], text: "", flowId: "" };
const halves = [
  ["a", "甲组"],
  ["b", "乙组"],
] as const;
const tones: Readonly<Record<Experiment["state"], StateTone>> = {
  running: "talking",
  decided: "ready",
  even: "held",
  stopped: "offline",
};

/** What may differ in a task of the kind. */
const kindsOf = (ftype: number) =>
  choicesOf(experimentKinds).filter(
    ({ value }) => value === "displayed" || (value === "greeting" ? ftype === 3 : ftype === 4),
  );

function HalfFields({ name, word }: { readonly name: "a" | "b"; readonly word: string }) {
  const kind = useWatch({ name: "kind" }) as ExperimentKind;
  const numbers = useDisplayedOptions();
  const { flows } = useCommonOptions();
  if (kind === "greeting") return <TextAreaField name={`${name}.text`} label={`${word}问候语`} rows={2} />;
  if (kind === "flow")
    return <SelectField name={`${name}.flowId`} label={`${word}流程`} options={flows} none="请选择" />;
  return <MultiSelectField name={`${name}.numbers`} label={`${word}外显号码`} options={numbers} height="104px" />;
}

function StartFields({ ftype }: Pick<Task, "ftype">) {
  const metric = useWatch({ name: "metric" }) as string;
  return (
    <Part title="开始实验">
      <RadioField name="kind" label="实验内容" options={kindsOf(ftype)} />
      <RadioField name="metric" label="成功标准" options={choicesOf(experimentMetrics)} />
      {halves.map(([name, word]) => (
        <HalfFields key={name} name={name} word={word} />
      ))}
      {metric === "result" && (
        <TextField name="wanted" label="业务结果" maxLength={50} hint="流程或机器人得出这个结果算成功" />
      )}
      <NumberField
        name="most"
        label="每组最多"
        min={50}
        max={100_000}
        unit="个号码"
        hint="两组都到这个数仍没有差别时结束"
      />
      <SwitchField
        name="goesOn"
        label="自动采用"
        on="采用较好的一组"
        off="恢复任务原设置"
        hint="分出优劣后，从下一个呼叫起怎么做"
      />
      <Wide>
        <Text textStyle="xs" color="fg.muted">
          号码随机分成两半，只算每个号码的第一次呼叫。随时查看都不影响结论：两组其实没有差别而误判的可能不超过5%。
        </Text>
      </Wide>
    </Part>
  );
}

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

function useNameOf() {
  const { flows } = useCommonOptions();
  return ({ numbers = [], text = "", flowId = "" }: Experiment["a"], kind: ExperimentKind): string => {
    if (kind === "displayed") return numbers.join("、");
    if (kind === "flow") return flows.find(({ value }) => value === flowId)?.label ?? "已删除的流程";
    return text || "不播放";
  };
}

function Standing({ of }: { readonly of: Experiment }) {
  const nameOf = useNameOf();
  const { kind, metric, wanted, state, better, goesOn, evidence, startedAt, endedAt, createdBy, counts } = of;
  const rows = halves.map(([name, word]) => ({
    word: better === name ? `${word} ✓` : word,
    is: nameOf(of[name], kind),
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

function Body({ task: { id: taskId, ftype }, mayChange }: ExperimentProps) {
  const { currentData, isError, error, refetch } = experiments.find.useQuery(
    { body: { taskId } },
    { refetchOnMountOrArgChange: true },
  );
  usePolling(() => void refetch());
  const [start] = experiments.start.useMutation();
  const [stop, stopping] = experiments.stop.useMutation();
  const [values] = useState(() =>
    startSchema.cast({ kind: "displayed", metric: "answered", a: half, b: half }, { assert: false }),
  );
  if (isError && currentData === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (currentData === undefined) return <LoadingState />;
  const acts = currentData?.state === "running" || (currentData?.state === "decided" && currentData.goesOn === 1);
  return (
    <Stack gap="4">
      {currentData ? <Standing of={currentData} /> : <Text color="fg.muted">这个任务还没有做过实验。</Text>}
      {mayChange && acts && (
        <HStack>
          <Button
            variant="outline"
            loading={stopping.isLoading}
            loadingText="停止"
            onClick={() => void stop({ body: { taskId } })}
          >
            {currentData.state === "running" ? "停止实验" : "恢复任务原设置"}
          </Button>
        </HStack>
      )}
      {mayChange && currentData?.state !== "running" && (
        <AppForm
          schema={startSchema}
          values={values}
          aria-label="开始实验"
          onSubmit={async (body) => void (await start({ body: { ...body, taskId } }).unwrap())}
        >
          <StartFields ftype={ftype} />
          <Button type="submit">开始实验</Button>
        </AppForm>
      )}
    </Stack>
  );
}

export const ExperimentDrawer = ({ onClose, ...rest }: ExperimentProps & { readonly onClose: () => void }) => (
  <AppDrawer open title={`实验：${rest.task.taskIdentity}`} width="760px" onClose={onClose}>
    <Body {...rest} />
  </AppDrawer>
);
