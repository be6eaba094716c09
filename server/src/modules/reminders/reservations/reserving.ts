/** Reservations that are made by no hand, for other modules: in their transactions. */
import type { Trx } from "../../../ports/database.ts";
import type { Reminders } from "../reminders.ts";
import { remind } from "./reminding.ts";
import { insertReservation, type NewReservation } from "./repository.ts";

export async function reserve(
  trx: Trx,
  make: Reminders["make"],
  { compId, id, ...row }: NewReservation & { readonly compId: string; readonly id: string; readonly subTime: Date },
): Promise<void> {
  await insertReservation(trx, { compId, id, ...row });
  await remind(make, trx, compId, id, row);
}
