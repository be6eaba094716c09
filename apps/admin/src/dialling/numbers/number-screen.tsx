import { HStack, Text } from "@chakra-ui/react";
import { taskPages, type TaskType } from "@liantai/api/contract/admin";
import { FailureState, LoadingState, StatusBadge, useTabParams } from "@liantai/ui";
import { useMemo } from "react";
import type { NumbersParams } from "../parts/kinds.ts";
import { NoTask } from "../parts/no-task.tsx";
import { useProgress } from "../parts/use-progress.ts";
import { overOf } from "../parts/progress.tsx";
import { tasks, type Task } from "../parts/queries.ts";
import { stateText, stateTone } from "../parts/words.ts";
import { NumberList } from "./number-list.tsx";

/** Which task, and how it stands now. */
function TaskLead({ task }: { readonly task: Task }) {
  const rows = useMemo(() => [task], [task]);
  const [one = task] = useProgress(rows) ?? [];
  return (
    <HStack gap="2" ms="2" minW="0">
      <StatusBadge tone={stateTone(one)}>{stateText(one)}</StatusBadge>
      <Text truncate title={task.taskIdentity}>
        {task.taskIdentity}
      </Text>
      <Text color="fg.muted" whiteSpace="nowrap">
        已结束 {overOf(one.progress)}/{one.progress.total}，呼叫 {one.progress.attempts}，接通 {one.progress.connected}
      </Text>
    </HStack>
  );
}

function Numbers({ taskId, ftype }: { readonly taskId: string; readonly ftype: TaskType }) {
  const { currentData, isError, error, refetch } = tasks.findById.useQuery({ body: { id: taskId } });
  if (currentData?.ftype === ftype)
    return <NumberList key={taskId} task={currentData} lead={<TaskLead task={currentData} />} />;
  // A parameter may name a task of another kind.
  if (currentData) return <NoTask ftype={ftype} />;
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}

/** The numbers of the task that the tab was opened for. */
export function NumberScreen({ ftype }: { readonly ftype: TaskType }) {
  const { taskId } = useTabParams<NumbersParams>();
  return typeof taskId === "string" && taskId !== "" ? (
    <Numbers key={taskPages[ftype].numbers + taskId} taskId={taskId} ftype={ftype} />
  ) : (
    <NoTask ftype={ftype} />
  );
}
