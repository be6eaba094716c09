/** Which calls somebody may look at, and whose numbers he sees masked, for modules that name calls beside their own data. */
import type { Caller } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { scopeIn } from "./finding.ts";
import { maskingFor, masksByTask } from "./policy.ts";
import { idsOfHidingTasks, idsWithin } from "./repository.ts";

export async function callsSeen(trx: Trx, caller: Caller, callIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (callIds.length === 0) return new Set();
  const scope = await scopeIn(trx, caller);
  return new Set(scope ? await idsWithin(trx, caller.compId, scope, callIds) : []);
}

/** Whether he sees the numbers of a call masked, as 通话记录 shows them (隐藏号码 of its dialling task). */
export async function callsMasked(
  trx: Trx,
  caller: Caller,
  callIds: readonly string[],
): Promise<(callId: string) => boolean> {
  const masks = maskingFor(caller);
  if (!masksByTask(caller) || callIds.length === 0) return () => masks({ ofHidingTask: false });
  const hiding = new Set(await idsOfHidingTasks(trx, caller.compId, callIds));
  return (callId) => masks({ ofHidingTask: hiding.has(callId) });
}
