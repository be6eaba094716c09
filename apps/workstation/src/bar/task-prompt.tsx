/** Whoever takes part in a dialling task and has signed in anew is asked: rejoin it, or leave it. A chunk of its own. */
import { useState } from "react";
import { Button, HStack, Text } from "@chakra-ui/react";
import { joinRefusals, taskLeft, taskTypes } from "@liantai/api/contract/tasks";
import type { SeatTask } from "../agent-client/ports.ts";
import { useAgentClient } from "./context.ts";
import { PromptBox } from "./prompt-box.tsx";
import { useTasks } from "./use-tasks.ts";

/** up: the link is there. */
export function TaskPrompt({ up }: { readonly up: boolean }) {
  const tasks = useTasks(up);
  return tasks.length > 0 && <Tasks tasks={tasks} />;
}

/** One after the other; whatever came of one is said, and it is not asked about again until the next sign-in. */
function Tasks({ tasks }: { readonly tasks: readonly SeatTask[] }) {
  const { core } = useAgentClient();
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const task = tasks.find(({ id }) => !settled.has(id));
  if (!task) return null;
  const { id, taskIdentity, ftype } = task;

  const rejoin = async () => {
    const result = await core.cti.command("taskJoin", { taskId: id });
    if (result.ok) return core.answerPress(`已重新加入任务[${taskIdentity}]`, "success", "task-join");
    const there = result.code === 40;
    core.answerPress(there ? joinRefusals[40] : result.text, there ? "info" : "error", "task-join");
  };
  const exit = async () => {
    const why = await core.ports.http.leaveTask(task);
    core.answerPress(why || taskLeft(taskIdentity), why ? "error" : "success", "task-exit");
  };
  const press = (act: () => Promise<void>) => async () => {
    setBusy(true);
    await act();
    setSettled((before) => new Set([...before, id]));
    setBusy(false);
  };
  return (
    <PromptBox label="重新加入任务">
      <Text mb="3" overflowWrap="anywhere">
        您正在参与{taskTypes[ftype]}任务“{taskIdentity}”，是否重新加入？
      </Text>
      <HStack justifyContent="flex-end">
        <Button size="xs" variant="outline" colorPalette="gray" disabled={busy} onClick={press(exit)}>
          退出任务
        </Button>
        <Button size="xs" disabled={busy} onClick={press(rejoin)}>
          重新加入
        </Button>
      </HStack>
    </PromptBox>
  );
}
