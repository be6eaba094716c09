/** SQL of display rules and of what was shown. */
import type { Insertable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DisplayRuleTable } from "../../../ports/schema/numbers.ts";
import { fallLimits } from "./choose.ts";

export const findRule = (trx: Trx, compId: string) =>
  trx.selectFrom("display_rule").selectAll().where("compId", "=", compId).executeTakeFirst();

/** Held to the end of the transaction: two calls that begin at once choose one after the other. */
export const lockRule = (trx: Trx, compId: string) =>
  trx.selectFrom("display_rule").selectAll().where("compId", "=", compId).forUpdate().executeTakeFirst();

export async function saveRule(trx: Trx, row: Insertable<DisplayRuleTable>): Promise<void> {
  const { compId: _, ...set } = row;
  await trx
    .insertInto("display_rule")
    .values(row)
    .onConflict((c) => c.column("compId").doUpdateSet(set))
    .execute();
}

/** Numbers in service, with what is known of their use. */
export const listDisplayed = (trx: Trx, compId: string) =>
  trx
    .selectFrom("access_number as n")
    .leftJoin("display_number as d", (j) => j.onRef("d.compId", "=", "n.compId").onRef("d.number", "=", "n.number"))
    .select(["n.number", "d.day", "d.calls", "d.lastAt", "d.pausedAt", "d.resumedAt"])
    .where("n.compId", "=", compId)
    .where("n.enabled", "=", 1)
    .orderBy("n.number")
    .execute();

export async function countUse(trx: Trx, compId: string, number: string, day: Date, now: Date): Promise<void> {
  await trx
    .insertInto("display_number")
    .values({ compId, number, day, calls: 1, lastAt: now })
    .onConflict((c) =>
      c.columns(["compId", "number"]).doUpdateSet((e) => ({
        calls: e
          .case()
          .when("display_number.day", "=", day)
          .then(e("display_number.calls", "+", 1))
          .else(1)
          .end(),
        day,
        lastAt: now,
      })),
    )
    .execute();
}

/** Of the last calls that showed it and are over, newest first. */
export const lastAnswers = (trx: Trx, compId: string, number: string) =>
  trx
    .selectFrom("call_record")
    .select(["startAt", "answerAt"])
    .where("compId", "=", compId)
    .where("direction", "=", "outbound")
    .where("displayNumber", "=", number)
    .where("endAt", "is not", null)
    .orderBy("startAt", "desc")
    .limit(fallLimits.most)
    .execute();

/** False: another process has done it, or nothing was shown under it. */
export async function pause(trx: Trx, compId: string, number: string, reason: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable("display_number")
    .set({ pausedAt: now, pausedReason: reason })
    .where("compId", "=", compId)
    .where("number", "=", number)
    .where("pausedAt", "is", null)
    .returning("number")
    .executeTakeFirst();
  return row !== undefined;
}

export const resume = (trx: Trx, compId: string, numbers: readonly string[], now: Date) =>
  trx
    .updateTable("display_number")
    .set({ pausedAt: null, pausedReason: "", resumedAt: now })
    .where("compId", "=", compId)
    .where("number", "in", numbers)
    .where("pausedAt", "is not", null)
    .returning("number")
    .execute();
