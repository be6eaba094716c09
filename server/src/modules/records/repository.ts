/** Call records as the screens ask for them. */
import type { CallDirection } from "@liantai/api/contract";
import type { ExpressionBuilder, RawBuilder, SelectQueryBuilder } from "kysely";
import type { CallFigure } from "@liantai/api/contract/admin";
import { pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import { figureCondition, serviceLevels } from "./figures-repository.ts";
import type { Scope } from "./policy.ts";

export interface Filter {
  readonly from: Date;
  /** Inclusive. */
  readonly to: Date;
  readonly direction?: CallDirection;
  readonly caller?: string;
  readonly callee?: string;
  /** Numbers must match as a whole: who may not see them must not find them out digit by digit either. */
  readonly wholeNumbers: boolean;
  readonly agentId?: string;
  readonly skillGroupId?: string;
  readonly answered?: boolean;
  /** The calls that this figure counts. */
  readonly figure?: CallFigure;
  /** Two-way callbacks alone. */
  readonly dual?: true;
}

type From = ReturnType<typeof records> extends SelectQueryBuilder<infer DB, infer _T, infer _O> ? DB : never;
type Query<O> = SelectQueryBuilder<From, "r", O>;

const records = (trx: Trx, compId: string) => trx.selectFrom("call_record as r").where("r.compId", "=", compId);

/** What the asker may see at all. A call between colleagues is also the called one's. */
function scoped<O>(query: Query<O>, scope: Scope): Query<O> {
  if (scope.kind === "all") return query;
  const called = (e: ExpressionBuilder<From, "r">) =>
    e.selectFrom("seat as s").select("s.extension").whereRef("s.compId", "=", "r.compId");
  if (scope.kind === "own")
    return query.where((e) =>
      e.or([
        e("r.agentId", "=", scope.agentId),
        e.and([
          e("r.direction", "=", "internal"),
          e("r.callee", "in", called(e).where("s.agentId", "=", scope.agentId)),
        ]),
      ]),
    );
  const members = (e: ExpressionBuilder<From, "r">) =>
    e
      .selectFrom("seat as s")
      .select("s.agentId")
      .whereRef("s.compId", "=", "r.compId")
      .where((x) => x.or([x("s.groupId", "in", scope.groupIds), x("s.agentId", "=", scope.agentId)]));
  return query.where((e) =>
    e.or([
      e("r.agentId", "in", members(e)),
      e.and([
        e("r.direction", "=", "internal"),
        e(
          "r.callee",
          "in",
          called(e).where((x) => x.or([x("s.groupId", "in", scope.groupIds), x("s.agentId", "=", scope.agentId)])),
        ),
      ]),
    ]),
  );
}

/** What a figure asks of a call depends on the time limits of the enterprise's skill groups. */
const counts = async (trx: Trx, compId: string, { figure }: Filter): Promise<RawBuilder<boolean> | undefined> =>
  figure && figureCondition(figure, await serviceLevels(trx, compId));

function filtered<O>(start: Query<O>, f: Filter, counted: RawBuilder<boolean> | undefined): Query<O> {
  let query = start.where("r.startAt", ">=", f.from).where("r.startAt", "<=", f.to);
  if (f.direction) query = query.where("r.direction", "=", f.direction);
  for (const [column, value] of [
    ["r.caller", f.caller],
    ["r.callee", f.callee],
  ] as const)
    if (value) query = f.wholeNumbers ? query.where(column, "=", value) : query.where(column, "like", `%${value}%`);
  if (f.dual) query = query.where("r.isDual", "=", 1);
  if (f.agentId) query = query.where("r.agentId", "=", f.agentId);
  if (f.skillGroupId) query = query.where("r.skillGroupId", "=", f.skillGroupId);
  if (counted) query = query.where(counted);
  if (f.answered !== undefined) query = query.where("r.answerAt", f.answered ? "is not" : "is", null);
  return query;
}

const withNames = (query: Query<object>) =>
  query
    .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "r.compId").onRef("s.agentId", "=", "r.agentId"))
    .leftJoin("skill_group as g", (j) => j.onRef("g.compId", "=", "r.compId").onRef("g.id", "=", "r.skillGroupId"))
    .selectAll("r")
    .select(["s.name as agentName", "g.name as skillGroupName"]);

export type RecordRow = Awaited<ReturnType<typeof findRecord>> & object;

/** What a sort field of the contract means. */
const orders = {
  startTime: "r.startAt",
  answerTime: "r.answerAt",
  endTime: "r.endAt",
  agentId: "r.agentId",
  result: "r.result",
  waitS: "r.waitMs",
  ringS: "r.ringMs",
  talkS: "r.talkMs",
  holdS: "r.holdMs",
};

export const listRecords = async (trx: Trx, compId: string, scope: Scope, filter: Filter, page: PageQuery) =>
  pageOf(filtered(scoped(records(trx, compId), scope), filter, await counts(trx, compId, filter)), page, {
    rows: withNames,
    order: orders,
    descending: true,
    filled: ["r.startAt"],
    tie: "r.callId",
  });

/** How many there are, and how many of them have a recording. */
export async function countRecords(
  trx: Trx,
  compId: string,
  scope: Scope,
  filter: Filter,
): Promise<{ readonly total: number; readonly recorded: number }> {
  const counted = await filtered(scoped(records(trx, compId), scope), filter, await counts(trx, compId, filter))
    .select((e) => [e.fn.countAll().as("total"), e.fn.count("r.recordingKey").as("recorded")])
    .executeTakeFirstOrThrow();
  return { total: Number(counted.total), recorded: Number(counted.recorded) };
}

/** The next rows of a long list, newest first, after one of them. */
export async function recordsAfter(
  trx: Trx,
  compId: string,
  scope: Scope,
  filter: Filter,
  after: Pick<RecordRow, "startAt" | "callId"> | undefined,
  most: number,
  recorded = false,
) {
  let query = withNames(filtered(scoped(records(trx, compId), scope), filter, await counts(trx, compId, filter)));
  if (recorded) query = query.where("r.recordingKey", "is not", null);
  if (after)
    query = query.where((e) =>
      e.or([
        e("r.startAt", "<", after.startAt),
        e.and([e("r.startAt", "=", after.startAt), e("r.callId", "<", after.callId)]),
      ]),
    );
  return query.orderBy("r.startAt", "desc").orderBy("r.callId", "desc").limit(most).execute();
}

export const findRecord = (trx: Trx, compId: string, scope: Scope, callId: string) =>
  withNames(scoped(records(trx, compId), scope).where("r.callId", "=", callId)).executeTakeFirst();

export async function agentNames(
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (agentIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom("seat")
    .select(["agentId", "name"])
    .where("compId", "=", compId)
    .where("agentId", "in", agentIds)
    .execute();
  return new Map(rows.map((r) => [r.agentId, r.name]));
}
