/** SQL of what tasks are set to; states, names and seats stand in the register (modules/tasks), counters in ../progress-repository.ts. */
import type { TaskSettings, TaskState, TaskType } from "@liantai/api/contract/admin";
import { sql, type Insertable, type Updateable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { DialTaskTable } from "../../../ports/schema/dialling.ts";

export interface TaskWhole {
  readonly id: string;
  readonly taskIdentity: string;
  readonly ftype: TaskType;
  /** Of the row: stateAt says what it is. */
  readonly state: TaskState;
  readonly fromAt: Date | null;
  readonly untilAt: Date | null;
  readonly settings: TaskSettings;
  readonly waitsFor: string;
  readonly pacing: unknown;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

const both = (trx: Trx, compId: string) =>
  trx
    .selectFrom("dial_task as d")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "d.compId").onRef("t.id", "=", "d.id"))
    .where("d.compId", "=", compId)
    .select(["t.id", "t.taskIdentity", "t.ftype", "t.state", "t.fromAt", "t.untilAt"])
    .select(["d.settings", "d.waitsFor", "d.pacing", "d.createdAt", "d.createdBy", "d.startedAt", "d.endedAt"])
    .select(sql<number>`(d.settings ->> 'priority')::integer`.as("priority"));

type Row = Awaited<ReturnType<ReturnType<typeof both>["executeTakeFirstOrThrow"]>>;
const whole = ({ ftype, priority: _, ...row }: Row): TaskWhole => ({ ...row, ftype: ftype as TaskType });

export interface TaskQuery extends PageQuery {
  readonly ftype: TaskType;
  readonly taskIdentity?: string | undefined;
  readonly state?: TaskState | "" | undefined;
}

export async function listTasks(trx: Trx, compId: string, query: TaskQuery, now: Date) {
  let base = trx.selectFrom(both(trx, compId).as("t")).where("t.ftype", "=", query.ftype);
  if (query.taskIdentity) base = base.where("t.taskIdentity", "like", containing(query.taskIdentity));
  const past = sql<boolean>`(t.state in ('notStarted', 'running', 'paused') and t.until_at is not null and t.until_at <= ${now})`;
  if (query.state === "expired") base = base.where((e) => e.or([e("t.state", "=", "expired"), past]));
  else if (query.state) base = base.where("t.state", "=", query.state).where(sql<boolean>`not ${past}`);
  const { rows, total } = await pageOf(base, query, {
    rows: (q) => q.selectAll("t"),
    order: { createdAt: "t.createdAt", taskIdentity: "t.taskIdentity", priority: "t.priority" },
    descending: true,
    tie: "t.id",
  });
  return { rows: rows.map(whole), total };
}

export async function findTasks(trx: Trx, compId: string, ids: readonly string[]): Promise<TaskWhole[]> {
  if (ids.length === 0) return [];
  const rows = await both(trx, compId).where("d.id", "in", ids).execute();
  return rows.map(whole);
}
export const findTask = async (trx: Trx, compId: string, id: string): Promise<TaskWhole | undefined> =>
  (await findTasks(trx, compId, [id]))[0];

/** Those of a kind that run or are paused, by name. */
export async function liveTasks(trx: Trx, compId: string, ftype: TaskType): Promise<TaskWhole[]> {
  const rows = await both(trx, compId)
    .where("t.ftype", "=", ftype)
    .where("t.state", "in", ["running", "paused"])
    .orderBy("t.taskIdentity")
    .execute();
  return rows.map(whole);
}

export const insertDialTask = (trx: Trx, row: Insertable<DialTaskTable>) =>
  trx.insertInto("dial_task").values(row).execute();

export const updateDialTask = (trx: Trx, compId: string, id: string, set: Updateable<DialTaskTable>) =>
  trx.updateTable("dial_task").set(set).where("compId", "=", compId).where("id", "=", id).execute();

/** How many seats have joined and are signed in with the session they joined in. */
export async function joinedSeats(
  trx: Trx,
  compId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("task_seat as s")
    .innerJoin("session as o", "o.id", "s.sessionId")
    .select((e) => ["s.taskId", e.fn.countAll<number>().as("joined")])
    .where("s.compId", "=", compId)
    .where("s.taskId", "in", ids)
    .where("s.participateStatus", "=", 1)
    .where("o.endedAt", "is", null)
    .groupBy("s.taskId")
    .execute();
  return new Map(rows.map(({ taskId, joined }) => [taskId, Number(joined)]));
}

/** Tasks whose seats follow a skill group and that are not over. */
export const tasksWithGroups = (trx: Trx, compId: string) =>
  both(trx, compId)
    .where("t.ftype", "in", [2, 3])
    .where("t.state", "in", ["notStarted", "running", "paused"])
    .where(sql<boolean>`d.settings ->> 'groupId' <> ''`)
    .execute()
    .then((rows) => rows.map(whole));

/** What an enterprise's frame is narrowed to. */
export const findFrame = (trx: Trx, compId: string) =>
  trx.selectFrom("dial_frame").selectAll().where("compId", "=", compId).executeTakeFirst();

export const saveFrame = (trx: Trx, compId: string, fromTime: string, toTime: string) =>
  trx
    .insertInto("dial_frame")
    .values({ compId, fromTime, toTime })
    .onConflict((c) => c.column("compId").doUpdateSet({ fromTime, toTime }))
    .execute();

/** Of all enterprises: paused, past their last day, and no end of theirs is noted. */
export const pastTasks = (trx: Trx, now: Date) =>
  trx
    .selectFrom("task as t")
    .innerJoin("dial_task as d", (j) => j.onRef("d.compId", "=", "t.compId").onRef("d.id", "=", "t.id"))
    .select(["t.compId", "t.id"])
    .where("t.state", "=", "paused")
    .where("t.untilAt", "<=", now)
    .where("d.endedAt", "is", null)
    .orderBy("t.compId")
    .orderBy("t.id")
    .execute();

export const runningTaskIds = async (trx: Trx, compId: string): Promise<string[]> =>
  (await trx.selectFrom("task").select("id").where("compId", "=", compId).where("state", "=", "running").execute()).map(
    ({ id }) => id,
  );
