/** SQL of preview dialling: which number a seat gets next, and what becomes of the one in its hands (taken_at). */
import type { NumberOrder, NumberState, TaskSettings } from "@liantai/api/contract/admin";
import { sql, type ExpressionBuilder, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialPhoneTable } from "../../../ports/schema/dialling.ts";
import type { Tables } from "../../../ports/schema.ts";
import { restsForComplaint } from "../attempts/complaints-repository.ts";
import { closedProvinces } from "../checks/index.ts";
import { countProgress, moveProgress } from "../progress-repository.ts";

export type PhoneRow = Selectable<DialPhoneTable>;
type Phones = ExpressionBuilder<Tables, "dial_phone">;

/** A number with what is said of it. */
export interface ShownPhone extends PhoneRow {
  readonly batchNumber: string | null;
  readonly taskIdentity: string;
  readonly settings: TaskSettings;
}

/** A seat has one number, whatever its pages ask at once; also counts its share of a task. */
export const lockHand = (trx: Trx, compId: string, agentId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`preview ${compId} ${agentId}`}::text, 0))`.execute(trx);

const shown = (trx: Trx, compId: string) =>
  trx
    .selectFrom("dial_phone as p")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "p.compId").onRef("t.id", "=", "p.taskId"))
    .innerJoin("dial_task as d", (j) => j.onRef("d.compId", "=", "p.compId").onRef("d.id", "=", "p.taskId"))
    .leftJoin("dial_batch as b", (j) => j.onRef("b.compId", "=", "p.compId").onRef("b.id", "=", "p.batchId"))
    .where("p.compId", "=", compId)
    .selectAll("p")
    .select(["b.batchNumber", "t.taskIdentity", "d.settings"]);

/** In the seat's hands: taken, and not seen to yet. */
export const inHand = (trx: Trx, compId: string, agentId: string): Promise<ShownPhone | undefined> =>
  shown(trx, compId).where("p.agentId", "=", agentId).where("p.takenAt", "is not", null).executeTakeFirst();

/** Left its hand without the result that its task asks for. */
export const dueNumber = (trx: Trx, compId: string, agentId: string, taskId: string): Promise<ShownPhone | undefined> =>
  shown(trx, compId)
    .where("p.agentId", "=", agentId)
    .where("p.taskId", "=", taskId)
    .where("p.resultDue", "=", 1)
    .orderBy("p.lastAt")
    .limit(1)
    .executeTakeFirst();

export const numberOf = (trx: Trx, compId: string, id: string): Promise<ShownPhone | undefined> =>
  shown(trx, compId).where("p.id", "=", id).executeTakeFirst();

export interface PreviewTask {
  readonly compId: string;
  readonly taskId: string;
  readonly settings: TaskSettings;
}

export const settingsOf = async (trx: Trx, compId: string, taskId: string): Promise<TaskSettings | undefined> =>
  (
    await trx
      .selectFrom("dial_task")
      .select("settings")
      .where("compId", "=", compId)
      .where("id", "=", taskId)
      .executeTakeFirst()
  )?.settings;

/** A promise is kept for its seat so long after its time; then whoever is free calls. */
export const promiseMs = 600_000;

/** Its seat is in the task no more. */
const orphaned = (e: Phones) =>
  e.not(
    e.exists(
      e
        .selectFrom("task_seat as s")
        .select("s.agentId")
        .whereRef("s.compId", "=", "dial_phone.compId")
        .whereRef("s.taskId", "=", "dial_phone.taskId")
        .whereRef("s.agentId", "=", "dial_phone.agentId"),
    ),
  );

/** fresh: numbers that are nobody's yet may be taken too. */
interface Taker {
  readonly agentId: string;
  readonly now: number;
  readonly fresh: boolean;
  /** Provinces whose numbers have to wait for their hours. */
  readonly closed: readonly string[];
}

/**
 * Whose numbers a seat may take: byColumn its own, equal its own and its share of the rest, pool any that is not promised. What is
 * nobody's, or of a seat that is in the task no more, is whoever takes it (D64).
 */
function takable(e: Phones, { settings }: PreviewTask, { agentId, now, fresh }: Taker) {
  const mine = e("dial_phone.agentId", "=", agentId);
  if (!fresh) return mine;
  const free = e.or([e("dial_phone.agentId", "=", ""), orphaned(e)]);
  if (settings.allotment !== "pool") return e.or([mine, free]);
  const waits = e("dial_phone.state", "=", "waiting");
  return e.or([mine, waits, free, e("dial_phone.nextAt", "<", new Date(now - promiseMs))]);
}

const free = (trx: Trx, task: PreviewTask, taker: Taker) =>
  trx
    .selectFrom("dial_phone")
    .select("id")
    .where("compId", "=", task.compId)
    .where("taskId", "=", task.taskId)
    .where("takenAt", "is", null)
    .where((e) => takable(e, task, taker))
    .where(({ not }) => not(restsForComplaint(taker.now)))
    .where((e) => e.and(taker.closed.map((province) => e("place", "not like", `${province}%`))))
    .limit(1)
    .forUpdate()
    .skipLocked();

const orders: Readonly<Record<NumberOrder, readonly (readonly [keyof PhoneRow, "asc" | "desc"])[]>> = {
  priority: [
    ["priority", "asc"],
    ["position", "asc"],
  ],
  first: [["position", "asc"]],
  newest: [["position", "desc"]],
  fewest: [
    ["attempts", "asc"],
    ["position", "asc"],
  ],
  random: [
    ["draw", "asc"],
    ["position", "asc"],
  ],
  place: [
    ["place", "asc"],
    ["position", "asc"],
  ],
};

/** What is due comes before what is new, promises to this seat first; of the new ones its own first, then as the task says. */
async function nextId(trx: Trx, task: PreviewTask, taker: Taker): Promise<string | undefined> {
  const mineFirst = sql<boolean>`agent_id = ${taker.agentId}`;
  const due = await free(trx, task, taker)
    .where("state", "=", "retry")
    .where("nextAt", "<=", new Date(taker.now))
    .orderBy(mineFirst, "desc")
    .orderBy("nextAt")
    .executeTakeFirst();
  if (due) return due.id;
  // In the order of an index: to put its own first of all would look at every number that waits.
  const waiting = async (of: Taker): Promise<string | undefined> => {
    let inOrder = free(trx, task, of).where("state", "=", "waiting");
    for (const [column, way] of orders[task.settings.order]) inOrder = inOrder.orderBy(column, way);
    return (await inOrder.executeTakeFirst())?.id;
  };
  if (task.settings.allotment === "pool") return waiting(taker);
  return (await waiting({ ...taker, fresh: false })) ?? (taker.fresh ? waiting(taker) : undefined);
}

/** Whether the seat may have numbers that are nobody's: of an equal allotment only until it has its share. */
async function mayHaveMore(trx: Trx, { compId, taskId, settings }: PreviewTask, agentId: string): Promise<boolean> {
  if (settings.allotment !== "equal") return true;
  const row = await trx
    .selectNoFrom((e) => [
      e
        .selectFrom("dial_phone")
        .select((c) => c.fn.countAll<number>().as("n"))
        .where("compId", "=", compId)
        .where("taskId", "=", taskId)
        .where("agentId", "=", agentId)
        .as("mine"),
      e
        .selectFrom("dial_progress")
        .select("total")
        .where("compId", "=", compId)
        .where("taskId", "=", taskId)
        .as("total"),
      e
        .selectFrom("task_seat")
        .select((c) => c.fn.countAll<number>().as("n"))
        .where("compId", "=", compId)
        .where("taskId", "=", taskId)
        .as("seats"),
    ])
    .executeTakeFirstOrThrow();
  return Number(row.mine) < Math.ceil(Number(row.total ?? 0) / Math.max(1, Number(row.seats)));
}

/** undefined: there is none for this seat now. Its hand is locked, and empty. */
export async function takeNext(
  trx: Trx,
  task: PreviewTask,
  { agentId, now, holdUntil }: { readonly agentId: string; readonly now: number; readonly holdUntil: number },
): Promise<string | undefined> {
  const { compId, taskId } = task;
  const fresh = await mayHaveMore(trx, task, agentId);
  const closed = closedProvinces(task.settings.regions, now);
  const id = await nextId(trx, task, { agentId, now, fresh, closed });
  if (id === undefined) return undefined;
  const before = await trx
    .selectFrom("dial_phone")
    .select("state")
    .where("compId", "=", compId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable("dial_phone")
    .set({
      ...{ state: "claimed", agentId, takenAt: new Date(now), claimedUntil: new Date(holdUntil) },
      ...{ reason: "", result: "", resultDue: 0 },
    })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .execute();
  await countProgress(trx, compId, taskId, moveProgress(before.state, "claimed"));
  return id;
}

/** When the next of the seat's own numbers of a task, or of any, is due. */
export async function nextDue(trx: Trx, compId: string, agentId: string, taskId?: string): Promise<Date | null> {
  const row = await trx
    .selectFrom("dial_phone")
    .select((e) => e.fn.min("nextAt").as("at"))
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("state", "=", "retry")
    .where("takenAt", "is", null)
    .$if(taskId !== undefined, (q) => q.where("taskId", "=", taskId ?? ""))
    .executeTakeFirst();
  return row?.at ? new Date(row.at) : null;
}

export interface HandChange {
  readonly state?: NumberState;
  readonly reason?: string;
  readonly nextAt?: Date | null;
  readonly agentId?: string;
  readonly result?: string;
  readonly resultDue?: 0;
  readonly remark?: string;
  readonly skips?: number;
  readonly formDataId?: string;
  /** null: out of the seat's hands. */
  readonly takenAt?: null;
  readonly claimedUntil?: null;
}

/** The number is locked. */
export async function changeNumber(trx: Trx, phone: PhoneRow, change: HandChange): Promise<void> {
  const { compId, id, taskId, state } = phone;
  await trx.updateTable("dial_phone").set(change).where("compId", "=", compId).where("id", "=", id).execute();
  if (change.state !== undefined && change.state !== state)
    await countProgress(trx, compId, taskId, moveProgress(state, change.state));
}

/** The business result stands at the last attempt of the number, too. */
export const noteResult = (trx: Trx, { compId, id, attempts }: PhoneRow, result: string) =>
  trx
    .updateTable("dial_attempt")
    .set({ result })
    .where("compId", "=", compId)
    .where("phoneId", "=", id)
    .where("attempt", "=", attempts)
    .execute();

/** Whether its customer's complaint, in whichever task, lets it rest at that time (D55). */
export const restsAt = async (trx: Trx, { compId, id }: PhoneRow, at: Date): Promise<boolean> =>
  (await trx
    .selectFrom("dial_phone")
    .select("id")
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where(restsForComplaint(at.getTime()))
    .executeTakeFirst()) !== undefined;
