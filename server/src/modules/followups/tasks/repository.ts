/** SQL of follow-ups and their tries. */
import type { FollowUpState } from "@liantai/api/contract/workorder";
import type { Insertable, Selectable, Updateable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { FollowUpTaskTable, FollowUpTryTable } from "../../../ports/schema/followups.ts";

export type TaskRow = Selectable<FollowUpTaskTable>;

/** Whose are seen; undefined: everybody's. */
export type TaskScope = { readonly groupIds: readonly string[]; readonly agentId: string } | undefined;

export interface TaskQuery extends PageQuery {
  /** This seat's alone. */
  readonly own?: string | undefined;
  readonly state?: FollowUpState | undefined;
  readonly formId?: string | undefined;
  readonly customerName?: string | undefined;
  readonly phone?: string | undefined;
  /** The number is asked for whole. */
  readonly whole: boolean;
  readonly workCode?: string | undefined;
  readonly agentId?: string | undefined;
  readonly unassigned: boolean;
  readonly from?: Date | undefined;
  /** Not included. */
  readonly until?: Date | undefined;
}

/** With the seat that has it, by whose group a monitor sees it. */
const seen = (trx: Trx, compId: string, scope: TaskScope) => {
  const base = trx
    .selectFrom("follow_up_task as t")
    .leftJoin("seat as s", (on) => on.onRef("s.compId", "=", "t.compId").onRef("s.agentId", "=", "t.agentId"))
    .where("t.compId", "=", compId);
  if (!scope) return base;
  return base.where((e) =>
    e.or([
      e("t.agentId", "=", scope.agentId),
      ...(scope.groupIds.length > 0 ? [e("s.groupId", "in", scope.groupIds)] : []),
    ]),
  );
};

const withNames = (base: ReturnType<typeof seen>) =>
  base
    .leftJoin("form_definition as d", (on) => on.onRef("d.compId", "=", "t.compId").onRef("d.id", "=", "t.formId"))
    .leftJoin("agent_group as g", (on) => on.onRef("g.compId", "=", "t.compId").onRef("g.id", "=", "t.groupId"))
    .selectAll("t")
    .select(["s.name as agentName", "d.name as formName", "g.name as groupName"]);

export interface NamedTask extends TaskRow {
  readonly agentName: string | null;
  readonly formName: string | null;
  readonly groupName: string | null;
}

export function listTasks(trx: Trx, compId: string, scope: TaskScope, query: TaskQuery) {
  let base = seen(trx, compId, scope);
  if (query.own !== undefined) base = base.where("t.agentId", "=", query.own);
  if (query.state) base = base.where("t.state", "=", query.state);
  if (query.formId) base = base.where("t.formId", "=", query.formId);
  if (query.customerName) base = base.where("t.customerName", "like", containing(query.customerName));
  if (query.phone)
    base = query.whole
      ? base.where("t.phone", "=", query.phone)
      : base.where("t.phone", "like", containing(query.phone));
  if (query.workCode) base = base.where("t.workCode", "like", containing(query.workCode));
  if (query.agentId) base = base.where("t.agentId", "=", query.agentId);
  if (query.unassigned) base = base.where("t.agentId", "is", null);
  if (query.from) base = base.where("t.dueAt", ">=", query.from);
  if (query.until) base = base.where("t.dueAt", "<", query.until);
  return pageOf(base, query, {
    rows: withNames,
    order: { dueTime: "t.dueAt" },
    descending: true,
    filled: ["t.dueAt"],
    tie: "t.id",
  });
}

export const findTask = (trx: Trx, compId: string, id: string, scope: TaskScope): Promise<NamedTask | undefined> =>
  withNames(seen(trx, compId, scope))
    .where("t.id", "=", id)
    .executeTakeFirst();

/** Held to the end of the transaction, whoever may see it. */
export const lockTask = (trx: Trx, compId: string, id: string): Promise<TaskRow | undefined> =>
  trx
    .selectFrom("follow_up_task")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** The same; undefined also where somebody has it in hand right now, or it is not to be told any more. */
export const lockDueTask = (trx: Trx, compId: string, id: string, now: Date): Promise<TaskRow | undefined> =>
  trx
    .selectFrom("follow_up_task")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("tellAt", "<=", now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Of a record the one that waits, the earliest first; held. */
export const lockOpenTask = (trx: Trx, compId: string, recordId: string): Promise<TaskRow | undefined> =>
  trx
    .selectFrom("follow_up_task")
    .selectAll()
    .where("compId", "=", compId)
    .where("recordId", "=", recordId)
    .where("state", "=", "open")
    .orderBy("dueAt")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** The last one that was done. */
export const lastDone = (trx: Trx, compId: string, recordId: string): Promise<TaskRow | undefined> =>
  trx
    .selectFrom("follow_up_task")
    .selectAll()
    .where("compId", "=", compId)
    .where("recordId", "=", recordId)
    .where("state", "=", "done")
    .orderBy("endedAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** The same of each of these records that has one. */
export const lastDoneOf = (trx: Trx, compId: string, recordIds: readonly string[]) =>
  trx
    .selectFrom("follow_up_task")
    .distinctOn("recordId")
    .select(["recordId", "formId", "fields", "answers"])
    .where("compId", "=", compId)
    .where("recordId", "in", [...recordIds])
    .where("state", "=", "done")
    .orderBy("recordId")
    .orderBy("endedAt", "desc")
    .orderBy("id", "desc")
    .execute();

/** One that its setting has made of the record already stays as it is. */
export const insertTask = (trx: Trx, row: Insertable<FollowUpTaskTable>) =>
  trx
    .insertInto("follow_up_task")
    .values(row)
    .onConflict((c) => c.columns(["compId", "settingId", "recordId"]).doNothing())
    .execute();

export const updateTask = (trx: Trx, compId: string, id: string, set: Updateable<FollowUpTaskTable>) =>
  trx.updateTable("follow_up_task").set(set).where("compId", "=", compId).where("id", "=", id).execute();

export async function countOpenOf(trx: Trx, compId: string, agentIds: readonly string[]): Promise<number> {
  const { n } = await trx
    .selectFrom("follow_up_task")
    .where("compId", "=", compId)
    .where("agentId", "in", [...agentIds])
    .where("state", "=", "open")
    .select((e) => e.fn.countAll().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** So many of them are nobody's; one whose seat was told already is given anew now. */
export const unassignOpen = (trx: Trx, compId: string, agentIds: readonly string[], now: Date, most: number) =>
  trx
    .updateTable("follow_up_task")
    .set((e) => ({ agentId: null, tellAt: e.fn.coalesce("tellAt", e.val(now)) }))
    .where("compId", "=", compId)
    .where("id", "in", (e) =>
      e
        .selectFrom("follow_up_task")
        .select("id")
        .where("compId", "=", compId)
        .where("agentId", "in", [...agentIds])
        .where("state", "=", "open")
        .orderBy("id")
        .limit(most),
    )
    .where("agentId", "in", [...agentIds])
    .where("state", "=", "open")
    .returning("id")
    .execute();

export const deleteTask = (trx: Trx, compId: string, id: string) =>
  trx.deleteFrom("follow_up_task").where("compId", "=", compId).where("id", "=", id).execute();

export const insertTry = (trx: Trx, row: Insertable<FollowUpTryTable>) =>
  trx.insertInto("follow_up_try").values(row).execute();

export const listTries = (trx: Trx, compId: string, taskId: string) =>
  trx
    .selectFrom("follow_up_try")
    .selectAll()
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .orderBy("no")
    .execute();

/** Of all enterprises those whose seat is to be told, those that waited longest first. */
export const dueTasks = (trx: Trx, now: Date, limit: number) =>
  trx
    .selectFrom("follow_up_task")
    .select(["compId", "id"])
    .where("tellAt", "<=", now)
    .orderBy("tellAt")
    .limit(limit)
    .execute();

/** When the next is to be told; undefined: none is. */
export async function nextTelling(trx: Trx): Promise<Date | undefined> {
  const row = await trx
    .selectFrom("follow_up_task")
    .select("tellAt")
    .where("tellAt", "is not", null)
    .orderBy("tellAt")
    .limit(1)
    .executeTakeFirst();
  return row?.tellAt ?? undefined;
}
