/** A preview task with numbers, as the screens will make one, and seats that have joined it. */
import { taskSettings, type TaskSettings } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import { createTaskRegister } from "../../tasks/index.ts";
import { countProgress } from "../progress-repository.ts";
import { setState } from "./tasks.ts";

export interface NewPreviewTask {
  readonly compId: string;
  readonly id: string;
  readonly agentIds: readonly string[];
  readonly count: number;
  readonly settings?: Partial<TaskSettings>;
  /** By index of the number, from 0. */
  readonly phone?: (at: number) => { readonly phone?: string; readonly agentId?: string; readonly person?: string };
  readonly ftype?: 2 | 3;
}

export const phoneAt = (at: number): string => `138${String(at).padStart(8, "0")}`;

async function addNumbers(trx: Trx, { compId, id, count, phone }: NewPreviewTask, now: number): Promise<void> {
  const batch = { compId, id: `${id}-b`, taskId: id, batchNumber: "20260302-1", source: "import" };
  await trx
    .insertInto("dial_batch")
    .values({ ...batch, count, succeed: count, createdAt: new Date(now) })
    .execute();
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{ compId, id: `${id}-${at}`, taskId: id, batchId: batch.id, phone: phoneAt(at), contact: `客户${at}` },
    ...{ position: at, variables: JSON.stringify({ 产品: `产品${at}` }), createdAt: new Date(now) },
    ...phone?.(at),
  }));
  for (let at = 0; at < rows.length; at += 500)
    await trx
      .insertInto("dial_phone")
      .values(rows.slice(at, at + 500))
      .execute();
  await countProgress(trx, compId, id, { total: count, waiting: count });
}

/** Running from the start on, over the whole legal frame. */
export async function makePreviewTask(ports: Pick<Ports, "database" | "broker" | "clock">, task: NewPreviewTask) {
  const { compId, id, agentIds, settings, ftype = 2 } = task;
  const register = createTaskRegister(ports);
  const now = ports.clock.now();
  await ports.database.tenant(compId, async (trx) => {
    await register.put(trx, { compId, id, taskIdentity: `任务${id}`, ftype, fromAt: null, untilAt: null });
    await register.allot(trx, compId, id, agentIds);
    const all = { ...taskSettings.getDefault(), ...settings };
    await trx
      .insertInto("dial_task")
      .values({ compId, id, settings: JSON.stringify(all), createdAt: new Date(now) })
      .execute();
    await addNumbers(trx, task, now);
  });
  await setState(ports, task, "running");
}

/** As the CTI link's taskJoin leaves it. */
export const join = (
  ports: Pick<Ports, "database">,
  compId: string,
  taskId: string,
  sessionId: string,
  agentId?: string,
) =>
  ports.database.tenant(compId, (trx) =>
    trx
      .updateTable("task_seat")
      .set({ participateStatus: 1, sessionId })
      .where("compId", "=", compId)
      .where("taskId", "=", taskId)
      .$if(agentId !== undefined, (q) => q.where("agentId", "=", agentId ?? ""))
      .execute(),
  );

/** The seat's, that is signed in. */
export const sessionOf = async (ports: Pick<Ports, "database">, agentId: string): Promise<string> => {
  const session = await ports.database.system((trx) =>
    trx
      .selectFrom("session as s")
      .innerJoin("account as a", "a.id", "s.accountId")
      .select("s.id")
      .where("a.agentId", "=", agentId)
      .where("s.endedAt", "is", null)
      .executeTakeFirstOrThrow(),
  );
  return session.id;
};

/** Seats that the demonstration does not have. */
export const addSeats = (ports: Pick<Ports, "database">, compId: string, agentIds: readonly string[]) =>
  ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("seat")
      .values(agentIds.map((agentId) => ({ compId, agentId, name: agentId, terminalType: 2, extension: agentId })))
      .execute(),
  );
