/** Several numbers of one person: a success closes the others, and a rule may let the next one be dialled instead. */
import { callingStates, type NumberState } from "@liantai/api/contract/admin";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialPhoneTable } from "../../../ports/schema/dialling.ts";
import { countProgress, moveProgress } from "../progress-repository.ts";

/** Why the others are not dialled. */
export const samePerson = "同一客户已接通";

export type Person = Pick<Selectable<DialPhoneTable>, "compId" | "taskId" | "person" | "id">;

const othersOf = (trx: Trx, { compId, taskId, person, id }: Person, states: readonly NumberState[]) =>
  trx
    .selectFrom("dial_phone")
    .select(["id", "state"])
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("person", "=", person)
    .where("id", "<>", id)
    .where("state", "in", states)
    .orderBy("position")
    .forUpdate();

/**
 * Which of the person's other numbers are closed by this success. Calls to them go on, and are their last (D66); what a seat has in hand
 * after its call stays there for its result.
 */
export async function closeOthers(trx: Trx, phone: Person): Promise<readonly string[]> {
  if (phone.person === "") return [];
  const all = await othersOf(trx, phone, ["waiting", "retry", "claimed", ...callingStates]).execute();
  const others = all.filter(({ state }) => !callingStates.includes(state));
  if (others.length < all.length)
    await trx
      .updateTable("dial_phone")
      .set({ reason: samePerson })
      .where("compId", "=", phone.compId)
      .where(
        "id",
        "in",
        all.flatMap((one) => (others.includes(one) ? [] : [one.id])),
      )
      .where("reason", "=", "")
      .execute();
  if (others.length === 0) return [];
  const ids = others.map(({ id }) => id);
  await trx
    .updateTable("dial_phone")
    .set({ state: "skipped", reason: samePerson, nextAt: null, claimedUntil: null })
    .set({ takenAt: sql<Date | null>`case when state = 'retry' then taken_at end` })
    .where("compId", "=", phone.compId)
    .where("id", "in", ids)
    .execute();
  for (const { state } of others) await countProgress(trx, phone.compId, phone.taskId, moveProgress(state, "skipped"));
  return ids;
}

/** What becomes of a number that got this reason while it was called, where it would be called again. */
export const overAs = (reason: string): "skipped" | "stopped" => (reason === samePerson ? "skipped" : "stopped");

/** The person has a number that is still to be dialled. */
export const hasOther = async (trx: Trx, phone: Person): Promise<boolean> =>
  phone.person !== "" && (await othersOf(trx, phone, ["waiting"]).limit(1).executeTakeFirst()) !== undefined;

/** The person's next number is dialled instead, when this one would have been. */
export async function passOn(trx: Trx, phone: Person, nextAt: number): Promise<void> {
  const next = await othersOf(trx, phone, ["waiting"]).limit(1).executeTakeFirst();
  if (!next) return;
  await trx
    .updateTable("dial_phone")
    .set({ state: "retry", nextAt: new Date(nextAt) })
    .where("compId", "=", phone.compId)
    .where("id", "=", next.id)
    .execute();
  await countProgress(trx, phone.compId, phone.taskId, moveProgress("waiting", "retry"));
}
