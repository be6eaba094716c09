/** The counters of tasks are compared with what they count, every night, and set right (inventory dialling.md C10). */
import { dayMs } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";
import { everyNight, type Night } from "../maintenance/index.ts";
import { publish } from "../topics.ts";
import { comparable, compareTask, type Difference } from "./reconciling-repository.ts";
import { forJobs } from "../../ports/database.ts";

type Deps = Pick<Ports, "database" | "jobs" | "broker" | "clock" | "logger">;

export const reconcileQueue = "nightly-dial-progress";
/** Minutes past midnight: after the other comparison, before the dump. */
const reconcileAt = 3 * 60 + 30;
/** A task that is over changes no more; the night after its end it is compared for the last time. */
const endedWithinMs = 2 * dayMs;

/** A transaction for each task. `stopping`: the rest is left to the next night. */
export async function reconcileProgress(
  { database, broker, clock }: Pick<Deps, "database" | "broker" | "clock">,
  stopping: () => boolean = () => false,
): Promise<{ readonly tasks: number; readonly differences: readonly Difference[] }> {
  // system: tasks of every enterprise.
  const tasks = await database.system((trx) => comparable(trx, new Date(clock.now() - endedWithinMs)));
  const differences: Difference[] = [];
  let compared = 0;
  for (const { compId, id: taskId } of tasks) {
    if (stopping()) break;
    const found = await forJobs(database).tenant(compId, (trx) => compareTask(trx, compId, taskId));
    compared += 1;
    if (!found) continue;
    differences.push(found);
    await publish(broker, "task.changed", { compId, taskId });
  }
  return { tasks: compared, differences };
}

/** The jobs port must have been started. Ends with what it gives. */
export async function startReconciling(deps: Deps): Promise<() => void> {
  let stopping = false;
  await everyNight<Night>(deps, reconcileQueue, reconcileAt, async () => {
    const { tasks, differences } = await reconcileProgress(deps, () => stopping);
    const found = differences.length;
    if (found > 0)
      deps.logger.error({ tasks, found, differences: differences.slice(0, 20) }, "counters of tasks were wrong");
    else deps.logger.info({ tasks }, "nightly comparison of the counters of tasks: no differences");
  });
  return () => {
    stopping = true;
  };
}
