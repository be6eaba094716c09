import { Box, chakra, HStack, Stack, Text } from "@chakra-ui/react";
import { numberStates } from "@liantai/api/contract/admin";
import {
  AppDrawer,
  DataTable,
  FailureState,
  Figures,
  formatDuration,
  LoadingState,
  Section,
  StatusBadge,
  type Column,
} from "@liantai/ui";
import { useMemo } from "react";
import { Elapsed } from "../../home/parts/elapsed.tsx";
import { toneOf } from "../../home/parts/timeline-model.ts";
import { useClockOffset } from "../../queues/parts/live.ts";
import { kindOf } from "./kinds.ts";
import { ProgressBar } from "./progress.tsx";
import type { Monitored, Task } from "./queries.ts";
import { TaskRecipes } from "./recipes.tsx";
import { rateHint } from "./task-columns.tsx";
import { useMonitored } from "./use-monitored.ts";
import { resultText, stateText, stateTone, waitingText } from "./words.ts";

const percent = (value: number | null): string => (value === null ? "—" : `${value.toFixed(1)}%`);

const numbersOf = ({ task: { progress: of } }: Monitored) => [
  { name: "号码", value: of.total },
  { name: "待拨", value: of.waiting, hint: "还没有拨过的号码" },
  { name: "待重拨", value: of.retry, hint: "等到时间再拨的号码" },
  { name: "呼叫中", value: of.live, hint: "正在呼叫、振铃或通话的号码" },
  { name: "已完成", value: of.done },
  { name: "已跳过", value: of.skipped, hint: "检查没有通过而不拨的号码" },
  { name: "已停止", value: of.stopped },
];

function callsOf({ task }: Monitored) {
  const { progress: of, ftype } = task;
  const abandoned = "真人接听后 2 秒内没有坐席的次数 ÷ 真人接听的次数";
  return [
    { name: "呼叫", value: of.attempts, hint: "拨打的次数，含重拨" },
    { name: "应答", value: of.answered, hint: "被接听的次数，含答录机" },
    { name: "接通率", value: percent(task.answerRate), hint: rateHint(ftype) },
    ftype === 3
      ? { name: "人工接通", value: of.connected, hint: "接通并由坐席接听的次数" }
      : { name: "接通", value: of.connected },
    { name: "平均通话", value: of.connected > 0 ? formatDuration(of.talkS / of.connected) : "—" },
    ...(ftype === 3
      ? [
          { name: "24 小时呼损率", value: percent(task.abandonedDay), hint: abandoned },
          { name: "累计呼损率", value: percent(task.abandonedAll), hint: abandoned },
        ]
      : []),
    ...(kindOf(ftype).seats ? [{ name: "已加入坐席", value: task.joined }] : []),
  ];
}

const misjudgedHint = "坐席或管理员标记为误判的次数：本是真人，应答检测当作答录机";

/** What 应答检测 is worth by what people said of its calls. */
const detectionOf = ({ machines, misjudged, missed, rate, low, high }: NonNullable<Monitored["task"]["detection"]>) => [
  { name: "判为答录机", value: machines, hint: "应答检测当作答录机或传真的次数" },
  { name: "误判", value: misjudged, hint: misjudgedHint },
  {
    name: "误判率",
    value: percent(rate),
    hint: "误判 ÷ 真人接听。没有坐席接听的误判计入呼损",
  },
  { name: "误判率区间", value: `${low.toFixed(1)}%–${high.toFixed(1)}%`, hint: "误判率的 95% 区间，标记越多越窄" },
  { name: "漏判", value: missed, hint: "本是答录机，应答检测当作真人的次数" },
];

const Bars = chakra("div", { base: { display: "flex", alignItems: "flex-end", gap: "3px", h: "40px" } });

/** Attempts of each of the last minutes. */
function Minutes({ minutes }: { readonly minutes: readonly number[] }) {
  const most = Math.max(1, ...minutes);
  const text = `最近 ${minutes.length} 分钟每分钟呼叫：${minutes.join("、")}`;
  return (
    <Stack gap="1">
      <Bars role="img" aria-label={text} title={text}>
        {minutes.map((count, i) => (
          <Box key={i} flex="1" maxW="18px" minH="1px" bg="accent.solid" h={`${(count / most) * 100}%`} />
        ))}
      </Bars>
      <Text textStyle="xs" color="fg.muted">
        最近 {minutes.length} 分钟每分钟呼叫，最多 {Math.max(0, ...minutes)} 次
      </Text>
    </Stack>
  );
}

function Flight({ of: { task } }: { readonly of: Monitored }) {
  return (
    <Stack gap="2">
      <HStack gap="4" wrap="wrap">
        {task.flight.length === 0 ? (
          <Text color="fg.muted">现在没有正在进行的呼叫。</Text>
        ) : (
          task.flight.map(({ state, count }) => (
            <Text key={state}>
              {numberStates[state]} {count}
            </Text>
          ))
        )}
      </HStack>
      <Minutes minutes={task.minutes} />
      {task.pacing.map((reason) => (
        <Text key={reason} textStyle="xs" color="fg.muted">
          {reason}
        </Text>
      ))}
    </Stack>
  );
}

type Seat = Monitored["seats"][number];

const seatColumns = (offset: number): readonly Column<Seat>[] => [
  { id: "agentId", title: "工号", width: 80, value: (s) => s.agentId },
  { id: "name", title: "姓名", width: 120, value: (s) => s.name },
  {
    id: "state",
    title: "状态",
    width: 120,
    value: (s) => s.stateName,
    cell: (s) => <StatusBadge tone={toneOf(s.code)}>{s.stateName}</StatusBadge>,
  },
  {
    id: "since",
    title: "时长",
    width: 90,
    align: "end",
    value: (s) => (s.since > 0 ? -s.since : null),
    cell: (s) => (s.since > 0 ? <Elapsed since={s.since} offset={offset} /> : "—"),
  },
];

function Seats({ seats }: { readonly seats: readonly Seat[] }) {
  const offset = useClockOffset();
  const columns = useMemo(() => seatColumns(offset), [offset]);
  return (
    <Box h="220px" display="flex" flexDirection="column">
      <DataTable
        id="dialtask.monitor.seats"
        label="参与的坐席"
        columns={columns}
        rowId={({ agentId }) => agentId}
        list={{ rows: seats, fetching: false, error: undefined, retry: () => undefined }}
        empty={{ title: "还没有坐席加入" }}
      />
    </Box>
  );
}

/** Where a task stands, in figures. `full`: with its seats, and what came of its calls. */
export function TaskFigures({ of, full = false }: { readonly of: Monitored; readonly full?: boolean }) {
  const { task, codes, seats } = of;
  return (
    <Stack gap="3">
      <HStack gap="3">
        <StatusBadge tone={stateTone(task)}>{stateText(task)}</StatusBadge>
        <Box flex="1" maxW="360px">
          <ProgressBar of={task.progress} name={task.taskIdentity} />
        </Box>
        <Text color="fg.muted" truncate>
          {waitingText(task)}
        </Text>
      </HStack>
      <Section title="号码">
        <Figures figures={numbersOf(of)} columns={{ base: 7 }} />
      </Section>
      <Section title="呼叫">
        <Figures figures={callsOf(of)} columns={{ base: full ? 4 : 8 }} />
      </Section>
      {full && task.detection && (
        <Section title="应答检测">
          <Figures figures={detectionOf(task.detection)} columns={{ base: 5 }} />
        </Section>
      )}
      {full && (
        <Section title="此刻">
          <Flight of={of} />
        </Section>
      )}
      {full && codes.length > 0 && (
        <Section title="呼叫结果">
          <Figures figures={codes.map(({ code, count }) => ({ name: resultText(code), value: count }))} />
        </Section>
      )}
      {full && kindOf(task.ftype).seats && <Seats seats={seats} />}
    </Stack>
  );
}

/** The same, asked for. */
export function TaskMonitor({ id, full = false }: { readonly id: string; readonly full?: boolean }) {
  const { monitored, isError, error, refetch } = useMonitored(id);
  if (monitored) return <TaskFigures of={monitored} full={full} />;
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}

/** A task while it runs. */
export const MonitorDrawer = ({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) => (
  <AppDrawer open title={`监控：${task.taskIdentity}`} width="760px" onClose={onClose}>
    <Stack gap="3">
      <TaskMonitor id={task.id} full />
      <TaskRecipes task={task} />
    </Stack>
  </AppDrawer>
);
