/** Seats of tasks follow their skill groups: what changes in a group changes who may join. */
import type { Ports } from "../../../ports/index.ts";
import type { TaskRegister } from "../../tasks/index.ts";
import { subscribe } from "../../topics.ts";
import { settingsOf } from "./present.ts";
import { tasksWithGroups } from "./repository.ts";
import { allotSeats, tellAllotted } from "./seats.ts";

export async function allotAgain(
  ports: Pick<Ports, "database" | "broker" | "clock">,
  register: TaskRegister,
  compId: string,
): Promise<void> {
  const { database, clock } = ports;
  const ids = await database.tenant(compId, async (trx) => (await tasksWithGroups(trx, compId)).map(({ id }) => id));
  for (const id of ids) {
    const who = await database.tenant(compId, async (trx) => {
      await register.lock(trx, compId, id);
      const task = (await tasksWithGroups(trx, compId)).find((each) => each.id === id);
      return task && allotSeats(trx, register, compId, { ...task, settings: settingsOf(task) }, clock.now());
    });
    if (who) await tellAllotted(ports, register, compId, id, who);
  }
}

/** Every process hears of a change; whoever comes second finds nothing to do. */
export function createAllotting(
  ports: Pick<Ports, "database" | "broker" | "clock" | "logger">,
  register: TaskRegister,
) {
  const { broker, logger } = ports;
  let leave: (() => Promise<void>) | undefined;
  const running = new Set<Promise<void>>();
  const changed = (compId: string): void => {
    const run = allotAgain(ports, register, compId)
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
