/** npm run restore -- FILE [--force]: into DATA_DIR, which no process may have open. */
import { formatTime, formatForFile } from "@liantai/api/contract";
import { resolve, join } from "node:path";
import { createPgliteDatabase, lockFolder } from "../adapters/embedded/database/index.ts";
import { ConfigError, parseConfig } from "../config.ts";
import { failureLine } from "../failure.ts";
import { restoreBackup } from "../modules/backups/index.ts";

const usage = "npm run restore -- FILE [--force]: FILE was made by npm run backup or lies in DATA_DIR/backups";

function fileOf(args: readonly string[]): string {
  const files = args.filter((each) => !each.startsWith("--"));
  if (files.length !== 1 || args.some((each) => each.startsWith("--") && each !== "--force")) throw new Error(usage);
  return resolve(process.env["INIT_CWD"] ?? ".", files[0]!);
}

/** Goes through the log that the backup brought, and answers. */
async function prove(folder: string): Promise<void> {
  const database = await createPgliteDatabase({ folder });
  try {
    await database.ping();
  } finally {
    await database.close();
  }
}

try {
  const config = parseConfig(process.env);
  const args = process.argv.slice(2);
  const file = fileOf(args);
  if (config.databaseUrl)
    throw new ConfigError(
      "DATABASE_URL",
      "is given: restore PostgreSQL with its own pg_restore (docs/operations.md, Backups)",
    );
  const unlock = lockFolder(join(config.dataDir, "db"));
  const aside = `replaced-${formatForFile(Date.now())}`;
  const { manifest, moved } = await restoreBackup({
    file,
    dataDir: config.dataDir,
    force: args.includes("--force"),
    aside,
    prove,
  });
  unlock();
  const kept = moved.length > 0 ? `; what was there lies in ${join(config.dataDir, aside)}` : "";
  process.stdout.write(
    `${config.dataDir} is as it was at ${formatTime(new Date(manifest.createdAt))} (Asia/Shanghai)${kept}. npm start begins there.\n`,
  );
} catch (error) {
  const { code, path } = error as NodeJS.ErrnoException;
  const missing = code === "ENOENT" && path ? `${path} is not there` : undefined;
  process.stderr.write(
    `restore: ${missing ?? failureLine(error, undefined) ?? (error instanceof Error ? error.message : String(error))}\n`,
  );
  process.exitCode = 1;
}
