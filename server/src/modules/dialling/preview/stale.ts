/** Numbers that seats took and left are put back (../tasks/past.ts asks for it each minute, and who takes one does). */
import type { Ports } from "../../../ports/index.ts";
import { publish } from "../../topics.ts";
import { heldMs } from "./hand.ts";
import { freeStale } from "./stale-repository.ts";

/** How many went back. */
export async function releaseStale(
  { database, broker }: Pick<Ports, "database" | "broker">,
  compId: string,
  now: number,
): Promise<number> {
  const freed = await database.tenant(compId, (trx) => freeStale(trx, compId, now, heldMs));
  for (const taskId of new Set(freed.map((one) => one.taskId)))
    await publish(broker, "task.changed", { compId, taskId });
  return freed.length;
}
