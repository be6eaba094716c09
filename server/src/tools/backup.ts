/** npm run backup -- FILE [--with-recordings]: of the running installation, or of one that is stopped. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createPgliteDatabase } from "../adapters/embedded/database/index.ts";
import { ConfigError, parseConfig, type Config } from "../config.ts";
import { failureLine } from "../failure.ts";
import { askControl, createBackup, snapshotOf, type BackupRequest } from "../modules/backups/index.ts";

const usage =
  "npm run backup -- FILE [--with-recordings]: FILE is a new .zip; DATA_DIR and DATABASE_URL as for npm start";

const withPostgres =
  "is given: dump PostgreSQL with its own pg_dump, as a role that row-level security does not bind, and keep " +
  "DATA_DIR/keys and DATA_DIR/blobs beside it (docs/operations.md, Backups)";

function requestOf(args: readonly string[]): BackupRequest {
  const files = args.filter((each) => !each.startsWith("--"));
  const unknown = args.find((each) => each.startsWith("--") && each !== "--with-recordings");
  if (files.length !== 1 || unknown) throw new Error(usage);
  const file = resolve(process.env["INIT_CWD"] ?? ".", files[0]!);
  if (existsSync(file)) throw new Error(`${file} is there already: give a new name`);
  return { file, recordings: args.includes("--with-recordings") };
}

/** The dump of a folder's database that no process has open. */
async function stopped(config: Config, request: BackupRequest): Promise<number> {
  const folder = join(config.dataDir, "db");
  if (!existsSync(folder)) throw new ConfigError("DATA_DIR", `${config.dataDir} holds no installation`);
  const database = await createPgliteDatabase({ folder });
  try {
    return await createBackup({ dataDir: config.dataDir, database: snapshotOf(database), now: Date.now }, request);
  } finally {
    await database.close();
  }
}

try {
  const config = parseConfig(process.env);
  const request = requestOf(process.argv.slice(2));
  const began = performance.now();
  const write = async (): Promise<number> => {
    if (config.databaseUrl) throw new ConfigError("DATABASE_URL", withPostgres);
    const reply = await askControl(config.dataDir, request);
    if (!reply) return stopped(config, request);
    if ("failed" in reply) throw new Error(reply.failed);
    return reply.bytes;
  };
  const bytes = await write();
  process.stdout.write(
    `${request.file}: ${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s` +
      `${request.recordings ? "" : ", without recordings (--with-recordings takes them along)"}. ` +
      "It holds the keys: keep it as safe as the installation.\n",
  );
} catch (error) {
  process.stderr.write(
    `backup: ${failureLine(error, undefined) ?? (error instanceof Error ? error.message : String(error))}\n`,
  );
  process.exitCode = 1;
}
