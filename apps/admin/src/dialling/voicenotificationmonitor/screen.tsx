import { Box, Flex, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Stack, Text } from "@chakra-ui/react";
import { taskStates, taskTypes } from "@liantai/api/contract/admin";
import { EmptyState, FailureState, LoadingState, useTab, useTabParams } from "@liantai/ui";
import { useId, useState } from "react";
import { NumberList } from "../numbers/number-list.tsx";
import type { NumbersParams } from "../parts/kinds.ts";
import { TaskMonitor } from "../parts/monitor.tsx";
import { tasks, type Task } from "../parts/queries.ts";

const ftype = 5;

/** The task that the tab was opened for, until another is chosen here; without one the first that runs. */
function useChosen(list: readonly Task[]) {
  const { taskId } = useTabParams<NumbersParams>();
  const { revision = 0 } = useTab();
  const [seen, setSeen] = useState(-1);
  const [chosen, choose] = useState<string>();
  if (seen !== revision) {
    setSeen(revision);
    if (typeof taskId === "string" && taskId !== "") choose(taskId);
  }
  const task =
    list.find(({ id }) => id === chosen) ??
    list.find(({ state }) => state === "running") ??
    (list[0] as Task | undefined);
  return [task, choose] as const;
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
  const [task, choose] = useChosen(list);
  if (!task)
    return (
      <EmptyState
        title={`还没有${taskTypes[ftype]}任务`}
        hint="在“语音通知”中新增任务、导入号码并启动后，在这里看进展。"
      />
    );
  return (
    <Flex direction="column" h="full" overflow="auto">
      <Stack gap="3" px="3" pt="3">
        <Chooser list={list} task={task} onChoose={choose} />
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
