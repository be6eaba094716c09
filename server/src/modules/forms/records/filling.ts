/** What a trigger writes: the form's own checks hold, rights of people and rules of nodes do not. */
import type { Trx } from "../../../ports/database.ts";
import { AppError } from "@liantai/api/contract";
import { sameValue } from "@liantai/api/forms";
import type { RecordDeps } from "../deps.ts";
import type { Filling, RecordRef } from "../ports.ts";
import { orderRender } from "./order-render.ts";
import type { PreparedOrder } from "./prepared-order.ts";
import { hold } from "./published.ts";
import { findRecord } from "./repository.ts";
import { changedValues } from "./saving.ts";
import { everything } from "./scope.ts";
import { storeChange } from "./storing.ts";

/** false: it is so already. */
export async function fill(
  deps: Pick<RecordDeps, "ports" | "audit">,
  trx: Trx,
  { compId, recordId }: RecordRef,
  { published, prepared }: PreparedOrder,
  { by, orderSeq }: Filling,
): Promise<boolean> {
  const { form } = published;
  const held = { compId, form, row: await hold(trx, published) };
  const row = await findRecord(trx, compId, recordId, { scope: everything, lock: true });
  if (!row) throw new AppError("notFound");
  const more = row.orderId ? { draft: true, otherRender: orderRender } : {};
  const values = changedValues(form, row, { values: prepared.given }, prepared, false, more);
  if (!values || sameValue(values, row.values)) return false;
  await storeChange(deps, trx, held, row, { values, ...(orderSeq !== undefined && { orderSeq }) }, { name: by });
  return true;
}
