/** Records that somebody works with: those within his data scope, and the values of orders that he sees. */
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { FormsDeps } from "../deps.ts";
import { findRecords, type RecordRow } from "./repository.ts";
import { everything, scopeOf } from "./scope.ts";

/** Of these; `lock`: held until the transaction ends. */
export async function reached(
  { auth, orders }: Pick<FormsDeps, "auth" | "orders">,
  trx: Trx,
  compId: string,
  { ids, caller, lock = false }: { readonly ids: readonly string[]; readonly caller: Caller; readonly lock?: boolean },
): Promise<readonly RecordRow[]> {
  // All in one order, whatever they are reached by.
  if (lock) await findRecords(trx, compId, ids, { scope: everything, lock });
  const own = await findRecords(trx, compId, ids, { scope: await scopeOf(auth, trx, compId, caller) });
  const known = new Set(own.map(({ id }) => id));
  const rest = ids.filter((id) => !known.has(id));
  if (rest.length === 0) return own;
  const others = await findRecords(trx, compId, rest, { scope: everything });
  const orderIds = others.flatMap(({ orderId }) => orderId ?? []);
  const open = new Set(
    (await orders.lines(trx, compId, caller, orderIds)).filter(({ mayOpen }) => mayOpen).map(({ id }) => id),
  );
  const seen = others.filter(({ orderId }) => orderId !== null && open.has(orderId)).map(({ id }) => id);
  return seen.length === 0 ? own : [...own, ...(await findRecords(trx, compId, seen, { scope: everything }))];
}
