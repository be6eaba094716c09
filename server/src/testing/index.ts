/** What tests build the server from: the real embedded adapters, with time, randomness and folders of their own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { legalFrame } from "@liantai/api/contract/admin";
import { createFolderBlobs } from "../adapters/embedded/blobs/index.ts";
import { createProcessBroker } from "../adapters/embedded/broker/index.ts";
import type { Ports } from "../ports/index.ts";
import type { Logger } from "../ports/logger.ts";
import { createTestRandom, createVirtualClock, type VirtualClock } from "./clock.ts";
import { createTestDatabase } from "./database.ts";
import { createIdleSwitch, createSilentSpeech } from "./idle.ts";
import { createTestJobs } from "./jobs.ts";

export { createTestRandom, createVirtualClock, type VirtualClock } from "./clock.ts";
export { createSeededDatabase, createTestDatabase, layTestFolder } from "./database.ts";
export { createIdleSwitch, createSilentSpeech } from "./idle.ts";
export { createTestJobs } from "./jobs.ts";

export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export interface TestPorts extends Ports {
  readonly clock: VirtualClock;
  /** A folder of this test alone; gone after close. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Anything may be replaced; `database` too when several parts of a test share one. */
export async function createTestPorts(
  replace: Partial<Omit<Ports, "clock">> & { readonly clock?: VirtualClock } = {},
): Promise<TestPorts> {
  const folder = await mkdtemp(join(tmpdir(), "liantai-test-"));
  const clock = replace.clock ?? createVirtualClock();
  const database = replace.database ?? (await createTestDatabase());
  const ports: TestPorts = {
    random: createTestRandom(clock),
    broker: createProcessBroker(clock),
    jobs: createTestJobs(clock),
    blobs: createFolderBlobs(join(folder, "blobs")),
    speech: createSilentSpeech(folder),
    switch: createIdleSwitch(),
    logger: silentLogger,
    dialHours: legalFrame,
    ...replace,
    clock,
    database,
    folder,
    async close() {
      await ports.jobs.stop();
      await ports.broker.close();
      if (!replace.database) await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return ports;
}
