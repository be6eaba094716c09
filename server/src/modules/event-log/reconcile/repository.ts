/** What a reconcile reads: ranges of streams and the rows made of them. Within one enterprise's transaction unless it says so. */
import type { Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { AgentStatusTable, CallRecordTable } from "../../../ports/schema.ts";
import type { Entry, Sequenced } from "../events.ts";
import { entry } from "../repository.ts";

export type StoredCall = Selectable<CallRecordTable>;
export type StoredStatus = Selectable<AgentStatusTable>;
export type Stream = Entry["stream"];

/** The next enterprise that has a log or a row, in a system transaction; undefined: that was the last. */
export async function nextEnterprise(trx: Trx, after: string): Promise<string | undefined> {
  const found = await Promise.all(
    (["event", "call_record", "agent_status"] as const).map((table) =>
      trx.selectFrom(table).select("compId").where("compId", ">", after).orderBy("compId").limit(1).executeTakeFirst(),
    ),
  );
  const ids = found.flatMap((row) => (row ? [row.compId] : []));
  return ids.length === 0 ? undefined : lowest(trx, ids);
}

/** By the database's own order, which is not JavaScript's. */
async function lowest(trx: Trx, texts: readonly string[]): Promise<string> {
  const { low } = await trx
    .selectNoFrom((e) =>
      e
        .fn<string>(
          "least",
          texts.map((text) => e.cast<string>(e.val(text), "text")),
        )
        .as("low"),
    )
    .executeTakeFirstOrThrow();
  return low;
}

/** Where a page of at most `limit` streams and `limit` rows that begins after `after` ends; undefined: nothing is left behind it. */
export async function pageEnd(
  trx: Trx,
  compId: string,
  stream: Stream,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const streams = trx
    .selectFrom("event")
    .select("streamId as id")
    .distinct()
    .where("compId", "=", compId)
    .where("stream", "=", stream)
    .where("streamId", ">", after)
    .orderBy("streamId")
    .limit(limit)
    .execute();
  const rows =
    stream === "contact"
      ? trx
          .selectFrom("call_record")
          .select("callId as id")
          .where("compId", "=", compId)
          .where("callId", ">", after)
          .orderBy("callId")
          .limit(limit)
          .execute()
      : trx
          .selectFrom("agent_status")
          .select("agentId as id")
          .distinct()
          .where("compId", "=", compId)
          .where("agentId", ">", after)
          .orderBy("agentId")
          .limit(limit)
          .execute();
  const ends = (await Promise.all([streams, rows])).flatMap((list) => (list.length === limit ? [list.at(-1)!.id] : []));
  return ends.length === 0 ? undefined : lowest(trx, ends);
}

/** Ids of agents with a log or a row. */
export async function agentsIn(trx: Trx, compId: string, after: string, end: string | undefined): Promise<string[]> {
  let logs = trx
    .selectFrom("event")
    .select("streamId as id")
    .where("compId", "=", compId)
    .where("stream", "=", "agent")
    .where("streamId", ">", after);
  let rows = trx
    .selectFrom("agent_status")
    .select("agentId as id")
    .where("compId", "=", compId)
    .where("agentId", ">", after);
  if (end !== undefined) [logs, rows] = [logs.where("streamId", "<=", end), rows.where("agentId", "<=", end)];
  return (await logs.union(rows).execute()).map(({ id }) => id);
}

export async function contactEvents(
  trx: Trx,
  compId: string,
  after: string,
  end: string | undefined,
): Promise<Sequenced[]> {
  let query = trx
    .selectFrom("event")
    .selectAll()
    .where("compId", "=", compId)
    .where("stream", "=", "contact")
    .where("streamId", ">", after);
  if (end !== undefined) query = query.where("streamId", "<=", end);
  return (await query.orderBy("streamId").orderBy("seq").execute()).map((row) => entry(row));
}

export async function callRows(
  trx: Trx,
  compId: string,
  after: string,
  end: string | undefined,
): Promise<StoredCall[]> {
  let query = trx.selectFrom("call_record").selectAll().where("compId", "=", compId).where("callId", ">", after);
  if (end !== undefined) query = query.where("callId", "<=", end);
  return query.execute();
}

export async function agentEvents(
  trx: Trx,
  compId: string,
  agentId: string,
  afterSeq: number,
  limit: number,
): Promise<Sequenced[]> {
  const rows = await trx
    .selectFrom("event")
    .selectAll()
    .where("compId", "=", compId)
    .where("stream", "=", "agent")
    .where("streamId", "=", agentId)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map((row) => entry(row));
}

/** Rows from `seq` on, up to `before`. */
export async function statusRows(
  trx: Trx,
  compId: string,
  agentId: string,
  from: number,
  before: number | undefined,
  limit: number,
): Promise<StoredStatus[]> {
  let query = trx
    .selectFrom("agent_status")
    .selectAll()
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("seq", ">=", from);
  if (before !== undefined) query = query.where("seq", "<", before);
  return query.orderBy("seq").limit(limit).execute();
}

/** Nobody else writes the record until the transaction is over. False: the call lives, or has none. */
export async function lockEnded(trx: Trx, compId: string, callId: string): Promise<boolean> {
  const found = await trx
    .selectFrom("call_record")
    .select("callId")
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .where("endAt", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}
