import { epochOf } from "@liantai/api/contract";
import { followUpCommands, followUpStates, type FollowUpCommand } from "@liantai/api/contract/workorder";
import { StatusBadge } from "@liantai/ui";
import type { FollowUpTask } from "../queries.ts";

const isDue = ({ state, dueTime }: Pick<FollowUpTask, "state" | "dueTime">): boolean =>
  state === "open" && epochOf(dueTime) <= Date.now();

export const stateText = (row: Pick<FollowUpTask, "state" | "dueTime">): string =>
  isDue(row) ? "已到时间" : followUpStates[row.state];

export function StateBadge({ row }: { readonly row: Pick<FollowUpTask, "state" | "dueTime"> }) {
  const tone = row.state === "done" ? "offline" : row.state === "gaveUp" || isDue(row) ? "busy" : "ready";
  return <StatusBadge tone={tone}>{stateText(row)}</StatusBadge>;
}

export const commandText = (command: FollowUpCommand | "lost"): string =>
  command === "lost" ? "数据已删除" : followUpCommands[command];

/** Whose it is, or out of which group it goes to somebody. */
export const whoText = ({ agentId, agentName, groupName }: FollowUpTask): string =>
  agentId !== "" ? `${agentId} ${agentName}`.trim() : groupName !== "" ? `${groupName}（到时分配）` : "待分配";
