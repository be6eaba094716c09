/** What a reconcile reads: ranges of streams and the rows made of them. Within one enterprise's transaction unless it says so. */
import type { Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { AgentStatusTable, CallRecordTable } from "../../../ports/schema.ts";
import type { Entry, Sequenced } from "../events.ts";
import { entry, type StoredEvent } from "../repository.ts";

export type StoredCall = Selectable<CallRecordTable>;
export type StoredStatus = Selectable<AgentStatusTable>;
export type Stream = Entry["stream"];

/** The next enterprise that has a log or a row, in a system transaction; undefined: that was the last. */
export async function nextEnterprise(trx: Trx, after: string): Promise<string | undefined> {
  const found = await Promise.all(
    (["event", "call_record", "agent_status"] as const).map((table) =>
      trx
        .selectFrom(table)
        .select("comp_id")
        .where("comp_id", ">", after)
        .orderBy("comp_id")
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  const ids = found.flatMap((row) => (row ? [row.comp_id] : []));
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
    .select("stream_id as id")
    .distinct()
    .where("comp_id", "=", compId)
    .where("stream", "=", stream)
    .where("stream_id", ">", after)
    .orderBy("stream_id")
    .limit(limit)
    .execute();
  const rows =
    stream === "contact"
      ? trx
          .selectFrom("call_record")
          .select("call_id as id")
          .where("comp_id", "=", compId)
          .where("call_id", ">", after)
          .orderBy("call_id")
          .limit(limit)
          .execute()
      : trx
          .selectFrom("agent_status")
          .select("agent_id as id")
          .distinct()
          .where("comp_id", "=", compId)
          .where("agent_id", ">", after)
          .orderBy("agent_id")
          .limit(limit)
          .execute();
  const ends = (await Promise.all([streams, rows])).flatMap((list) => (list.length === limit ? [list.at(-1)!.id] : []));
  return ends.length === 0 ? undefined : lowest(trx, ends);
}

/** Ids of agents with a log or a row. */
export async function agentsIn(trx: Trx, compId: string, after: string, end: string | undefined): Promise<string[]> {
  let logs = trx
    .selectFrom("event")
    .select("stream_id as id")
    .where("comp_id", "=", compId)
    .where("stream", "=", "agent")
    .where("stream_id", ">", after);
  let rows = trx
    .selectFrom("agent_status")
    .select("agent_id as id")
    .where("comp_id", "=", compId)
    .where("agent_id", ">", after);
  if (end !== undefined) [logs, rows] = [logs.where("stream_id", "<=", end), rows.where("agent_id", "<=", end)];
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
    .where("comp_id", "=", compId)
    .where("stream", "=", "contact")
    .where("stream_id", ">", after);
  if (end !== undefined) query = query.where("stream_id", "<=", end);
  return (await query.orderBy("stream_id").orderBy("seq").execute()).map((row) => entry(row as StoredEvent));
}

export async function callRows(
  trx: Trx,
  compId: string,
  after: string,
  end: string | undefined,
): Promise<StoredCall[]> {
  let query = trx.selectFrom("call_record").selectAll().where("comp_id", "=", compId).where("call_id", ">", after);
  if (end !== undefined) query = query.where("call_id", "<=", end);
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
    .where("comp_id", "=", compId)
    .where("stream", "=", "agent")
    .where("stream_id", "=", agentId)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map((row) => entry(row as StoredEvent));
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
    .where("comp_id", "=", compId)
    .where("agent_id", "=", agentId)
    .where("seq", ">=", from);
  if (before !== undefined) query = query.where("seq", "<", before);
  return query.orderBy("seq").limit(limit).execute();
}
