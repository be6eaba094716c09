import { Flex, HStack, Stack, Text } from "@chakra-ui/react";
import { useBus } from "@liantai/bus/react";
import {
  AppDrawer,
  FailureState,
  Figures,
  formatDuration,
  LoadingState,
  Section,
  StatusBadge,
  usePolling,
  useWhenActive,
} from "@liantai/ui";
import { kindOf } from "./kinds.ts";
import { overOf, percentOf, ProgressBar } from "./progress.tsx";
import { tasks, type Task, type TaskProgress } from "./queries.ts";
import { shareText, stateText, stateTone } from "./words.ts";

/** The counters of one task, asked again every ten seconds while they are looked at. */
export function useTaskProgress(id: string | undefined) {
  const answer = tasks.progress.useQuery(
    { body: { ids: [id ?? ""] } },
    { refetchOnMountOrArgChange: true, skip: id === undefined },
  );
  const look = () => {
    if (id !== undefined) void answer.refetch();
  };
  usePolling(look);
  useBus("link.refetch", useWhenActive(look));
  return { ...answer, one: answer.currentData?.find((each) => each.id === id) };
}

type Shown = Pick<Task, "taskIdentity" | "ftype">;

const numbersOf = ({ progress: of }: TaskProgress) => [
  { name: "号码", value: of.total },
  { name: "待拨", value: of.waiting, hint: "还没有拨过的号码" },
  { name: "待重拨", value: of.retry, hint: "等到时间再拨的号码" },
  { name: "呼叫中", value: of.live, hint: "正在呼叫、振铃或通话的号码" },
  { name: "已完成", value: of.done },
  { name: "已跳过", value: of.skipped, hint: "检查没有通过而不拨的号码" },
  { name: "已停止", value: of.stopped },
];

function callsOf({ progress: of, joined }: TaskProgress, { ftype }: Shown) {
  const { seats } = kindOf(ftype);
  return [
    { name: "呼叫", value: of.attempts, hint: "拨打的次数，含重拨" },
    { name: "应答", value: of.answered, hint: "被接听的次数，含答录机" },
    { name: "接通", value: of.connected },
    { name: "接通率", value: shareText(of.answered, of.attempts), hint: "应答 ÷ 呼叫" },
    ...(ftype === 3
      ? [
          {
            name: "呼损率",
            value: shareText(of.abandoned, of.abandoned + of.connected),
            hint: "真人接听后 2 秒内没有坐席的次数 ÷ 真人接听的次数",
          },
        ]
      : []),
    { name: "平均通话", value: of.connected > 0 ? formatDuration(of.talkS / of.connected) : "—" },
    ...(seats ? [{ name: "已加入坐席", value: joined }] : []),
  ];
}

/** Where a task stands, in figures. */
export function TaskFigures({ of, task }: { readonly of: TaskProgress; readonly task: Shown }) {
  return (
    <Stack gap="3">
      <HStack gap="3">
        <StatusBadge tone={stateTone(of)}>{stateText(of)}</StatusBadge>
        <Flex flex="1" maxW="420px" direction="column">
          <ProgressBar of={of.progress} name={task.taskIdentity} />
        </Flex>
        <Text color="fg.muted">
          {overOf(of.progress) === of.progress.total && of.progress.total > 0
            ? "全部号码已结束"
            : `已完成 ${percentOf(of.progress)}%`}
        </Text>
      </HStack>
      <Section title="号码">
        <Figures figures={numbersOf(of)} columns={{ base: 7 }} />
      </Section>
      <Section title="呼叫">
        <Figures figures={callsOf(of, task)} columns={{ base: 7 }} />
      </Section>
    </Stack>
  );
}

function Monitor({ task }: { readonly task: Task }) {
  const { one, isError, error, refetch } = useTaskProgress(task.id);
  if (one) return <TaskFigures of={one} task={task} />;
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}

/** A task while it runs. */
export const MonitorDrawer = ({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) => (
  <AppDrawer open title={`监控：${task.taskIdentity}`} width="760px" onClose={onClose}>
    <Monitor task={task} />
  </AppDrawer>
);
