/** The ports of a first start with the demonstration, which most tests of the whole server begin with. */
import { createPasswordKeys } from "../modules/auth/index.ts";
import { seed } from "../modules/first-start/index.ts";
import { sealerOf } from "../modules/system/index.ts";
import {
  createSeededDatabase,
  createTestPorts,
  createTestRandom,
  createVirtualClock,
  type TestPorts,
} from "./index.ts";

export type Replaced = NonNullable<Parameters<typeof createTestPorts>[0]>;

export const seededHost = "127.0.0.1";
/** One key in every test, because the image of a seeded database holds what it sealed. */
export const testSealer = sealerOf(Buffer.alloc(32, 1));

/** Seeding takes half a second of CPU: done once for all tests that have the usual time and a database of their own. */
export async function seededPorts(replace: Replaced): Promise<TestPorts> {
  if (replace.database || replace.clock) {
    const ports = await createTestPorts(replace);
    await seed(ports, testSealer, { host: seededHost });
    return ports;
  }
  const clock = createVirtualClock();
  // Its own stream: the ids that the test draws are not those of the seed.
  const random = createTestRandom(clock, "seed");
  const database = await createSeededDatabase(async (empty) => {
    await seed({ database: empty, random, clock }, testSealer, { host: seededHost });
    // The pair for passwords on their way, as after a first sign-in: making one takes 140 ms of CPU.
    await createPasswordKeys(empty, testSealer).current();
  });
  const ports = await createTestPorts({ ...replace, database });
  const close = async (): Promise<void> => {
    await ports.close();
    await database.close();
  };
  return { ...ports, close };
}
