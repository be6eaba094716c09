import { Box, Flex, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Stack, Text } from "@chakra-ui/react";
import { taskStates, taskTypes } from "@liantai/api/contract/admin";
import { EmptyState, FailureState, LoadingState, useTab, useTabParams } from "@liantai/ui";
import { useId, useState } from "react";
import { NumberList } from "../numbers/number-list.tsx";
import { FindOlder, listed, useFinding, withFound, type Finding } from "../parts/finding.tsx";
import { NoTask } from "../parts/no-task.tsx";
import type { NumbersParams } from "../parts/kinds.ts";
import { TaskMonitor } from "../parts/monitor.tsx";
import { tasks, type Task } from "../parts/queries.ts";

const ftype = 5;

/** The task that the tab was opened for, which may be older than those that are listed. */
function useAsked(list: readonly Task[]) {
  const { taskId } = useTabParams<NumbersParams>();
  const id = typeof taskId === "string" ? taskId : "";
  const known = list.find((task) => task.id === id);
  const found = tasks.findById.useQuery({ body: { id } }, { skip: id === "" || known !== undefined });
  return { id, task: known ?? found.currentData, found };
}

/** The one the tab was opened for, until another is chosen here. */
function useChosen(asked: string) {
  const { revision = 0 } = useTab();
  const [seen, setSeen] = useState(-1);
  const [chosen, choose] = useState<string>();
  if (seen !== revision) {
    setSeen(revision);
    if (asked !== "") choose(asked);
  }
  return [chosen, choose] as const;
}

const newest = { ftype, pageNo: 1, pageSize: listed, sortBy: "createdAt", sortOrder: "desc" } as const;

interface ChooserProps {
  readonly list: readonly Task[];
  readonly task: Task;
  readonly onChoose: (id: string) => void;
  /** There are more than are listed. */
  readonly finding: Finding<Task> | undefined;
}

function Chooser({ list, task, onChoose, finding }: ChooserProps) {
  const id = useId();
  return (
    <Flex align="center" gap="2">
      <Text asChild>
        <label htmlFor={id}>通知任务</label>
      </Text>
      <NativeSelectRoot size="xs" w="320px">
        <NativeSelectField id={id} value={task.id} onChange={(event) => onChoose(event.target.value)}>
          {list.map(({ id: value, taskIdentity, state }) => (
            <option key={value} value={value}>
              {taskIdentity}（{taskStates[state]}）
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      {finding && (
        <FindOlder
          label="查找通知任务"
          placeholder="更早的任务：输入标识，回车查找"
          told={finding.told}
          find={finding.find}
        />
      )}
    </Flex>
  );
}

function Chosen({ list, total }: { readonly list: readonly Task[]; readonly total: number }) {
  const asked = useAsked(list);
  const [chosen, choose] = useChosen(asked.id);
  const [ask] = tasks.list.useLazyQuery();
  const finding = useFinding<Task>({
    noun: "任务",
    ask: (taskIdentity) => ask({ body: { ...newest, taskIdentity } }).unwrap(),
    choose: ({ id }) => choose(id),
  });
  const of = asked.task;
  const all = withFound(list, [...(of?.ftype === ftype ? [of] : []), ...finding.found], ({ id }) => id);
  const first = list.find(({ state }) => state === "running") ?? (list[0] as Task | undefined);
  const task = chosen === undefined ? first : all.find(({ id }) => id === chosen);
  if (task)
    return <Monitor list={all} task={task} onChoose={choose} finding={total > list.length ? finding : undefined} />;
  if (chosen === undefined)
    return (
      <EmptyState
        title={`还没有${taskTypes[ftype]}任务`}
        hint="在“语音通知”中新增任务、导入号码并启动后，在这里看进展。"
      />
    );
  const { isError, error, refetch } = asked.found;
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  // A parameter may name a task of another kind.
  return of ? <NoTask ftype={ftype} /> : <LoadingState />;
}

function Monitor({ task, ...choice }: ChooserProps) {
  return (
    <Flex direction="column" h="full" overflow="auto">
      <Stack gap="3" px="3" pt="3">
        <Chooser task={task} {...choice} />
        <TaskMonitor key={task.id} id={task.id} />
      </Stack>
      <Box flex="1" minH="420px">
        <NumberList key={task.id} task={task} />
      </Box>
    </Flex>
  );
}

/** 语音通知监控 */
export default function VoiceNotificationMonitorScreen() {
  const { data, isError, error, refetch } = tasks.list.useQuery({ body: newest }, { refetchOnMountOrArgChange: true });
  if (data) return <Chosen list={data.list} total={data.total} />;
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}
