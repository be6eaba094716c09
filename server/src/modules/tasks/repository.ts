/** SQL of tasks and of the seats that take part in them. */
import { sql, type Insertable, type Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { TaskSeatTable, TaskTable } from "../../ports/schema/tasks.ts";

export type TaskRow = Selectable<TaskTable>;
export type SeatTaskRow = TaskRow & Pick<Selectable<TaskSeatTable>, "agentId" | "participateStatus" | "sessionId">;

export const findTask = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("task").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/**
 * The same, and nobody changes it until this transaction is over. Numbers may be put into it meanwhile (a key that refers to it waits for
 * no such lock), for whoever adds them holds what this one may want next.
 */
export const lockTask = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("task")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The same for who leaves it as it is: nobody orders it otherwise until this transaction is over. */
export const shareTask = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("task").selectAll().where("compId", "=", compId).where("id", "=", id).forShare().executeTakeFirst();

export const putTask = (trx: Trx, row: Insertable<TaskTable>) =>
  trx
    .insertInto("task")
    .values(row)
    .onConflict((c) =>
      c.columns(["compId", "id"]).doUpdateSet((e) => ({
        taskIdentity: e.ref("excluded.taskIdentity"),
        ftype: e.ref("excluded.ftype"),
        fromAt: e.ref("excluded.fromAt"),
        untilAt: e.ref("excluded.untilAt"),
      })),
    )
    .execute();

/** from: where it is still in that state. */
export const setTaskState = (trx: Trx, compId: string, id: string, state: TaskRow["state"], from?: TaskRow["state"]) =>
  trx
    .updateTable("task")
    .set({ state })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .$if(from !== undefined, (q) => q.where("state", "=", from!))
    .execute();

/** Those who are allotted already keep what they have. */
export const addSeats = (trx: Trx, compId: string, taskId: string, agentIds: readonly string[]) =>
  trx
    .insertInto("task_seat")
    .values(agentIds.map((agentId) => ({ compId, taskId, agentId })))
    .onConflict((c) => c.doNothing())
    .returning("agentId")
    .execute();

export const removeSeats = (trx: Trx, compId: string, taskId: string, kept: readonly string[]) =>
  trx
    .deleteFrom("task_seat")
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .$if(kept.length > 0, (q) => q.where("agentId", "not in", kept))
    .returning("agentId")
    .execute();

/** Their seats, settings and numbers go with them; attempts stay (D61). */
export const deleteTasks = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx.deleteFrom("task").where("compId", "=", compId).where("id", "in", ids).execute();

const ofSeats = (trx: Trx, compId: string) =>
  trx
    .selectFrom("task_seat as s")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "s.compId").onRef("t.id", "=", "s.taskId"))
    .where("s.compId", "=", compId)
    .selectAll("t")
    .select(["s.agentId", "s.participateStatus", "s.sessionId"]);

export const seatTask = (trx: Trx, compId: string, agentId: string, taskId: string) =>
  ofSeats(trx, compId).where("s.agentId", "=", agentId).where("s.taskId", "=", taskId).executeTakeFirst();

export const seatTasks = (trx: Trx, compId: string, agentId: string, ftype: number) =>
  ofSeats(trx, compId)
    .where("s.agentId", "=", agentId)
    .where("t.ftype", "=", ftype)
    .orderBy("t.taskIdentity")
    .execute();

/** False: nothing of it was another way before. */
export async function takePart(
  trx: Trx,
  compId: string,
  agentId: string,
  taskId: string,
  sessionId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("task_seat")
    .set({ participateStatus: 1, sessionId })
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("taskId", "=", taskId)
    .where((e) => e.or([e("participateStatus", "=", 0), e("sessionId", "<>", sessionId)]))
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Of one seat, or of all that take part; who they were. */
export const leaveTask = (trx: Trx, compId: string, taskId: string, agentId?: string) =>
  trx
    .updateTable("task_seat")
    .set({ participateStatus: 0, sessionId: "" })
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("participateStatus", "=", 1)
    .$if(agentId !== undefined, (q) => q.where("agentId", "=", agentId ?? ""))
    .returning("agentId")
    .execute();

interface Seats {
  readonly groupIds: readonly string[];
  readonly agentId: string;
}

/** Seats of tasks; within: of these groups and this one alone. */
const seatsWithin = (trx: Trx, compId: string, within: Seats | undefined) =>
  trx
    .selectFrom("task_seat as s")
    .innerJoin("seat as a", (j) => j.onRef("a.compId", "=", "s.compId").onRef("a.agentId", "=", "s.agentId"))
    .where("s.compId", "=", compId)
    .$if(within !== undefined, (q) =>
      q.where((e) =>
        e.or([
          e("s.agentId", "=", within!.agentId),
          ...(within!.groupIds.length > 0 ? [e("a.groupId", "in", within!.groupIds)] : []),
        ]),
      ),
    );

interface SupervisedQuery extends PageQuery {
  readonly taskIdentity?: string | undefined;
}

/** Tasks that are not over, those that run first; within: those of these seats alone, whose seats are counted then. */
export async function supervisedTasks(
  trx: Trx,
  compId: string,
  query: SupervisedQuery,
  now: Date,
  within: Seats | undefined,
) {
  const counted = seatsWithin(trx, compId, within)
    .select((e) => ["s.taskId", e.fn.countAll<number>().as("seats")])
    .select(sql<number>`count(*) filter (where s.participate_status = 1)`.as("joined"))
    .groupBy("s.taskId");
  const rank = sql<number>`case t.state when 'running' then 0 when 'paused' then 1 else 2 end`;
  const listed = trx
    .selectFrom("task as t")
    .leftJoin(counted.as("c"), "c.taskId", "t.id")
    .selectAll("t")
    .select(["c.seats", "c.joined", rank.as("rank")])
    .where("t.compId", "=", compId)
    .where("t.state", "in", ["notStarted", "running", "paused"])
    .where((e) => e.or([e("t.untilAt", "is", null), e("t.untilAt", ">", now)]))
    .$if(within !== undefined, (q) => q.where("c.taskId", "is not", null));
  let base = trx.selectFrom(listed.as("t"));
  if (query.taskIdentity) base = base.where("t.taskIdentity", "like", containing(query.taskIdentity));
  return pageOf(base, query, {
    rows: (q) => q.selectAll("t"),
    order: { rank: "t.rank" },
    tie: ["t.taskIdentity", "t.id"],
  });
}

/** Some seat of these groups, or this one, is allotted to it. */
export async function isOfSeats(trx: Trx, compId: string, taskId: string, within: Seats): Promise<boolean> {
  const row = await seatsWithin(trx, compId, within)
    .select("s.agentId")
    .where("s.taskId", "=", taskId)
    .executeTakeFirst();
  return row !== undefined;
}
