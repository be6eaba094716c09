/** A dialling task on a stage: virtual time, the real engine and database, a scripted switch. */
import { object } from "yup";
import { taskFields, type TaskSettings } from "@liantai/api/contract/admin";
import { createTaskRegister } from "../modules/tasks/index.ts";
import { publish } from "../modules/topics.ts";
import type { Stage, StageOptions } from "../modules/telephony/testing/stage.ts";
import { createDiallers } from "../modules/dialling/index.ts";

export const diallers: NonNullable<StageOptions["diallers"]> = (ports) =>
  createDiallers({ ports, outcome: async () => ({}) });

export interface TaskWanted extends Partial<TaskSettings> {
  readonly ftype?: 1 | 2 | 3 | 4 | 5;
  readonly fromAt?: number;
  readonly untilAt?: number;
  readonly agents?: readonly string[];
  readonly phones?: readonly string[];
  readonly state?: "notStarted" | "running";
}

const defaults = object(taskFields).getDefault() as unknown as TaskSettings;

let tasks = 0;

/** With its numbers, running unless it is said otherwise. */
export async function makeTask(s: Stage, wanted: TaskWanted = {}): Promise<string> {
  const { ftype = 3, fromAt = null, untilAt = null, agents = [], phones = [], state = "running", ...settings } = wanted;
  const id = `t${++tasks}`;
  const { compId, ports } = s;
  const { database, clock } = ports;
  const register = createTaskRegister(ports);
  await database.tenant(compId, async (trx) => {
    await register.put(trx, { compId, id, taskIdentity: `任务${id}`, ftype, fromAt, untilAt });
    await register.allot(trx, compId, id, agents);
    await trx.updateTable("task").set({ state }).where("compId", "=", compId).where("id", "=", id).execute();
    await trx
      .insertInto("dial_task")
      .values({
        compId,
        id,
        settings: JSON.stringify({ ...defaults, perSecond: 50, ...settings }),
        createdAt: new Date(clock.now()),
      })
      .execute();
  });
  await addPhones(s, id, phones);
  await told(s, id);
  return id;
}

export async function told(s: Stage, taskId: string, cancelRinging = false): Promise<void> {
  await publish(s.ports.broker, "task.changed", { compId: s.compId, taskId, cancelRinging });
  await s.settle();
}

export async function addPhones(s: Stage, taskId: string, phones: readonly string[]): Promise<void> {
  const { compId, ports } = s;
  if (phones.length === 0) return;
  await ports.database.tenant(compId, async (trx) => {
    await trx
      .insertInto("dial_phone")
      .values(
        phones.map((phone, position) => ({
          compId,
          id: `${taskId}-${phone}`,
          taskId,
          batchId: "b",
          phone,
          position,
          createdAt: new Date(ports.clock.now()),
        })),
      )
      .execute();
    await trx
      .insertInto("dial_progress")
      .values({ compId, taskId, total: phones.length, waiting: phones.length })
      .execute();
  });
}

export const setState = async (
  s: Stage,
  taskId: string,
  state: "paused" | "running" | "stopped",
  cancelRinging = false,
) => {
  await s.ports.database.tenant(s.compId, (trx) =>
    trx.updateTable("task").set({ state }).where("compId", "=", s.compId).where("id", "=", taskId).execute(),
  );
  await told(s, taskId, cancelRinging);
};

/** The seat has joined, in the session that its page has. */
export async function joins(s: Stage, taskId: string, agentId: string): Promise<void> {
  const { compId, ports } = s;
  const sessionId = `s-${agentId}`;
  const at = new Date(ports.clock.now());
  await ports.database.system(async (trx) => {
    await trx
      .insertInto("account")
      .values({
        compId,
        id: `${compId}-${agentId}`,
        roleType: 2,
        account: agentId,
        userName: `${compId}2${agentId}`,
        nickName: agentId,
        passwordHash: "x",
        passwordChangedAt: at,
        roleId: "r",
        agentId,
        groupId: null,
        empower: JSON.stringify(null),
      })
      .onConflict((c) => c.doNothing())
      .execute();
    await trx
      .insertInto("session")
      .values({
        id: `${compId}-${sessionId}`,
        compId,
        accountId: `${compId}-${agentId}`,
        accessHash: `${compId}${agentId}a`,
        refreshHash: `${compId}${agentId}r`,
        accessExpiresAt: at,
        refreshExpiresAt: at,
        createdAt: at,
        lastSeenAt: at,
        endReason: null,
        address: "",
        device: "",
      })
      .onConflict((c) => c.doNothing())
      .execute();
    await trx
      .updateTable("task_seat")
      .set({ participateStatus: 1, sessionId: `${compId}-${sessionId}` })
      .where("compId", "=", compId)
      .where("taskId", "=", taskId)
      .where("agentId", "=", agentId)
      .execute();
  });
  await publish(ports.broker, "seat.changed", { compId, agentId });
  await s.advance(300);
  await told(s, taskId);
}

/** The seat has left it. */
export async function leaves(s: Stage, taskId: string, agentId: string): Promise<void> {
  const { compId, ports } = s;
  await ports.database.tenant(compId, (trx) =>
    trx
      .updateTable("task_seat")
      .set({ participateStatus: 0, sessionId: "" })
      .where("compId", "=", compId)
      .where("taskId", "=", taskId)
      .where("agentId", "=", agentId)
      .execute(),
  );
  await publish(ports.broker, "seat.changed", { compId, agentId });
  await s.advance(300);
  await told(s, taskId);
}

export const phones = (s: Stage, taskId: string) =>
  s.ports.database.tenant(s.compId, (trx) =>
    trx
      .selectFrom("dial_phone")
      .selectAll()
      .where("compId", "=", s.compId)
      .where("taskId", "=", taskId)
      .orderBy("position")
      .execute(),
  );
export const attempts = (s: Stage, taskId: string) =>
  s.ports.database.tenant(s.compId, (trx) =>
    trx
      .selectFrom("dial_attempt")
      .selectAll()
      .where("compId", "=", s.compId)
      .where("taskId", "=", taskId)
      .orderBy("startedAt")
      .orderBy("attempt")
      .execute(),
  );
export const ledger = (s: Stage) =>
  s.ports.database.tenant(s.compId, (trx) =>
    trx.selectFrom("dial_ledger").selectAll().where("compId", "=", s.compId).orderBy("seq").execute(),
  );
export const progress = (s: Stage, taskId: string) =>
  s.ports.database.tenant(s.compId, (trx) =>
    trx
      .selectFrom("dial_progress")
      .selectAll()
      .where("compId", "=", s.compId)
      .where("taskId", "=", taskId)
      .executeTakeFirst(),
  );
export const taskRow = (s: Stage, taskId: string) =>
  s.ports.database.tenant(s.compId, (trx) =>
    trx
      .selectFrom("task as t")
      .innerJoin("dial_task as d", (j) => j.onRef("d.compId", "=", "t.compId").onRef("d.id", "=", "t.id"))
      .select(["t.state", "d.waitsFor"])
      .where("t.compId", "=", s.compId)
      .where("t.id", "=", taskId)
      .executeTakeFirstOrThrow(),
  );
