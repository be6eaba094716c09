/** Who sees which orders, and who supervises one: administrators all, monitors their groups', everybody what he had or may claim. */
import { isAdministrator, isMonitor } from "@liantai/api/contract";
import type { Actor } from "@liantai/api/contract/work-orders";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { monitoredGroups } from "../../seats/index.ts";
import { standsFor } from "../delegates-repository.ts";
import type { WorkOrderDeps } from "../deps.ts";
import type { OrderRow, Sight } from "./repository.ts";

/** A seat by its number; who has none, an administrator, by the account. */
export const personOf = ({ agentId, userId }: Pick<Caller, "agentId" | "userId">): string => agentId ?? userId;

/** By the role's data scope; the widest counts. Who has none sees what is his own all the same. */
export async function sightOf(
  { auth, ports }: Pick<WorkOrderDeps, "auth" | "ports">,
  trx: Trx,
  compId: string,
  caller: Caller,
): Promise<Sight> {
  const all = await auth.mayDo(caller, "dataAll", trx);
  const wide = all || (await auth.mayDo(caller, "dataGroup", trx));
  const { agentId } = caller;
  const [monitored, stands] = await Promise.all([
    wide && isMonitor(caller) && agentId !== null ? monitoredGroups(trx, compId, agentId) : [],
    agentId === null ? [] : standsFor(trx, compId, agentId, new Date(ports.clock.now())),
  ]);
  return {
    all,
    id: personOf(caller),
    groupId: caller.groupId ?? "",
    roleId: caller.roleId,
    standsFor: stands,
    monitored,
    supervises: isAdministrator(caller),
  };
}

export const actorOf = ({ supervises, id, monitored }: Sight, { groupId }: Pick<OrderRow, "groupId">): Actor => ({
  id,
  supervises: supervises || monitored.includes(groupId),
});
