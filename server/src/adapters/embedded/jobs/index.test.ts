import { jobsContract } from "../../../ports/jobs.contract.ts";
import { createTestDatabase, createTestJobs, createVirtualClock, silentLogger } from "../../../testing/index.ts";
import { createSystemClock, createSystemRandom } from "../clock/index.ts";
import { createPgBossJobs } from "./index.ts";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

jobsContract("pg-boss on PGlite", async () => {
  const database = await createTestDatabase();
  const clock = createSystemClock();
  const jobs = createPgBossJobs({ database, clock, random: createSystemRandom(clock), logger: silentLogger });
  return {
    jobs,
    pass: wait,
    async close() {
      await jobs.stop();
      await database.close();
    },
  };
});

jobsContract("in memory, for tests", async () => {
  const clock = createVirtualClock();
  const jobs = createTestJobs(clock);
  return { jobs, pass: (ms) => clock.advance(ms), close: () => jobs.stop() };
});
