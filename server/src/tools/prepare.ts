/**
 * Makes the empty database of a first start with PGlite, which `npm start` does while the page is built. It says nothing and
 * decides nothing: whatever it cannot do, the start meets again and says.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createPgliteDatabase } from "../adapters/embedded/database/index.ts";
import { parseConfig } from "../config.ts";
import { closeDataFolder } from "../data-folder.ts";
import { restoreUnfinished } from "../modules/backups/index.ts";

async function prepare(): Promise<void> {
  const { dataDir, databaseUrl } = parseConfig(process.env);
  const folder = join(dataDir, "db");
  if (databaseUrl || existsSync(folder) || (await restoreUnfinished(dataDir)) !== undefined) return;
  closeDataFolder(dataDir);
  const database = await createPgliteDatabase({ folder });
  await database.migrate().finally(() => database.close());
}

await prepare().catch(() => {
  process.exitCode = 1;
});
