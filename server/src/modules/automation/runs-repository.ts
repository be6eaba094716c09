/** SQL of what triggers looked at and did: rows wait, are run once, and stay as the trace. */
import type { RunState, SubjectKind, JudgedLine, ToldLine } from "@liantai/api/contract/work-orders";
import type { Insertable, Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { TriggerRunTable } from "../../ports/schema/automation.ts";

export type RunRow = Selectable<TriggerRunTable>;
export type RunKey = Pick<RunRow, "compId" | "eventKey" | "triggerId">;

export async function insertRuns(trx: Trx, rows: readonly Insertable<TriggerRunTable>[]): Promise<void> {
  await trx
    .insertInto("trigger_run")
    .values(rows)
    .onConflict((c) => c.columns(["compId", "eventKey", "triggerId"]).doNothing())
    .execute();
}

export interface Waiting {
  readonly compId: string;
  readonly kind: SubjectKind;
  readonly subjectId: string;
}

/** Orders and records of all enterprises of which something waits, those that wait longest first. */
export async function waitingSubjects(trx: Trx, now: Date, limit: number): Promise<readonly Waiting[]> {
  return (
    trx
      .selectFrom("trigger_run")
      .select(["compId", "kind", "subjectId"])
      .where("state", "=", "waiting")
      .groupBy(["compId", "kind", "subjectId"])
      // What is tried again later holds up what came after it.
      .having((e) => e(e.fn.max("tryAt"), "<=", now))
      .orderBy((e) => e.fn.min("n"))
      .limit(limit)
      .execute()
  );
}

/** When the first of those that wait may be tried, of all enterprises. */
export async function firstTry(trx: Trx): Promise<number | undefined> {
  const row = await trx
    .selectFrom("trigger_run")
    .select((e) => e.fn.min("tryAt").as("at"))
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return row?.at?.getTime();
}

const ofSubject = (trx: Trx, { compId, kind, subjectId }: Waiting) =>
  trx
    .selectFrom("trigger_run")
    .selectAll()
    .where("compId", "=", compId)
    .where("kind", "=", kind)
    .where("subjectId", "=", subjectId);

/** The one that is next. */
export const nextRun = (trx: Trx, of: Waiting): Promise<RunRow | undefined> =>
  ofSubject(trx, of).where("state", "=", "waiting").orderBy("n").limit(1).executeTakeFirst();

const byKey = (trx: Trx, { compId, eventKey, triggerId }: RunKey) =>
  trx
    .selectFrom("trigger_run")
    .selectAll()
    .where("compId", "=", compId)
    .where("eventKey", "=", eventKey)
    .where("triggerId", "=", triggerId);

/** undefined: another process runs it right now, or has done so. */
export const lockRun = (trx: Trx, key: RunKey): Promise<RunRow | undefined> =>
  byKey(trx, key).where("state", "=", "waiting").forUpdate().skipLocked().executeTakeFirst();

export interface Outcome {
  readonly state: Exclude<RunState, "waiting" | "cut">;
  readonly ranAt: Date;
  readonly lines?: readonly JudgedLine[];
  readonly did?: readonly ToldLine[];
  readonly reason?: string;
}

const updateRun = (trx: Trx, { compId, eventKey, triggerId }: RunKey) =>
  trx
    .updateTable("trigger_run")
    .where("compId", "=", compId)
    .where("eventKey", "=", eventKey)
    .where("triggerId", "=", triggerId)
    .where("state", "=", "waiting");

export const finishRun = (trx: Trx, key: RunKey, { lines = [], did = [], reason = "", ...rest }: Outcome) =>
  updateRun(trx, key)
    .set({ ...rest, reason, lines: JSON.stringify(lines), did: JSON.stringify(did) })
    .execute();

export const putOff = (trx: Trx, key: RunKey, tries: number, tryAt: Date) =>
  updateRun(trx, key).set({ tries, tryAt }).execute();

/** Newest first. */
export const traceOf = (trx: Trx, of: Waiting, limit: number): Promise<RunRow[]> =>
  ofSubject(trx, of).orderBy("n", "desc").limit(limit).execute();

/** How often each acted since then. */
export async function firedSince(trx: Trx, compId: string, ids: readonly string[], since: Date) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await trx
    .selectFrom("trigger_run")
    .select((e) => ["triggerId", e.fn.countAll<string>().as("fired")])
    .where("compId", "=", compId)
    .where("triggerId", "in", ids)
    .where("state", "=", "fired")
    .where("ranAt", ">=", since)
    .groupBy("triggerId")
    .execute();
  return new Map(rows.map(({ triggerId, fired }) => [triggerId, Number(fired)]));
}

/** Traces that nobody reads any more. */
export const dropOldRuns = (trx: Trx, before: Date) =>
  trx.deleteFrom("trigger_run").where("state", "<>", "waiting").where("eventAt", "<", before).execute();
