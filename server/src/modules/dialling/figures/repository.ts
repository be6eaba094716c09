/** SQL of figures: attempts, robots' calls and calls in flows by keyset, and counts. */
import { robotTask } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

/** Attempts outlive their task (D61). */
const nameOfTask = sql<string>`coalesce(r.task_identity, '已删除的任务')`;

export interface Stretch {
  readonly from: Date;
  /** Inclusive. */
  readonly to: Date;
}

/** The last row of the page before. */
export interface After {
  readonly at: Date;
  readonly id: string;
}

export interface AttemptFilter extends Stretch {
  readonly ftype?: number | undefined;
  readonly taskId?: string | undefined;
  readonly batchNumber?: string | undefined;
  readonly phones?: readonly string[] | undefined;
  readonly agentId?: string | undefined;
  readonly code?: number | undefined;
  readonly result?: string | undefined;
  readonly level?: string | undefined;
}

export function attemptsIn(trx: Trx, compId: string, f: AttemptFilter, after: After | undefined, limit: number) {
  let query = trx
    .selectFrom("dial_attempt as a")
    .leftJoin("task as r", (on) => on.onRef("r.compId", "=", "a.compId").onRef("r.id", "=", "a.taskId"))
    .leftJoin("dial_batch as b", (on) => on.onRef("b.compId", "=", "a.compId").onRef("b.id", "=", "a.batchId"))
    .leftJoin("seat as s", (on) => on.onRef("s.compId", "=", "a.compId").onRef("s.agentId", "=", "a.agentId"))
    .leftJoin("robot_talk as t", (on) =>
      on.onRef("t.compId", "=", "a.compId").onRef("t.callId", "=", "a.callId").on("t.seq", "=", 1),
    )
    .selectAll("a")
    .select([nameOfTask.as("taskIdentity"), "b.batchNumber", "s.name as agentName", "t.robotName", "t.turns"])
    .where("a.compId", "=", compId)
    .where("a.startedAt", ">=", f.from)
    .where("a.startedAt", "<=", f.to);
  if (f.ftype !== undefined) query = query.where("a.ftype", "=", f.ftype);
  if (f.taskId) query = query.where("a.taskId", "=", f.taskId);
  if (f.batchNumber) query = query.where("b.batchNumber", "=", f.batchNumber);
  if (f.phones) query = query.where("a.phone", "in", f.phones);
  if (f.agentId) query = query.where("a.agentId", "=", f.agentId);
  if (f.code !== undefined) query = query.where("a.code", "=", f.code);
  if (f.result) query = query.where("a.result", "=", f.result);
  if (f.level) query = query.where("a.level", "=", f.level);
  if (after) query = query.where(sql<boolean>`(a.started_at, a.id) < (${after.at}, ${after.id})`);
  return query.orderBy("a.startedAt", "desc").orderBy("a.id", "desc").limit(limit).execute();
}

export interface RobotFilter extends Stretch {
  readonly robotId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly level?: string | undefined;
  readonly phones?: readonly string[] | undefined;
}

export function robotCallsIn(trx: Trx, compId: string, f: RobotFilter, after: After | undefined, limit: number) {
  const key = sql<string>`t.call_id || '/' || t.seq`;
  let query = trx
    .selectFrom("robot_talk as t")
    .leftJoin("robot_agent as g", (on) => on.onRef("g.compId", "=", "t.compId").onRef("g.id", "=", "t.robotId"))
    .leftJoin("call_score as k", (on) => on.onRef("k.compId", "=", "t.compId").onRef("k.callId", "=", "t.callId"))
    .leftJoin("dial_attempt as a", (on) => on.onRef("a.compId", "=", "t.compId").onRef("a.callId", "=", "t.callId"))
    .leftJoin("task as r", (on) => on.onRef("r.compId", "=", "a.compId").onRef("r.id", "=", "a.taskId"))
    .selectAll("t")
    .select(["g.name as nameNow", "k.level", "k.score", "a.taskId", "r.taskIdentity", key.as("key")])
    .where("t.compId", "=", compId)
    .where("t.takenAt", ">=", f.from)
    .where("t.takenAt", "<=", f.to);
  if (f.robotId) query = query.where("t.robotId", "=", f.robotId);
  if (f.taskId) query = query.where("a.taskId", "=", f.taskId);
  if (f.level) query = query.where("k.level", "=", f.level);
  if (f.phones) query = query.where("t.number", "in", f.phones);
  if (after) query = query.where(sql<boolean>`(t.taken_at, ${key}) < (${after.at}, ${after.id})`);
  return query.orderBy("t.takenAt", "desc").orderBy(key, "desc").limit(limit).execute();
}

export interface FlowFilter extends Stretch {
  readonly flowId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly phones?: readonly string[] | undefined;
}

export function flowCallsIn(trx: Trx, compId: string, f: FlowFilter, after: After | undefined, limit: number) {
  let query = trx
    .selectFrom("call_record as c")
    .innerJoinLateral(
      (e) =>
        e
          .selectFrom("flow_stay as s")
          .select((s) => [
            s.fn.countAll<number>().as("nodes"),
            sql<number>`coalesce(sum(s.stay_ms), 0)`.as("stayMs"),
            sql<string>`(array_agg(s.flow_id order by s.seq))[1]`.as("flowId"),
            sql<string>`(array_agg(s.node_name order by s.seq desc))[1]`.as("lastNode"),
            sql<string>`(array_agg(s.exit order by s.seq desc))[1]`.as("lastExit"),
          ])
          .whereRef("s.compId", "=", "c.compId")
          .whereRef("s.callId", "=", "c.callId")
          .$if(Boolean(f.flowId), (q) => q.where("s.flowId", "=", f.flowId!))
          .having((s) => s.fn.countAll(), ">", 0)
          .as("v"),
      (on) => on.onTrue(),
    )
    .leftJoin("voice_flow as w", (on) => on.onRef("w.compId", "=", "c.compId").onRef("w.id", "=", "v.flowId"))
    .select(["c.callId", "c.direction", "c.caller", "c.callee", "c.accessNumber", "c.startAt", "c.taskId"])
    .select(["v.nodes", "v.stayMs", "v.flowId", "v.lastNode", "v.lastExit", "w.name as flowName"])
    .where("c.compId", "=", compId)
    .where("c.startAt", ">=", f.from)
    .where("c.startAt", "<=", f.to);
  if (f.taskId) query = query.where("c.taskId", "=", f.taskId);
  if (f.phones) {
    const { phones } = f;
    query = query.where((e) => e.or([e("c.caller", "in", phones), e("c.callee", "in", phones)]));
  }
  if (after) query = query.where(sql<boolean>`(c.start_at, c.call_id) < (${after.at}, ${after.id})`);
  return query.orderBy("c.startAt", "desc").orderBy("c.callId", "desc").limit(limit).execute();
}

/** What visits of nodes that take keys were left by. */
export async function keysIn(
  trx: Trx,
  compId: string,
  f: FlowFilter,
  page: { readonly limit: number; readonly offset: number },
) {
  let stays = trx
    .selectFrom("flow_stay as s")
    .where("s.compId", "=", compId)
    .where("s.enteredAt", ">=", f.from)
    .where("s.enteredAt", "<=", f.to)
    .where((e) => e.or([e("s.exit", "like", "key-%"), e("s.exit", "in", ["timeout", "invalid", "collected", "back"])]));
  if (f.flowId) stays = stays.where("s.flowId", "=", f.flowId);
  if (f.taskId) {
    const { taskId } = f;
    stays = stays.where("s.callId", "in", (e) =>
      e
        .selectFrom("dial_attempt as a")
        .select("a.callId")
        .where("a.compId", "=", compId)
        .where("a.taskId", "=", taskId),
    );
  }
  const groups = stays
    .leftJoin("voice_flow as w", (on) => on.onRef("w.compId", "=", "s.compId").onRef("w.id", "=", "s.flowId"))
    .select((e) => [
      ...(["s.flowId", "w.name as flowName", "s.nodeId", "s.exit"] as const),
      e.fn.max("s.nodeName").as("nodeName"),
      e.fn.countAll<number>().as("count"),
      e.fn.count<number>("s.callId").distinct().as("calls"),
      sql<number>`count(*) over ()`.as("total"),
    ])
    .groupBy(["s.flowId", "w.name", "s.nodeId", "s.exit"])
    .orderBy("s.flowId")
    .orderBy("s.nodeId")
    .orderBy("s.exit");
  const rows = await groups.limit(page.limit).offset(page.offset).execute();
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

export function levelsIn(
  trx: Trx,
  compId: string,
  f: Stretch & { readonly taskId?: string | undefined; readonly robotId?: string | undefined },
) {
  let query = trx
    .selectFrom("call_score as k")
    .leftJoin("task as r", (on) => on.onRef("r.compId", "=", "k.compId").onRef("r.id", "=", "k.taskId"))
    .leftJoin("robot_agent as g", (on) => on.onRef("g.compId", "=", "k.compId").onRef("g.id", "=", "k.robotId"))
    .select((e) => [
      ...(["k.taskId", "r.taskIdentity", "k.robotId", "g.name as robotName", "k.level"] as const),
      e.fn.countAll<number>().as("count"),
      e.fn.avg<number>("k.score").as("score"),
    ])
    .where("k.compId", "=", compId)
    .where("k.at", ">=", f.from)
    .where("k.at", "<=", f.to);
  if (f.taskId) query = query.where("k.taskId", "=", f.taskId);
  if (f.robotId) query = query.where("k.robotId", "=", f.robotId);
  return query
    .groupBy(["k.taskId", "r.taskIdentity", "k.robotId", "g.name", "k.level"])
    .orderBy("k.taskId")
    .orderBy("k.robotId")
    .orderBy("k.level")
    .execute();
}

export function feesIn(trx: Trx, compId: string, f: Stretch & { readonly taskId?: string | undefined }) {
  const day = sql<string>`to_char(a.started_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  let query = trx
    .selectFrom("dial_attempt as a")
    .leftJoin("task as r", (on) => on.onRef("r.compId", "=", "a.compId").onRef("r.id", "=", "a.taskId"))
    .select((e) => [
      day.as("day"),
      ...(["a.taskId", "a.ftype"] as const),
      nameOfTask.as("taskIdentity"),
      e.fn.countAll<number>().as("attempts"),
      e.fn.count<number>("a.answeredAt").as("answered"),
      e.fn.sum<number>("a.talkMs").as("talkMs"),
      e.fn.sum<number>("a.cost").as("cost"),
    ])
    .where("a.compId", "=", compId)
    .where("a.startedAt", ">=", f.from)
    .where("a.startedAt", "<=", f.to);
  if (f.taskId) query = query.where("a.taskId", "=", f.taskId);
  return query
    .groupBy([day, "a.taskId", "r.taskIdentity", "a.ftype"])
    .orderBy(day, "desc")
    .orderBy("r.taskIdentity")
    .orderBy("a.taskId")
    .execute();
}

/** Numbers of intelligent tasks that were dialled. */
export function robotNumbers(
  trx: Trx,
  compId: string,
  f: {
    readonly taskId?: string | undefined;
    readonly level?: string | undefined;
    readonly phones?: readonly string[] | undefined;
  },
  after: After | undefined,
  limit: number,
) {
  let query = trx
    .selectFrom("dial_phone as p")
    .innerJoin("task as r", (on) => on.onRef("r.compId", "=", "p.compId").onRef("r.id", "=", "p.taskId"))
    .select(["p.id", "p.taskId", "r.taskIdentity", "p.phone", "p.contact", "p.state", "p.level", "p.score"])
    .select(["p.result", "p.lastCode", "p.lastAt", "p.formDataId"])
    .where("p.compId", "=", compId)
    .where("r.ftype", "=", robotTask)
    .where("p.lastAt", "is not", null);
  if (f.taskId) query = query.where("p.taskId", "=", f.taskId);
  if (f.level) query = query.where("p.level", "=", f.level);
  if (f.phones) query = query.where("p.phone", "in", f.phones);
  if (after) query = query.where(sql<boolean>`(p.last_at, p.id) < (${after.at}, ${after.id})`);
  return query.orderBy("p.lastAt", "desc").orderBy("p.id", "desc").limit(limit).execute();
}
