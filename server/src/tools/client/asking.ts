/** A question to the installation: of the process that runs on its folder, or by its database, which another machine may have. */
import type { Database } from "../../ports/database.ts";
import { parseConfig } from "../../config.ts";
import { createLogger } from "../../http/logging.ts";
import { askControl } from "../../modules/backups/index.ts";
import { withInstallation } from "./installation.ts";

/** `name`: of the tool, for what the database complains of. Throws what the running process answers as failed. */
export async function askInstallation(
  name: string,
  question: Parameters<typeof askControl>[1],
  work: (database: Database) => Promise<string>,
): Promise<string> {
  const config = parseConfig(process.env);
  const reply = config.databaseUrl ? undefined : await askControl(config.dataDir, question);
  if (reply && "failed" in reply) throw new Error(reply.failed);
  if (reply) return reply.text ?? "";
  const logger = createLogger("error");
  return withInstallation(config, (error) => logger.error({ error }, name), work);
}
