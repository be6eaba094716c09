/** A promised call whose number comes onto a blacklist (D69): nobody may call it, so nobody is reminded of it, and pages forget it. */
import { installation } from "../../http/company.ts";
import type { Ports } from "../../ports/index.ts";
import { forEachAlone } from "../each.ts";
import { publish, subscribe } from "../topics.ts";
import { barredOutside } from "../trunks/index.ts";
import { endPromises, tellPromises } from "./promises.ts";
import { enterprisesWithPromises, promisedCalls } from "./promises-repository.ts";

type Deps = Pick<Ports, "database" | "broker" | "clock" | "logger">;

async function endBarred({ database, broker, clock }: Deps, compId: string): Promise<void> {
  const { ended, taskIds } = await database.tenant(compId, async (trx) => {
    const now = clock.now();
    const promised = await promisedCalls(trx, compId);
    const numbers = promised.map(({ phone }) => phone);
    const barred = numbers.length > 0 ? await barredOutside(trx, compId, numbers, "both", new Date(now)) : new Set();
    const gone = promised.filter(({ phone }) => barred.has(phone));
    const ids = gone.map(({ id }) => id);
    return { ended: await endPromises(trx, compId, ids, now), taskIds: new Set(gone.map(({ taskId }) => taskId)) };
  });
  if (ended.length === 0) return;
  for (const taskId of taskIds) await publish(broker, "task.changed", { compId, taskId });
  await tellPromises({ broker, clock }, ended);
}

/** The installation's list binds every enterprise. */
async function endAll(deps: Deps, owner: string): Promise<void> {
  // system: promises of every enterprise.
  const all = owner === installation ? await deps.database.system(enterprisesWithPromises) : [owner];
  await forEachAlone(all, (compId) => endBarred(deps, compId), {
    ...{ logger: deps.logger, message: "promised calls of barred numbers were not ended" },
    about: (compId) => ({ compId }),
  });
}

/** Every process hears of a change; whoever comes second finds nothing to do. An import tells of each batch: looked at in turns. */
export function createBarredPromises(deps: Deps) {
  const asked = new Set<string>();
  let running: Promise<void> | undefined;
  let leave: (() => Promise<void>) | undefined;
  async function turns(): Promise<void> {
    for (const owner of asked) {
      asked.delete(owner);
      await endAll(deps, owner).catch((error: unknown) =>
        deps.logger.warn({ error, compId: owner }, "promised calls of barred numbers were not ended"),
      );
    }
    running = undefined;
  }
  return {
    async start(): Promise<void> {
      leave = await subscribe(deps.broker, "blackList.changed", ({ compId }) => {
        asked.add(compId);
        running ??= turns();
      });
    },
    async stop(): Promise<void> {
      await leave?.();
      await running;
    },
  };
}
