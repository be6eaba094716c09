/** npm run ledger:verify: the compliance ledger of dialling holds, or where it does not (docs/operations.md). */
import { parseConfig } from "../config.ts";
import { createLogger } from "../http/logging.ts";
import { verifyLedgers } from "../modules/dialling/index.ts";
import { withInstallation } from "./client/installation.ts";
import { argumentsOf, run } from "./client/terminal.ts";

const breaks = {
  gap: "an entry is missing",
  prev: "it does not follow the entry before it",
  hash: "it was changed",
  end: "the chain ends before its head",
} as const;

await run("ledger:verify", async () => {
  argumentsOf("npm run ledger:verify; DATA_DIR and DATABASE_URL as for npm start", []);
  const logger = createLogger("error");
  const verified = await withInstallation(
    parseConfig(process.env),
    (error) => logger.error({ error }, "ledger:verify"),
    verifyLedgers,
  );
  for (const { compId, entries, broken, untold } of verified) {
    const state = broken ? `broken at entry ${broken.seq}: ${breaks[broken.why]}` : `${entries} entries hold`;
    process.stdout.write(`${compId}: ${state}${untold > 0 ? `; ${untold} attempts without an entry` : ""}\n`);
  }
  if (verified.some(({ broken, untold }) => broken !== undefined || untold > 0)) process.exitCode = 1;
});
