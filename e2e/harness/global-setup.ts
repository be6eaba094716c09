/**
 * Starts one server on an empty folder and keeps what it left: seeding a demonstration, speaking its greetings and making
 * keys takes seconds that each journey's own first start would take again.
 */
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "./server.ts";
import { templateVariable } from "./template.ts";

export default async function makeTemplate(): Promise<void> {
  const server = await startServer();
  const template = mkdtempSync(join(tmpdir(), "liantai-template-"));
  await server.end();
  cpSync(server.dataDir, template, { recursive: true });
  await server.stop();
  process.env[templateVariable] = template;
}
