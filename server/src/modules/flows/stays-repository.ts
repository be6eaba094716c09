/** SQL of stays of calls at nodes (a projection of the log): counters, and the calls behind them. */
import { sql } from "kysely";
import type { StayOutcome } from "@liantai/api/contract/flow-editor";
import type { Trx } from "../../ports/database.ts";

export interface StayFilter {
  readonly flowId: string;
  /** It is a shared sub-process: stays on its canvases, whatever flow the call was in. version: its number; 0: of all. */
  readonly shared?: { readonly version: number } | undefined;
  readonly since: Date;
  readonly versionId?: string | undefined;
  readonly nodeId?: string | undefined;
  readonly exit?: string | undefined;
  readonly how?: "" | "exited" | "hungUp" | "falseBargeIn" | undefined;
}

function stays(trx: Trx, compId: string, filter: StayFilter) {
  const { flowId, shared, since, versionId, nodeId, exit, how } = filter;
  let query = trx
    .selectFrom("flow_stay")
    .where("compId", "=", compId)
    .where(shared ? "sharedId" : "flowId", "=", flowId)
    .where("enteredAt", ">=", since);
  if (shared && shared.version > 0)
    query = query.where(sql<string>`split_part(node_id, '/', 2)`, "=", String(shared.version));
  if (shared && nodeId) query = query.where(sql<string>`split_part(node_id, '/', 3)`, "=", nodeId);
  if (!shared && versionId) query = query.where("versionId", "=", versionId);
  if (!shared && nodeId) query = query.where("nodeId", "=", nodeId);
  if (exit) query = query.where("exit", "=", exit);
  if (how === "exited") query = query.where("outcome", "=", "exit");
  if (how === "hungUp") query = query.where("outcome", "=", "hungUp");
  if (how === "falseBargeIn") query = query.where("falseBargeIns", ">", 0);
  return query;
}

export interface CountedStays {
  readonly nodeId: string;
  readonly exit: string;
  readonly visits: number;
  readonly hangUps: number;
  /** Of stays that are over: how many, and their ms. */
  readonly over: number;
  readonly ms: number;
  /** How often speech cut a wording off, and of these how often nothing was understood of it. */
  readonly bargeIns: number;
  readonly falseBargeIns: number;
}

export async function countStays(trx: Trx, compId: string, filter: StayFilter): Promise<readonly CountedStays[]> {
  const rows = await stays(trx, compId, filter)
    .select((e) => [
      "nodeId",
      "exit",
      e.fn.countAll().as("visits"),
      e.fn.count("stayMs").as("over"),
      e.fn.coalesce(e.fn.sum("stayMs"), e.val(0)).as("ms"),
      e.fn.countAll().filterWhere("outcome", "=", "hungUp").as("hangUps"),
      e.fn.coalesce(e.fn.sum("bargeIns"), e.val(0)).as("bargeIns"),
      e.fn.coalesce(e.fn.sum("falseBargeIns"), e.val(0)).as("falseBargeIns"),
    ])
    .groupBy(["nodeId", "exit"])
    .execute();
  return rows.map(({ nodeId, exit, visits, hangUps, over, ms, bargeIns, falseBargeIns }) => ({
    ...{ nodeId, exit, visits: Number(visits), hangUps: Number(hangUps), over: Number(over), ms: Number(ms) },
    ...{ bargeIns: Number(bargeIns), falseBargeIns: Number(falseBargeIns) },
  }));
}

export const countCalls = async (trx: Trx, compId: string, filter: StayFilter): Promise<number> => {
  const found = await stays(trx, compId, filter)
    .select((e) => e.fn.count("callId").distinct().as("calls"))
    .executeTakeFirstOrThrow();
  return Number(found.calls);
};

export interface CountedOutcome {
  readonly versionId: string;
  readonly outcome: StayOutcome;
  readonly calls: number;
}

/** Calls by version and by how their last stay in the flow ended. */
export async function countOutcomes(trx: Trx, compId: string, filter: StayFilter): Promise<readonly CountedOutcome[]> {
  const last = stays(trx, compId, filter)
    .distinctOn("callId")
    .select(["callId", "versionId", "outcome"])
    .orderBy("callId")
    .orderBy("seq", "desc");
  const rows = await trx
    .selectFrom(last.as("last"))
    .select((e) => ["versionId", "outcome", e.fn.countAll().as("calls")])
    .groupBy(["versionId", "outcome"])
    .execute();
  return rows.map(({ calls, ...row }) => ({ ...row, calls: Number(calls) }));
}

export interface CallInFlow {
  readonly callId: string;
  readonly at: Date;
  readonly caller: string;
  readonly versionId: string;
  readonly firstNode: string;
  readonly nodes: number;
  readonly lastNode: string;
  readonly outcome: StayOutcome;
  readonly recorded: boolean;
}

/** Newest first. What is said of a call is of all its stays in the flow, not only of those that the filter names. */
export async function callsIn(
  trx: Trx,
  compId: string,
  filter: StayFilter,
  page: { readonly pageNo: number; readonly pageSize: number },
): Promise<readonly CallInFlow[]> {
  const found = await stays(trx, compId, filter)
    .select((e) => ["callId", e.fn.max("enteredAt").as("newest")])
    .groupBy("callId")
    .orderBy(sql`max(entered_at) desc`)
    .orderBy("callId", "desc")
    .limit(page.pageSize)
    .offset((page.pageNo - 1) * page.pageSize)
    .execute();
  const ids = found.map(({ callId }) => callId);
  if (ids.length === 0) return [];
  const [rows, records] = await Promise.all([
    trx
      .selectFrom("flow_stay")
      .select(["callId", "seq", "versionId", "nodeId", "nodeName", "enteredAt", "outcome"])
      .where("compId", "=", compId)
      .where("callId", "in", ids)
      .where(filter.shared ? "sharedId" : "flowId", "=", filter.flowId)
      .orderBy("callId")
      .orderBy("seq")
      .execute(),
    trx
      .selectFrom("call_record")
      .select(["callId", "caller", "callee", "direction", "recordingKey"])
      .where("compId", "=", compId)
      .where("callId", "in", ids)
      .execute(),
  ]);
  const known = new Map(records.map((record) => [record.callId, record]));
  return ids.flatMap((callId): CallInFlow[] => {
    const own = rows.filter((row) => row.callId === callId);
    const [first, last] = [own[0], own.at(-1)];
    const record = known.get(callId);
    if (!first || !last || !record) return [];
    const caller = record.direction === "inbound" ? record.caller : record.callee;
    return [
      {
        ...{ callId, at: first.enteredAt, caller, versionId: first.versionId, nodes: own.length },
        firstNode: first.nodeId,
        ...{ lastNode: last.nodeName, outcome: last.outcome, recorded: record.recordingKey !== null },
      },
    ];
  });
}

/** Of the call of a replay. */
export const callOf = (trx: Trx, compId: string, callId: string) =>
  trx
    .selectFrom("call_record")
    .select(["callId", "caller", "callee", "direction", "startAt", "recordingKey"])
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .executeTakeFirst();

/** In a system transaction: whose call it is. */
export const enterpriseOfCall = async (trx: Trx, callId: string): Promise<string | undefined> =>
  (await trx.selectFrom("call_record").select("compId").where("callId", "=", callId).executeTakeFirst())?.compId;
