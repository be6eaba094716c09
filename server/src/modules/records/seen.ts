/** Which calls somebody may look at, for modules that name calls beside their own data. */
import type { Caller } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { scopeIn } from "./finding.ts";
import { idsWithin } from "./repository.ts";

export async function callsSeen(trx: Trx, caller: Caller, callIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (callIds.length === 0) return new Set();
  const scope = await scopeIn(trx, caller);
  return new Set(scope ? await idsWithin(trx, caller.compId, scope, callIds) : []);
}
