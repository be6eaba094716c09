/** npm run ledger:export -- --enterprise CODE [--after N]: the compliance ledger of an enterprise as lines of JSON (docs/operations.md). */
import { once } from "node:events";
import { parseConfig } from "../config.ts";
import { createLogger } from "../http/logging.ts";
import { exportLedger } from "../modules/dialling/index.ts";
import { withInstallation } from "./client/installation.ts";
import { argumentsOf, run, UsageError } from "./client/terminal.ts";

const usage = "npm run ledger:export -- --enterprise CODE [--after N]; DATA_DIR and DATABASE_URL as for npm start";

/** Whoever reads slowly is waited for. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, "drain");
}

await run("ledger:export", async () => {
  const { enterprise, after = "0" } = argumentsOf(usage, ["enterprise", "after"]);
  if (!enterprise) throw new UsageError(`--enterprise is missing\n${usage}`);
  if (!/^\d{1,15}$/.test(after)) throw new UsageError(`--after takes the number of an entry\n${usage}`);
  const logger = createLogger("error");
  const entries = await withInstallation(
    parseConfig(process.env),
    (error) => logger.error({ error }, "ledger:export"),
    (database) => exportLedger(database, enterprise, { after: Number(after), line: write }),
  );
  process.stderr.write(`${enterprise}: ${entries} entries\n`);
});
