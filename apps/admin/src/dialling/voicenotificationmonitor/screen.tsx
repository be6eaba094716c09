import { Box, Flex, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Stack, Text } from "@chakra-ui/react";
import { taskStates, taskTypes } from "@liantai/api/contract/admin";
import { EmptyState, FailureState, LoadingState, useTab, useTabParams } from "@liantai/ui";
import { useId, useState } from "react";
import { NumberList } from "../numbers/number-list.tsx";
import { NoTask } from "../parts/no-task.tsx";
import type { NumbersParams } from "../parts/kinds.ts";
import { TaskMonitor } from "../parts/monitor.tsx";
import { tasks, type Task } from "../parts/queries.ts";

const ftype = 5;

/** The task that the tab was opened for, which may be older than those that are listed. */
function useAsked(list: readonly Task[]) {
  const { taskId } = useTabParams<NumbersParams>();
  const id = typeof taskId === "string" ? taskId : "";
  const listed = list.find((task) => task.id === id);
  const found = tasks.findById.useQuery({ body: { id } }, { skip: id === "" || listed !== undefined });
  return { id, task: listed ?? found.currentData, found };
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

interface ChooserProps {
  readonly list: readonly Task[];
  readonly task: Task;
  readonly onChoose: (id: string) => void;
}

function Chooser({ list, task, onChoose }: ChooserProps) {
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
    </Flex>
  );
}

function Chosen({ list }: { readonly list: readonly Task[] }) {
  const asked = useAsked(list);
  const [chosen, choose] = useChosen(asked.id);
  const of = asked.task;
  const all = of?.ftype === ftype && !list.includes(of) ? [of, ...list] : list;
  const first = list.find(({ state }) => state === "running") ?? (list[0] as Task | undefined);
  const task = chosen === undefined ? first : all.find(({ id }) => id === chosen);
  if (task) return <Monitor list={all} task={task} onChoose={choose} />;
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

function Monitor({ list, task, onChoose }: ChooserProps) {
  return (
    <Flex direction="column" h="full" overflow="auto">
      <Stack gap="3" px="3" pt="3">
        <Chooser list={list} task={task} onChoose={onChoose} />
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
  const { data, isError, error, refetch } = tasks.list.useQuery(
    { body: { ftype, pageNo: 1, pageSize: 200, sortBy: "createdAt", sortOrder: "desc" } },
    { refetchOnMountOrArgChange: true },
  );
  if (data) return <Chosen list={data.list} />;
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}
