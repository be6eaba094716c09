/** SQL of 策略动作: those that wait, what they are about, and what came of them. */
import type { ActionState, TaskType } from "@liantai/api/contract/admin";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialActionTable, DialPhoneTable } from "../../../ports/schema/dialling.ts";
import type { ActionBody } from "./plan-repository.ts";

/** Whether numbers may still be put into the task: by a task that is not over, or by an action that waits. */
export async function awaitsNumbers(trx: Trx, compId: string, taskId: string): Promise<boolean> {
  const into = JSON.stringify({ action: "task", taskId });
  const { rows } = await sql<{ awaits: boolean }>`
    select exists (
      select from task t join dial_task d on d.comp_id = t.comp_id and d.id = t.id
      where t.comp_id = ${compId} and t.id <> ${taskId} and t.state in ('running', 'paused')
        and d.settings -> 'recipesAfter' @> jsonb_build_array(${into}::jsonb)
    ) or exists (
      select from dial_action a where a.comp_id = ${compId} and a.state = 'waiting' and a.body @> ${into}::jsonb
    ) as awaits`.execute(trx);
  return rows[0]?.awaits ?? false;
}

/** Of a number: its person has another one that is still to be dialled. */
export const otherWaits = sql<boolean>`(dial_phone.person <> '' and exists (select from dial_phone o
  where o.comp_id = dial_phone.comp_id and o.task_id = dial_phone.task_id and o.person = dial_phone.person
    and o.id <> dial_phone.id and o.state in ('waiting', 'retry')))`;

/** Of a number: the recipes whose message it has had before a call. */
export const toldBefore = sql<string[]>`coalesce((select array_agg(a.recipe) from dial_action a
  where a.comp_id = dial_phone.comp_id and a.phone_id = dial_phone.id and a.attempt_id = ''
    and a.body ->> 'action' = 'sms'), '{}')`;

export interface DueAction {
  readonly compId: string;
  readonly id: string;
}

/** Of all enterprises, the longest due first. */
export const dueActions = (trx: Trx, now: Date, most: number): Promise<DueAction[]> =>
  trx
    .selectFrom("dial_action")
    .select(["compId", "id"])
    .where("state", "=", "waiting")
    .where("nextAt", "<=", now)
    .orderBy("nextAt")
    .orderBy("id")
    .limit(most)
    .execute();

type Phone = Pick<
  Selectable<DialPhoneTable>,
  | ("phone" | "person" | "contact" | "priority" | "variables" | "consentSource" | "consentAt" | "formDataId")
  | ("state" | "place" | "lastAt")
>;

/** When the first of those that wait is due, of all enterprises. */
export async function firstDue(trx: Trx): Promise<number | undefined> {
  const row = await trx
    .selectFrom("dial_action")
    .select((e) => e.fn.min("nextAt").as("at"))
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return row?.at?.getTime();
}

/** An action with the number it is about, and the attempt it follows; a message before a call follows none. */
export interface ActionSubject
  extends Phone, Pick<Selectable<DialActionTable>, "compId" | "id" | "taskId" | "recipe" | "at"> {
  readonly phoneId: string;
  readonly taskIdentity: string;
  /** '': it follows no attempt. */
  readonly callId: string;
  /** Who talked; '': nobody. */
  readonly talkedTo: string;
  /** The call is on record. */
  readonly recorded: boolean;
}

/** undefined: it does not wait any more, or its number is gone. */
export async function subjectOf(
  trx: Trx,
  { compId, id }: DueAction,
): Promise<(ActionSubject & { readonly body: ActionBody; readonly tries: number }) | undefined> {
  const row = await trx
    .selectFrom("dial_action as a")
    .innerJoin("dial_phone as p", (j) => j.onRef("p.compId", "=", "a.compId").onRef("p.id", "=", "a.phoneId"))
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "a.compId").onRef("t.id", "=", "a.taskId"))
    .leftJoin("dial_attempt as d", (j) => j.onRef("d.compId", "=", "a.compId").onRef("d.id", "=", "a.attemptId"))
    .select(["a.compId", "a.id", "a.taskId", "a.phoneId", "a.at", "a.recipe", "a.body", "a.tries", "t.taskIdentity"])
    .select(["p.phone", "p.person", "p.contact", "p.priority", "p.variables", "p.consentSource", "p.consentAt"])
    .select(["p.state", "p.place", "p.lastAt"])
    .leftJoin("call_record as c", (j) => j.onRef("c.compId", "=", "d.compId").onRef("c.callId", "=", "d.callId"))
    .select(["p.formDataId", "d.callId", "d.agentId", "d.connectedAt", "c.callId as record"])
    .where("a.compId", "=", compId)
    .where("a.id", "=", id)
    .where("a.state", "=", "waiting")
    .executeTakeFirst();
  if (!row) return undefined;
  const { agentId, callId, connectedAt, body, record, ...rest } = row;
  const talkedTo = connectedAt === null ? "" : (agentId ?? "");
  return { ...rest, callId: callId ?? "", body: body as ActionBody, talkedTo, recorded: record !== null };
}

/** false: another process has it, or it is done. Nobody else does it until the transaction is over. */
export const holdAction = async (trx: Trx, { compId, id }: DueAction): Promise<boolean> =>
  (await trx
    .selectFrom("dial_action")
    .select("id")
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) !== undefined;

/** nextAt: it is tried again then. */
export const endAction = (
  trx: Trx,
  { compId, id }: DueAction,
  { state, outcome, nextAt = null }: { state: ActionState; outcome: string; nextAt?: Date | null },
) =>
  trx
    .updateTable("dial_action")
    .set((e) => ({ state, outcome, nextAt, tries: e("tries", "+", 1) }))
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();

/** Newest first. */
export const actionsOf = (trx: Trx, compId: string, taskId: string, phoneId: string) =>
  trx
    .selectFrom("dial_action as a")
    .leftJoin("dial_attempt as d", (j) => j.onRef("d.compId", "=", "a.compId").onRef("d.id", "=", "a.attemptId"))
    .select(["a.id", "a.at", "a.recipe", "a.body", "a.state", "a.outcome", "a.tries", "d.attempt"])
    .where("a.compId", "=", compId)
    .where("a.taskId", "=", taskId)
    .where("a.phoneId", "=", phoneId)
    .orderBy("a.at", "desc")
    .orderBy("a.id", "desc")
    .limit(500)
    .execute();

/** Tasks that are not final and name one of these, by name. */
export const namingTasks = (trx: Trx, compId: string, taskIds: readonly string[]) =>
  trx
    .selectFrom("dial_task as d")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "d.compId").onRef("t.id", "=", "d.id"))
    .select(["d.id", "t.taskIdentity", "d.settings"])
    .where("d.compId", "=", compId)
    .where("t.state", "not in", ["stopped", "expired"])
    .where((e) =>
      e.or(
        taskIds.map(
          (taskId) =>
            sql<boolean>`d.settings -> 'recipesAfter' @> jsonb_build_array(${JSON.stringify({ action: "task", taskId })}::jsonb)`,
        ),
      ),
    )
    .orderBy("t.taskIdentity")
    .execute();

/** Those that numbers may be put into some day, the newest first. */
export async function openTasks(trx: Trx, compId: string) {
  const rows = await trx
    .selectFrom("dial_task as d")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "d.compId").onRef("t.id", "=", "d.id"))
    .select(["d.id", "t.taskIdentity", "t.ftype"])
    .where("d.compId", "=", compId)
    .where("t.state", "not in", ["stopped", "expired"])
    .orderBy("d.createdAt", "desc")
    .limit(500)
    .execute();
  return rows.map((row) => ({ ...row, ftype: row.ftype as TaskType }));
}
