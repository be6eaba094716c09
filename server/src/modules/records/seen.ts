/** Which calls somebody may look at, for modules that name calls beside their own data. */
import type { Caller } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { isMonitor } from "@liantai/api/contract";
import { monitoredGroups } from "../seats/index.ts";
import { scopeOf } from "./policy.ts";
import { idsWithin } from "./repository.ts";

export async function callsSeen(trx: Trx, caller: Caller, callIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (callIds.length === 0) return new Set();
  const { compId, agentId } = caller;
  const groups = isMonitor(caller) && agentId !== null ? await monitoredGroups(trx, compId, agentId) : [];
  const scope = scopeOf(caller, groups);
  return new Set(scope ? await idsWithin(trx, compId, scope, callIds) : []);
}
