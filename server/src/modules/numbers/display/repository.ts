/** SQL of display rules and of what was shown. */
import { sql, type Insertable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DisplayRuleTable } from "../../../ports/schema/numbers.ts";
import { complaint, quickMs, type ShownCall } from "./reputation.ts";

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
    .select([
      "n.number",
      "d.day",
      "d.calls",
      "d.lastAt",
      "d.pausedAt",
      "d.pausedReason",
      "d.pausedBy",
      "d.restUntil",
      "d.resumedAt",
    ])
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

export interface JudgedCall extends ShownCall {
  readonly startAt: Date;
}

/** Of the last calls that showed it and are over, newest first. */
export async function lastCalls(trx: Trx, compId: string, number: string, most: number): Promise<JudgedCall[]> {
  const rows = await trx
    .selectFrom("call_record as c")
    .leftJoin("dial_attempt as a", (j) => j.onRef("a.compId", "=", "c.compId").onRef("a.callId", "=", "c.callId"))
    .select(["c.startAt", "c.answerAt", "c.endAt", "c.hungUpBy", "c.cause", "a.refused", "a.result"])
    .where("c.compId", "=", compId)
    .where("c.direction", "=", "outbound")
    .where("c.displayNumber", "=", number)
    .where("c.endAt", "is not", null)
    .orderBy("c.startAt", "desc")
    .limit(most)
    .execute();
  return rows.map(({ startAt, answerAt, endAt, hungUpBy, cause, refused, result }) => ({
    startAt,
    answered: answerAt !== null,
    // Who waits for an agent in vain, or is a machine, hangs up on us and not on the number.
    quick:
      answerAt !== null &&
      endAt !== null &&
      endAt.getTime() - answerAt.getTime() < quickMs &&
      (hungUpBy === null || hungUpBy === "customer") &&
      cause !== "taskAbandoned" &&
      cause !== "machineAnswered",
    refused: refused === 1 || (result ?? "").includes(complaint),
  }));
}

/** What each running task shows; []: all there are. */
export const numbersOfTasks = async (trx: Trx, compId: string): Promise<readonly (readonly string[])[]> =>
  (
    await trx
      .selectFrom("task as t")
      .innerJoin("dial_task as d", (j) => j.onRef("d.compId", "=", "t.compId").onRef("d.id", "=", "t.id"))
      .select("d.settings")
      .where("t.compId", "=", compId)
      .where("t.state", "=", "running")
      .execute()
  ).map(({ settings }) => settings.accessNumbers);

export interface Rest {
  readonly reason: string;
  readonly by: string;
  readonly now: Date;
  /** null: until somebody ends it. */
  readonly until: Date | null;
}

/** Those that rest from now on; who rests already goes on as he does. */
export async function pause(
  trx: Trx,
  compId: string,
  numbers: readonly string[],
  { reason, by, now, until }: Rest,
): Promise<string[]> {
  const rest = { pausedAt: now, pausedReason: reason, pausedBy: by, restUntil: until };
  const rows = await trx
    .insertInto("display_number")
    .columns(["compId", "number", "day", "calls", "pausedAt", "pausedReason", "pausedBy", "restUntil"])
    .expression((e) =>
      e
        .selectFrom("access_number as n")
        .select([
          "n.compId",
          "n.number",
          sql<Date>`${now}::timestamptz`.as("day"),
          sql<number>`0`.as("calls"),
          sql<Date>`${now}::timestamptz`.as("pausedAt"),
          sql<string>`${reason}::text`.as("pausedReason"),
          sql<string>`${by}::text`.as("pausedBy"),
          sql<Date | null>`${until}::timestamptz`.as("restUntil"),
        ])
        .where("n.compId", "=", compId)
        .where("n.number", "in", numbers)
        .where("n.enabled", "=", 1),
    )
    .onConflict((c) => c.columns(["compId", "number"]).doUpdateSet(rest).where("display_number.pausedAt", "is", null))
    .returning("number")
    .execute();
  return rows.map(({ number }) => number);
}

export const resume = (trx: Trx, compId: string, numbers: readonly string[], now: Date) =>
  trx
    .updateTable("display_number")
    .set({ pausedAt: null, pausedReason: "", pausedBy: "", restUntil: null, resumedAt: now })
    .where("compId", "=", compId)
    .where("number", "in", numbers)
    .where("pausedAt", "is not", null)
    .returning("number")
    .execute();

/** Their rest is over: from its end on they are judged anew. */
export const endRests = (trx: Trx, compId: string, now: Date) =>
  trx
    .updateTable("display_number")
    .set((e) => ({ pausedAt: null, pausedReason: "", pausedBy: "", resumedAt: e.ref("restUntil"), restUntil: null }))
    .where("compId", "=", compId)
    .where("pausedAt", "is not", null)
    .where("restUntil", "<=", now)
    .returning("number")
    .execute();

/** False: that was done within the day. */
export async function warnOnce(trx: Trx, compId: string, number: string, now: Date, since: Date): Promise<boolean> {
  const row = await trx
    .insertInto("display_number")
    .values({ compId, number, day: now, calls: 0, warnedAt: now })
    .onConflict((c) =>
      c
        .columns(["compId", "number"])
        .doUpdateSet({ warnedAt: now })
        .where((e) => e.or([e("display_number.warnedAt", "is", null), e("display_number.warnedAt", "<", since)])),
    )
    .returning("number")
    .executeTakeFirst();
  return row !== undefined;
}
