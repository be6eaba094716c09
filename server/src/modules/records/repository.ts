/** Call records as the screens ask for them. */
import type { CallDirection } from "@liantai/api/contract";
import { sql, type ExpressionBuilder, type SelectQueryBuilder } from "kysely";
import type { CallFigure } from "@liantai/api/contract/admin";
import { pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import { figureCondition, groupCondition, ofAgent, throughGroup } from "./figures-repository.ts";
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
  /** The same of calls of dialling tasks that hide their numbers. */
  readonly wholeOfTasks: boolean;
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

/**
 * Calls that an agent, or one of these groups, had a leg in, a telephone that only rang included. `from`: none began before it. Asked as
 * exists, whose answers the database looks up by the call or hashes once; an "in" that names the row outside is run for each row anew.
 */
function withLegOf(
  e: ExpressionBuilder<From, "r">,
  compId: string,
  scope: Exclude<Scope, { kind: "all" }>,
  from?: Date,
) {
  let legs = e.selectFrom("call_leg as l").whereRef("l.compId", "=", "r.compId").whereRef("l.callId", "=", "r.callId");
  if (from) legs = legs.where("l.startAt", ">=", from);
  // A message has no agent's leg: it is his whom it was given to, and of the groups that answer for its skill group.
  const messages = e
    .selectFrom("queued_contact as c")
    .whereRef("c.compId", "=", "r.compId")
    .whereRef("c.callId", "=", "r.callId")
    .where("c.kind", "=", "voicemail");
  if (scope.kind === "own")
    return e.or([
      e.exists(legs.where("l.agentId", "=", scope.agentId)),
      e.exists(messages.where("c.agentId", "=", scope.agentId)),
    ]);
  const members = e
    .selectFrom("seat as s")
    .select("s.agentId")
    .where("s.compId", "=", compId)
    .where((x) => x.or([x("s.groupId", "in", scope.groupIds), x("s.agentId", "=", scope.agentId)]));
  const skills = e
    .selectFrom("skill_group_member as m")
    .select("m.skillGroupId")
    .where("m.compId", "=", compId)
    .where("m.agentId", "in", members);
  return e.or([
    e.exists(legs.where("l.agentId", "in", members)),
    e.exists(messages.where((x) => x.or([x("c.skillGroupId", "in", skills), x("c.agentId", "in", members)]))),
  ]);
}

/** What the asker may see at all: calls that he, or those he monitors, had a leg in. */
const scoped = (trx: Trx, compId: string, scope: Scope, from?: Date) =>
  scope.kind === "all" ? records(trx, compId) : records(trx, compId).where((e) => withLegOf(e, compId, scope, from));

/** Of these those that are within it. */
export async function idsWithin(trx: Trx, compId: string, scope: Scope, callIds: readonly string[]): Promise<string[]> {
  const rows = await scoped(trx, compId, scope)
    .where("r.callId", "in", [...callIds])
    .select("r.callId")
    .execute();
  return rows.map(({ callId }) => callId);
}

/** By when they began; those behind a skill group's figure by when they came to it. */
function counted<O>(start: Query<O>, f: Filter): Query<O> {
  const { figure, skillGroupId } = f;
  if (figure && skillGroupId) return start.where(groupCondition(figure, skillGroupId, f));
  let query = start.where("r.startAt", ">=", f.from).where("r.startAt", "<=", f.to);
  if (skillGroupId) query = query.where(throughGroup(skillGroupId, f.from));
  return figure ? query.where(figureCondition(figure)) : query;
}

/** The call was of a dialling task that hides its numbers. */
const ofHidingTask = (e: ExpressionBuilder<From, "r">) =>
  e.exists(
    e
      .selectFrom("dial_attempt as a")
      .innerJoin("dial_task as d", (j) => j.onRef("d.compId", "=", "a.compId").onRef("d.id", "=", "a.taskId"))
      .select("a.id")
      .whereRef("a.compId", "=", "r.compId")
      .whereRef("a.callId", "=", "r.callId")
      .where(sql<string>`coalesce(d.settings->>'hideNumber', '0')`, "=", "1"),
  );

export async function idsOfHidingTasks(trx: Trx, compId: string, callIds: readonly string[]): Promise<string[]> {
  const rows = await records(trx, compId)
    .where("r.callId", "in", [...callIds])
    .where(ofHidingTask)
    .select("r.callId")
    .execute();
  return rows.map(({ callId }) => callId);
}

function filtered<O>(start: Query<O>, f: Filter): Query<O> {
  let query = counted(start, f);
  if (f.direction) query = query.where("r.direction", "=", f.direction);
  for (const [column, value] of [
    ["r.caller", f.caller],
    ["r.callee", f.callee],
  ] as const)
    if (value)
      query = query.where((e) => {
        const [whole, part] = [e(column, "=", value), e(column, "like", `%${value}%`)];
        if (f.wholeNumbers) return whole;
        return f.wholeOfTasks ? e.or([whole, e.and([part, e.not(ofHidingTask(e))])]) : part;
      });
  if (f.dual) query = query.where("r.isDual", "=", 1);
  if (f.agentId) query = query.where(ofAgent(f.agentId, f.from));
  if (f.answered !== undefined) query = query.where("r.answerAt", f.answered ? "is not" : "is", null);
  return query;
}

/**
 * Asked for each row that is shown, after it was chosen. As joins they were planned with every page, whose plan is made anew each time (its
 * range of time decides it): planning took 0.4 ms of the 0.5 that PostgreSQL needed for a page.
 */
const names = [
  sql<string | null>`(select s.name from seat s where s.comp_id = r.comp_id and s.agent_id = r.agent_id)`.as(
    "agentName",
  ),
  sql<string | null>`(select s.name from seat s where s.comp_id = r.comp_id and s.agent_id = r.first_agent_id)`.as(
    "firstAgentName",
  ),
  sql<string | null>`(select g.name from skill_group g where g.comp_id = r.comp_id and g.id = r.skill_group_id)`.as(
    "skillGroupName",
  ),
] as const;

/** A call is of one attempt at the most (dial_attempt_call). */
const hidingTask = sql<boolean>`coalesce((select coalesce(d.settings->>'hideNumber', '0') = '1' from dial_attempt a
    join dial_task d on d.comp_id = a.comp_id and d.id = a.task_id
    where a.comp_id = r.comp_id and a.call_id = r.call_id), false)`.as("ofHidingTask");
/** Whoever asks without need of it, and needs it, sees masks. */
const notAsked = sql<boolean>`true`.as("ofHidingTask");

/** `ofTasks`: whether the calls' tasks hide their numbers is asked for, too. */
const withNames = (query: Query<object>, ofTasks = true) =>
  query.selectAll("r").select([...names, ofTasks ? hidingTask : notAsked]);

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

/** `ofTasks`: as of withNames. */
export const listRecords = async (
  trx: Trx,
  compId: string,
  scope: Scope,
  filter: Filter,
  page: PageQuery,
  ofTasks: boolean,
) =>
  pageOf(filtered(scoped(trx, compId, scope, filter.from), filter), page, {
    rows: (query) => withNames(query, ofTasks),
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
  const found = await filtered(scoped(trx, compId, scope, filter.from), filter)
    .select((e) => [e.fn.countAll().as("total"), e.fn.count("r.recordingKey").as("recorded")])
    .executeTakeFirstOrThrow();
  return { total: Number(found.total), recorded: Number(found.recorded) };
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
  let query = withNames(filtered(scoped(trx, compId, scope, filter.from), filter));
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
  withNames(scoped(trx, compId, scope).where("r.callId", "=", callId)).executeTakeFirst();

export type LegRow = Awaited<ReturnType<typeof legsOf>>[number];

export const legsOf = (trx: Trx, compId: string, callId: string) =>
  trx
    .selectFrom("call_leg as l")
    .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "l.compId").onRef("s.agentId", "=", "l.agentId"))
    .leftJoin("skill_group as g", (j) => j.onRef("g.compId", "=", "l.compId").onRef("g.id", "=", "l.skillGroupId"))
    .selectAll("l")
    .select(["s.name as agentName", "g.name as skillGroupName"])
    .where("l.compId", "=", compId)
    .where("l.callId", "=", callId)
    .orderBy("l.seq")
    .execute();

export async function groupNames(
  trx: Trx,
  compId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("skill_group")
    .select(["id", "name"])
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((r) => [r.id, r.name]));
}

/** What rules made of a robot's call. */
export const intentionOf = (trx: Trx, compId: string, callId: string) =>
  trx
    .selectFrom("call_score")
    .select(["level", "ruleName", "minScore", "maxScore", "addends"])
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .executeTakeFirst();

/** What became of what flows gathered, in the order of its time. recordId '': refused, for this reason. */
export const writtenOf = (trx: Trx, compId: string, callId: string) =>
  trx
    .selectFrom("flow_form_record")
    .select(["at", "formName", "recordId", "refusal"])
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .orderBy("at")
    .orderBy("formId")
    .execute();
export type WrittenRow = Awaited<ReturnType<typeof writtenOf>>[number];
