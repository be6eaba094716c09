/** Call records as the screens ask for them. */
import type { ExpressionBuilder, SelectQueryBuilder } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { Tables } from "../../ports/schema.ts";
import type { Scope } from "./policy.ts";

export interface Filter {
  readonly from: Date;
  /** Inclusive. */
  readonly to: Date;
  readonly direction?: string;
  readonly caller?: string;
  readonly callee?: string;
  /** Numbers must match as a whole: who may not see them must not find them out digit by digit either. */
  readonly wholeNumbers: boolean;
  readonly agentId?: string;
  readonly skillGroupId?: string;
  readonly answered?: boolean;
  /** Two-way callbacks alone. */
  readonly dual?: true;
}

type From = Tables & { r: Tables["call_record"]; s: Tables["seat"]; g: Tables["skill_group"] };
type Query<O> = SelectQueryBuilder<From, "r", O>;

const records = (trx: Trx, compId: string): Query<object> =>
  trx.selectFrom("call_record as r").where("r.comp_id", "=", compId) as unknown as Query<object>;

/** What the asker may see at all. A call between colleagues is also the called one's. */
function scoped<O>(query: Query<O>, scope: Scope): Query<O> {
  if (scope.kind === "all") return query;
  const called = (e: ExpressionBuilder<From, "r">) =>
    e.selectFrom("seat as s").select("s.extension").whereRef("s.comp_id", "=", "r.comp_id");
  if (scope.kind === "own")
    return query.where((e) =>
      e.or([
        e("r.agent_id", "=", scope.agentId),
        e.and([
          e("r.direction", "=", "internal"),
          e("r.callee", "in", called(e).where("s.agent_id", "=", scope.agentId)),
        ]),
      ]),
    );
  const members = (e: ExpressionBuilder<From, "r">) =>
    e
      .selectFrom("seat as s")
      .select("s.agent_id")
      .whereRef("s.comp_id", "=", "r.comp_id")
      .where((x) => x.or([x("s.group_id", "in", scope.groupIds), x("s.agent_id", "=", scope.agentId)]));
  return query.where((e) =>
    e.or([
      e("r.agent_id", "in", members(e)),
      e.and([
        e("r.direction", "=", "internal"),
        e(
          "r.callee",
          "in",
          called(e).where((x) => x.or([x("s.group_id", "in", scope.groupIds), x("s.agent_id", "=", scope.agentId)])),
        ),
      ]),
    ]),
  );
}

function filtered<O>(start: Query<O>, f: Filter): Query<O> {
  let query = start.where("r.start_at", ">=", f.from).where("r.start_at", "<=", f.to);
  if (f.direction) query = query.where("r.direction", "=", f.direction);
  for (const [column, value] of [
    ["r.caller", f.caller],
    ["r.callee", f.callee],
  ] as const)
    if (value) query = f.wholeNumbers ? query.where(column, "=", value) : query.where(column, "like", `%${value}%`);
  if (f.dual) query = query.where("r.is_dual", "=", 1);
  if (f.agentId) query = query.where("r.agent_id", "=", f.agentId);
  if (f.skillGroupId) query = query.where("r.skill_group_id", "=", f.skillGroupId);
  if (f.answered !== undefined) query = query.where("r.answer_at", f.answered ? "is not" : "is", null);
  return query;
}

const withNames = (query: Query<object>) =>
  query
    .leftJoin("seat as s", (j) => j.onRef("s.comp_id", "=", "r.comp_id").onRef("s.agent_id", "=", "r.agent_id"))
    .leftJoin("skill_group as g", (j) => j.onRef("g.comp_id", "=", "r.comp_id").onRef("g.id", "=", "r.skill_group_id"))
    .selectAll("r")
    .select(["s.name as agent_name", "g.name as skill_group_name"]);

export type RecordRow = Awaited<ReturnType<typeof findRecord>> & object;

export async function listRecords(
  trx: Trx,
  compId: string,
  scope: Scope,
  filter: Filter,
  page: { readonly pageNo: number; readonly pageSize: number },
) {
  // Together: they travel to the database as one message.
  const [counted, rows] = await Promise.all([
    filtered(scoped(records(trx, compId), scope), filter)
      .select((e) => e.fn.countAll().as("total"))
      .executeTakeFirstOrThrow(),
    withNames(filtered(scoped(records(trx, compId), scope), filter))
      .orderBy("r.start_at", "desc")
      .orderBy("r.call_id", "desc")
      .limit(page.pageSize)
      .offset((page.pageNo - 1) * page.pageSize)
      .execute(),
  ]);
  return { rows, total: Number(counted.total) };
}

/** How many there are, and how many of them have a recording. */
export async function countRecords(
  trx: Trx,
  compId: string,
  scope: Scope,
  filter: Filter,
): Promise<{ readonly total: number; readonly recorded: number }> {
  const counted = await filtered(scoped(records(trx, compId), scope), filter)
    .select((e) => [e.fn.countAll().as("total"), e.fn.count("r.recording_key").as("recorded")])
    .executeTakeFirstOrThrow();
  return { total: Number(counted.total), recorded: Number(counted.recorded) };
}

/** The next rows of a long list, newest first, after one of them. */
export function recordsAfter(
  trx: Trx,
  compId: string,
  scope: Scope,
  filter: Filter,
  after: Pick<RecordRow, "start_at" | "call_id"> | undefined,
  most: number,
  recorded = false,
) {
  let query = withNames(filtered(scoped(records(trx, compId), scope), filter));
  if (recorded) query = query.where("r.recording_key", "is not", null);
  if (after)
    query = query.where((e) =>
      e.or([
        e("r.start_at", "<", after.start_at),
        e.and([e("r.start_at", "=", after.start_at), e("r.call_id", "<", after.call_id)]),
      ]),
    );
  return query.orderBy("r.start_at", "desc").orderBy("r.call_id", "desc").limit(most).execute();
}

export const findRecord = (trx: Trx, compId: string, scope: Scope, callId: string) =>
  withNames(scoped(records(trx, compId), scope).where("r.call_id", "=", callId)).executeTakeFirst();

export async function agentNames(
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (agentIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom("seat")
    .select(["agent_id", "name"])
    .where("comp_id", "=", compId)
    .where("agent_id", "in", agentIds)
    .execute();
  return new Map(rows.map((r) => [r.agent_id, r.name]));
}
