import { Stack, Text } from "@chakra-ui/react";
import { actionStates, afterActions, beforeActions, type ActionState } from "@liantai/api/contract/admin";
import { DataTable, StatusBadge, type Column, type StateTone } from "@liantai/ui";
import { viewOf } from "../../queues/parts/live.ts";
import { phones, type RecipeDone } from "../parts/queries.ts";

const words: Readonly<Record<RecipeDone["action"], string>> = { ...beforeActions, ...afterActions };
const tones: Readonly<Record<ActionState, StateTone>> = {
  waiting: "ringing",
  done: "ready",
  refused: "offline",
  failed: "offline",
};

const columns: readonly Column<RecipeDone>[] = [
  { id: "at", title: "时间", width: 156, value: (a) => a.at },
  {
    id: "attempt",
    title: "第几次呼叫",
    width: 116,
    value: (a) => a.attempt,
    cell: (a) => (a.attempt === null ? "拨打前" : `第 ${a.attempt} 次`),
  },
  { id: "recipe", title: "策略", width: 150, value: (a) => a.recipe },
  { id: "action", title: "动作", width: 150, value: (a) => words[a.action] },
  {
    id: "state",
    title: "状态",
    width: 92,
    value: (a) => actionStates[a.state],
    cell: (a) => <StatusBadge tone={tones[a.state]}>{actionStates[a.state]}</StatusBadge>,
  },
  { id: "outcome", title: "结果或原因", width: 360, value: (a) => a.outcome },
];

/** 策略动作 of a number: what the task's recipes did about it, and what failed. */
export function Actions({ taskId, id }: { readonly taskId: string; readonly id: string }) {
  const answer = phones.actions.useQuery({ body: { taskId, id } }, { refetchOnMountOrArgChange: true });
  if (answer.data?.length === 0) return null;
  return (
    <Stack gap="2" flex="1" minH="160px">
      <Text fontWeight="medium">策略动作</Text>
      <DataTable
        id="dialtask.actions"
        label="策略动作"
        columns={columns}
        rowId={(action) => action.id}
        list={viewOf(answer, (list) => list)}
        empty={{ title: "拨打策略没有处理过这个号码" }}
      />
    </Stack>
  );
}
