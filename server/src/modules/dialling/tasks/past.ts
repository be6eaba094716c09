/**
 * What time alone changes of tasks, looked at each minute by whichever process comes first: a paused task whose last day is past, for which
 * no engine lives, ends as a running one does (D67), and numbers that seats took and left are put back.
 */
import { minuteMs } from "@liantai/api/contract";
import type { Timer } from "../../../ports/clock.ts";
import type { Ports } from "../../../ports/index.ts";
import { stateAt, type TaskRegister } from "../../tasks/index.ts";
import { publish } from "../../topics.ts";
import { forEachAlone } from "../../each.ts";
import { enterprisesWithHands } from "../preview/stale-repository.ts";
import { releaseStale } from "../preview/stale.ts";
import { endPromisesOfTasks, tellPromises, type EndedPromises } from "../promises.ts";
import { findTask, pastTasks, updateDialTask } from "./repository.ts";

type Deps = Pick<Ports, "database" | "broker" | "clock" | "logger">;
type Lock = Pick<TaskRegister, "lock">;

/** Paused and past its last day, and not seen to yet; its state stays, for it may be given a later last day. */
async function endOne({ database, broker, clock }: Deps, register: Lock, compId: string, id: string): Promise<void> {
  const promises = await database.tenant(compId, async (trx): Promise<EndedPromises | undefined> => {
    const row = await register.lock(trx, compId, id);
    const now = clock.now();
    if (row?.state !== "paused" || stateAt(row, now) !== "expired") return undefined;
    if ((await findTask(trx, compId, id))?.endedAt !== null) return undefined;
    await updateDialTask(trx, compId, id, { endedAt: new Date(now), waitsFor: "" });
    return endPromisesOfTasks(trx, compId, [id], now);
  });
  if (!promises) return;
  await publish(broker, "task.changed", { compId, taskId: id });
  await tellPromises({ broker, clock }, promises);
}

export async function sweepPast(deps: Deps, register: Lock): Promise<void> {
  const { database, clock, logger } = deps;
  // system: tasks and numbers of every enterprise.
  const { past, hands } = await database.system(async (trx) => ({
    past: await pastTasks(trx, new Date(clock.now())),
    hands: await enterprisesWithHands(trx),
  }));
  const failed = { logger, message: "a task past its last day was not looked at" };
  await forEachAlone(past, ({ compId, id }) => endOne(deps, register, compId, id), { ...failed, about: (one) => one });
  await forEachAlone(hands, (compId) => releaseStale(deps, compId, clock.now()), {
    ...{ logger, message: "what seats took and left was not put back" },
    about: (compId) => ({ compId }),
  });
}

export function createPastSweep(deps: Deps, register: Lock) {
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;
  const sweep = (): void => {
    running ??= sweepPast(deps, register)
      .catch((error: unknown) => deps.logger.warn({ error }, "tasks past their last day were not looked at"))
      .finally(() => (running = undefined));
  };
  return {
    start(): void {
      sweep();
      timer = deps.clock.every(minuteMs, sweep);
    },
    async stop(): Promise<void> {
      timer?.cancel();
      await running;
    },
  };
}
