/** SQL of sounds that announcements are cut from: of lines that nobody answered, and recordings of dialled calls (readers.ts). */
import type { Trx } from "../../../ports/database.ts";

export interface SourceRow {
  readonly callId: string;
  readonly at: Date;
  readonly phone: string;
  readonly task: string | null;
  readonly code: number | null;
  readonly durationMs: number | null;
}

interface Asked {
  readonly since: Date;
  readonly most: number;
  /** The whole number; '': any. */
  readonly phone: string;
}

const attempts = (trx: Trx, compId: string, phone: string) =>
  trx
    .selectFrom("dial_attempt as a")
    .leftJoin("task as t", (j) => j.onRef("t.compId", "=", "a.compId").onRef("t.id", "=", "a.taskId"))
    .where("a.compId", "=", compId)
    .$if(phone !== "", (q) => q.where("a.phone", "=", phone))
    .select(["a.callId", "a.phone", "a.code", "t.taskIdentity as task"]);

/** The newest first. */
export const earlySounds = (trx: Trx, compId: string, { since, most, phone }: Asked): Promise<SourceRow[]> =>
  attempts(trx, compId, phone)
    .innerJoin("early_sound as s", (j) => j.onRef("s.compId", "=", "a.compId").onRef("s.callId", "=", "a.callId"))
    .select(["s.at", "s.durationMs"])
    .where("s.at", ">", since)
    .orderBy("s.at", "desc")
    .limit(most)
    .execute();

/** The newest first. Those of a number are looked for however old they are. */
export const recordedCalls = (trx: Trx, compId: string, { since, most, phone }: Asked): Promise<SourceRow[]> =>
  attempts(trx, compId, phone)
    .innerJoin("call_record as c", (j) => j.onRef("c.compId", "=", "a.compId").onRef("c.callId", "=", "a.callId"))
    .select(["a.startedAt as at", "c.recordingMs as durationMs"])
    .where("c.recordingKey", "is not", null)
    .$if(phone === "", (q) => q.where("a.startedAt", ">", since))
    .orderBy("a.startedAt", "desc")
    .limit(most)
    .execute();

export const earlySound = (trx: Trx, compId: string, callId: string, since: Date) =>
  trx
    .selectFrom("early_sound")
    .select("blobKey")
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .where("at", ">", since)
    .executeTakeFirst();

/** Of a call that was dialled for a task. */
export const recordingOf = (trx: Trx, compId: string, callId: string) =>
  trx
    .selectFrom("dial_attempt as a")
    .innerJoin("call_record as c", (j) => j.onRef("c.compId", "=", "a.compId").onRef("c.callId", "=", "a.callId"))
    .select(["c.recordingKey", "c.recordingBytes", "c.recordingDigest"])
    .where("a.compId", "=", compId)
    .where("a.callId", "=", callId)
    .executeTakeFirst();

/** Those that it is too much of, or too old, go. Their sounds' keys. */
export async function keepEarly(
  trx: Trx,
  row: {
    readonly compId: string;
    readonly callId: string;
    readonly at: Date;
    readonly durationMs: number;
    readonly blobKey: string;
  },
  { since, most }: Pick<Asked, "since" | "most">,
): Promise<readonly string[]> {
  const { compId } = row;
  await trx.insertInto("early_sound").values(row).execute();
  const gone = await trx
    .deleteFrom("early_sound")
    .where("compId", "=", compId)
    .where((e) =>
      e(
        "callId",
        "not in",
        e
          .selectFrom("early_sound as s")
          .select("s.callId")
          .where("s.compId", "=", compId)
          .where("s.at", ">", since)
          .orderBy("s.at", "desc")
          .limit(most),
      ),
    )
    .returning("blobKey")
    .execute();
  return gone.map(({ blobKey }) => blobKey);
}

/** Of all enterprises. */
export const dropOldEarly = async (trx: Trx, before: Date): Promise<readonly string[]> =>
  (await trx.deleteFrom("early_sound").where("at", "<=", before).returning("blobKey").execute()).map(
    ({ blobKey }) => blobKey,
  );
