/** Tasks with numbers and tries for tests, straight into the tables. */
import { taskSettings, type TaskSettings } from "@liantai/api/contract/admin";
import type { TaskType } from "@liantai/api/contract/tasks";
import type { Trx } from "../../../ports/database.ts";
import { createEventLog, type CallFact, type Entry } from "../../event-log/index.ts";
import type { Office } from "../../../testing/office.ts";

const at = new Date("2026-11-28T02:00:00Z");

export async function addTask(
  trx: Trx,
  compId: string,
  {
    id,
    ftype,
    settings = {},
  }: { readonly id: string; readonly ftype: TaskType; readonly settings?: Partial<TaskSettings> },
): Promise<void> {
  await trx
    .insertInto("task")
    .values({ compId, id, taskIdentity: `任务${id}`, ftype, state: "running" })
    .execute();
  await trx
    .insertInto("dial_task")
    .values({ compId, id, settings: JSON.stringify({ ...taskSettings.getDefault(), ...settings }), createdAt: at })
    .execute();
  await trx
    .insertInto("dial_batch")
    .values({ compId, id: `b-${id}`, taskId: id, batchNumber: "20261128-1", source: "interface", createdAt: at })
    .execute();
}

export interface Numbered {
  readonly id: string;
  readonly taskId: string;
  readonly phone: string;
  readonly state?: string;
}

export async function addPhone(trx: Trx, compId: string, { id, taskId, phone, state = "waiting" }: Numbered) {
  const row = { compId, id, taskId, batchId: `b-${taskId}`, phone, position: 1, state, createdAt: at };
  await trx.insertInto("dial_phone").values(row).execute();
}

/** A try of a number; its call is `callId`. */
export async function addAttempt(
  trx: Trx,
  compId: string,
  of: {
    readonly id: string;
    readonly phone: Numbered;
    readonly ftype: TaskType;
    readonly callId: string;
    readonly startedAt?: Date;
  },
): Promise<void> {
  const { id, phone, ftype, callId, startedAt = at } = of;
  const number = { taskId: phone.taskId, phoneId: phone.id, batchId: `b-${phone.taskId}`, phone: phone.phone };
  await trx
    .insertInto("dial_attempt")
    .values({ compId, id, ...number, ftype, attempt: 1, callId, startedAt })
    .execute();
}

export type Logged = readonly [seconds: number, fact: CallFact, reason?: string];

/** An outbound call as its log has it. */
export async function logCall(
  { ports }: Pick<Office, "ports">,
  compId: string,
  {
    id,
    to,
    taskId,
    ftype,
  }: { readonly id: string; readonly to: string; readonly taskId?: string; readonly ftype?: number },
  told: readonly Logged[],
): Promise<void> {
  const log = createEventLog(ports);
  const began = ports.clock.now();
  const created: CallFact = {
    ...{ type: "created", direction: "outbound", caller: "4001", callee: to, accessNumber: "4001" },
    ...(taskId === undefined ? {} : { task: { type: ftype ?? 4, id: taskId } }),
  };
  for (const [seconds, fact, reason] of [[0, created] as Logged, ...told])
    void log.append({
      ...{ stream: "contact", kind: "call", compId, id, at: began + seconds * 1_000, actor: "engine", fact },
      ...(reason === undefined ? {} : { reason }),
    } as Entry);
  await log.flush();
}

export const step = (
  name: Extract<CallFact, { type: "flowStep" }>["step"],
  more: Partial<Extract<CallFact, { type: "flowStep" }>> = {},
): CallFact => ({ type: "flowStep", step: name, nodeId: "n", nodeName: "问", ...more });

/** What modules do of themselves: until one thing is so. */
export async function until(office: Office, holds: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 200; n += 1) {
    if (await holds()) return;
    await office.ports.clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("it never came");
}
