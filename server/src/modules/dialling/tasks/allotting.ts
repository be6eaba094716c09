/** Seats of tasks follow their skill groups: what changes in a group changes who may join. */
import type { Ports } from "../../../ports/index.ts";
import type { TaskRegister } from "../../tasks/index.ts";
import { subscribe } from "../../topics.ts";
import { settingsOf } from "./present.ts";
import { tasksWithGroups } from "./repository.ts";
import { allotSeats } from "./seats.ts";

export async function allotAgain(
  { database }: Pick<Ports, "database">,
  register: TaskRegister,
  compId: string,
): Promise<void> {
  const ids = await database.tenant(compId, async (trx) => (await tasksWithGroups(trx, compId)).map(({ id }) => id));
  for (const id of ids) {
    const who = await database.tenant(compId, async (trx) => {
      await register.lock(trx, compId, id);
      const task = (await tasksWithGroups(trx, compId)).find((each) => each.id === id);
      return task && allotSeats(trx, register, compId, { ...task, settings: settingsOf(task) });
    });
    if (who) await register.allotted(compId, id, who);
  }
}

/** Every process hears of a change; whoever comes second finds nothing to do. */
export function createAllotting(
  { database, broker, logger }: Pick<Ports, "database" | "broker" | "logger">,
  register: TaskRegister,
) {
  let leave: (() => Promise<void>) | undefined;
  const running = new Set<Promise<void>>();
  const changed = (compId: string): void => {
    const run = allotAgain({ database }, register, compId)
      .catch((error: unknown) => logger.warn({ error, compId }, "seats of tasks were not allotted anew"))
      .finally(() => running.delete(run));
    running.add(run);
  };
  return {
    async start() {
      leave = await subscribe(broker, "groups.changed", ({ compId }) => changed(compId));
    },
    async stop() {
      await leave?.();
      await this.settled();
    },
    /** What was begun is done. */
    async settled() {
      await Promise.all(running);
    },
  };
}
