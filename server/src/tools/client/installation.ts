/** The installation of DATA_DIR or DATABASE_URL, opened by a tool while no process has it, or beside those that share its database. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createPgliteDatabase } from "../../adapters/embedded/database/index.ts";
import { createPostgresDatabase } from "../../adapters/production/database/index.ts";
import { ConfigError, type Config } from "../../config.ts";
import type { Database } from "../../ports/database.ts";

/** Throws ConfigError where there is no installation of this version. */
export async function withInstallation<T>(
  config: Config,
  onError: (error: unknown) => void,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  const folder = join(config.dataDir, "db");
  if (!config.databaseUrl && !existsSync(folder))
    throw new ConfigError("DATA_DIR", `${config.dataDir} holds no installation`);
  const database = config.databaseUrl
    ? createPostgresDatabase({ url: config.databaseUrl, onError })
    : await createPgliteDatabase({ folder });
  try {
    await database
      .system((trx) => trx.selectFrom("account").select("totpSecret").limit(1).execute())
      .catch((error: unknown) => {
        const [variable, what] = config.databaseUrl ? ["DATABASE_URL", "its database"] : ["DATA_DIR", config.dataDir];
        throw new ConfigError(
          variable,
          `${what} holds no installation of this version; start it once: npm start`,
          error,
        );
      });
    return await run(database);
  } finally {
    await database.close();
  }
}
