/** npm run totp-reset -- ACCOUNT: the second step of an account off, for whoever has nobody above him (docs/operations.md). */
import { createProcessBroker } from "../adapters/embedded/broker/index.ts";
import { createSystemClock, createSystemRandom } from "../adapters/embedded/clock/index.ts";
import { createRedisBroker } from "../adapters/production/broker/index.ts";
import { parseConfig, type Config } from "../config.ts";
import { failureLine } from "../failure.ts";
import { createLogger } from "../http/logging.ts";
import { resetTotpOf } from "../modules/auth/index.ts";
import { askControl } from "../modules/backups/index.ts";
import { withInstallation } from "./client/installation.ts";

const usage =
  "npm run totp-reset -- ACCOUNT: the account of an operator, or ENTERPRISE/ACCOUNT of an administrator; " +
  "DATA_DIR, DATABASE_URL and REDIS_URL as for npm start";

/** In this process: the database is PostgreSQL's, or nobody has its folder open. */
async function here(config: Config, account: string): Promise<void> {
  const clock = createSystemClock();
  const logger = createLogger("error");
  const onError = (error: unknown): void => logger.error({ error }, "totp-reset");
  await withInstallation(config, onError, async (database) => {
    const broker = config.redisUrl
      ? await createRedisBroker({ url: config.redisUrl, clock, onError })
      : createProcessBroker(clock, onError);
    try {
      await resetTotpOf({ database, broker, clock, random: createSystemRandom(clock), logger }, account);
    } finally {
      await broker.close();
    }
  });
}

try {
  const config = parseConfig(process.env);
  const [account, ...more] = process.argv.slice(2);
  if (account === undefined || more.length > 0) throw new Error(usage);
  const reply = config.databaseUrl ? undefined : await askControl(config.dataDir, { totpReset: account });
  if (!reply) await here(config, account);
  else if ("failed" in reply) throw new Error(reply.failed);
  process.stdout.write(
    `${account}: the second step is off and its sessions have ended. The password alone signs in.\n`,
  );
} catch (error) {
  process.stderr.write(
    `totp-reset: ${failureLine(error, undefined) ?? (error instanceof Error ? error.message : String(error))}\n`,
  );
  process.exitCode = 1;
}
