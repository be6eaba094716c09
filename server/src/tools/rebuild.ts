/** npm run rebuild: calls, their legs and the states of agents are made anew from the log (docs/operations.md). */
import { createSystemClock, createSystemRandom } from "../adapters/embedded/clock/index.ts";
import { ConfigError, parseConfig } from "../config.ts";
import { createLogger } from "../http/logging.ts";
import { reconcile, rebuild, type ReconcileCursor } from "../modules/event-log/index.ts";
import { createLeases } from "../modules/lease/index.ts";
import { installationLease } from "../modules/telephony/index.ts";
import type { Database } from "../ports/database.ts";
import { withInstallation } from "./client/installation.ts";
import { argumentsOf, run } from "./client/terminal.ts";

/** ms. It is renewed while the log is read, and soon free if this process is killed. */
const lease = { term: 10_000, renew: 2_000 } as const;

/** While it runs no process can lead: nobody else writes calls. */
async function alone<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const leases = createLeases(database);
  const owner = createSystemRandom(createSystemClock()).token(16);
  await leases.join(owner, lease.term);
  if (!(await leases.take(owner, [installationLease])).has(installationLease))
    throw new ConfigError("DATABASE_URL", "its installation is running; stop all its processes first");
  const renewing = leases.alone
    ? undefined
    : setInterval(() => void leases.renew(owner, lease.term).catch(() => undefined), lease.renew);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await leases.leave(owner);
  }
}

async function differences(database: Database): Promise<number> {
  let found = 0;
  let next: ReconcileCursor | undefined;
  do {
    const looked = await reconcile(database, next);
    found += looked.found;
    next = looked.next;
  } while (next);
  return found;
}

await run("rebuild", async () => {
  argumentsOf("npm run rebuild; DATA_DIR and DATABASE_URL as for npm start, whose processes are stopped", []);
  const logger = createLogger("error");
  const { before, made } = await withInstallation(
    parseConfig(process.env),
    (error) => logger.error({ error }, "rebuild"),
    (database) => alone(database, async () => ({ before: await differences(database), made: await rebuild(database) })),
  );
  process.stdout.write(
    `made anew from the log: ${made.calls} calls and ${made.statuses} stretches of agents' states; ${before} rows had differed\n`,
  );
});
