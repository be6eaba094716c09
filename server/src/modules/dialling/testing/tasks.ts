/** A dialling task as tests make one, without its own endpoints. */
import { taskSettings, type TaskSettings, type TaskState, type TaskType } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import { demoEnterprise } from "../../system/index.ts";
import { createTaskRegister } from "../../tasks/index.ts";
import { publish } from "../../topics.ts";

export interface MadeTask {
  readonly compId?: string;
  readonly taskIdentity?: string;
  readonly ftype?: TaskType;
  readonly state?: TaskState;
  readonly untilAt?: number;
  readonly settings?: Partial<TaskSettings>;
}

let made = 0;

export const settingsWith = (differs: Partial<TaskSettings> = {}): TaskSettings => ({
  ...(taskSettings.getDefault() as TaskSettings),
  ...differs,
});

/** Whatever it was before; the engine hears of it. */
export async function setState(
  { database, broker }: Pick<Ports, "database" | "broker">,
  { compId, id }: { readonly compId: string; readonly id: string },
  state: TaskState,
): Promise<void> {
  await database.tenant(compId, (trx) =>
    trx.updateTable("task").set({ state }).where("compId", "=", compId).where("id", "=", id).execute(),
  );
  await publish(broker, "task.changed", { compId, taskId: id });
}

/** The id of the new task. */
export async function insertTask(
  ports: Pick<Ports, "database" | "broker" | "random" | "clock">,
  { compId = demoEnterprise.compId, taskIdentity, ftype = 3, state, untilAt, settings }: MadeTask = {},
): Promise<string> {
  const id = ports.random.id();
  const register = createTaskRegister(ports);
  const work = async (trx: Trx) => {
    const name = taskIdentity ?? `任务${(made += 1)}`;
    await register.put(trx, { compId, id, taskIdentity: name, ftype, fromAt: null, untilAt: untilAt ?? null });
    await trx
      .insertInto("dial_task")
      .values({
        ...{ compId, id, settings: JSON.stringify(settingsWith(settings)) },
        createdAt: new Date(ports.clock.now()),
      })
      .execute();
    if (settings?.agentIds) await register.allot(trx, compId, id, settings.agentIds);
  };
  await ports.database.tenant(compId, work);
  if (state) await setState(ports, { compId, id }, state);
  return id;
}

/** Ended attempts of a moment ago, one for each of these numbers. */
export const insertAttempts = (
  { database, random, clock }: Pick<Ports, "database" | "random" | "clock">,
  taskId: string,
  phones: readonly string[],
  differs: {
    readonly phoneId?: string;
    readonly batchId?: string;
    readonly callId?: string;
    readonly answeredAt?: Date;
  } = {},
) =>
  database.tenant(demoEnterprise.compId, (trx) =>
    trx
      .insertInto("dial_attempt")
      .values(
        phones.map((phone, n) => ({
          ...{
            compId: demoEnterprise.compId,
            id: random.id(),
            taskId,
            phoneId: `p${n}`,
            batchId: "b",
            phone,
            ftype: 3,
          },
          ...{ attempt: 1, callId: random.id(), startedAt: new Date(clock.now() - 60_000), code: 200 },
          ...differs,
        })),
      )
      .execute(),
  );
