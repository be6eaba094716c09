/** Which seats a caller may list (console.md section 6). */
import { AppError, isAdministrator, isAgent, isMonitor, isOperator } from "@liantai/api/contract";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { monitoredGroups } from "../groups/repository.ts";
import type { AgentFilter } from "./repository.ts";

/** Administrators and operators all; monitors (roleType 3) their groups and themselves; agents themselves. */
export async function visibleSeats(
  trx: Trx,
  compId: string,
  caller: Pick<Caller, "roleType" | "agentId">,
): Promise<AgentFilter> {
  if (isOperator(caller) || isAdministrator(caller)) return {};
  if (caller.agentId === null) throw new AppError("forbidden");
  if (isAgent(caller)) return { within: { groupIds: [], agentId: caller.agentId } };
  return { within: { groupIds: await monitoredGroups(trx, compId, caller.agentId), agentId: caller.agentId } };
}

/** Whether the caller may act on a seat's state: administrators all, monitors their groups', everybody the own. */
export async function mayGovern(
  trx: Trx,
  compId: string,
  caller: Pick<Caller, "roleType" | "agentId">,
  seat: { readonly agentId: string; readonly groupId: string | null },
): Promise<boolean> {
  if (isAdministrator(caller) || caller.agentId === seat.agentId) return true;
  if (!isMonitor(caller) || caller.agentId === null || seat.groupId === null) return false;
  return (await monitoredGroups(trx, compId, caller.agentId)).includes(seat.groupId);
}
