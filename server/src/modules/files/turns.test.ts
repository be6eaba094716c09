/** Enterprises take turns in the queues of exports; several share one. On pg-boss, one worker a queue as in a process. */
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import { createPgBossJobs } from "../../adapters/embedded/jobs/index.ts";
import { createTestPorts, silentLogger } from "../../testing/index.ts";
import type { ExportKind } from "./export-kinds.ts";
import { createRunner } from "./job-runner.ts";
import { deleteJobs, insertJob } from "./repository.ts";

async function runnerOf() {
  const ports = await createTestPorts();
  const { database, blobs } = ports;
  const clock = createSystemClock();
  const jobs = createPgBossJobs({ database, clock, random: createSystemRandom(clock), logger: silentLogger });
  const begun: string[] = [];
  let ended = 0;
  let go = () => undefined as void;
  const first = new Promise<void>((resolve) => (go = resolve));
  const kind: ExportKind = {
    title: "测试",
    pages: [],
    async produce({ params }) {
      begun.push((params as { n: string }).n);
      // The first keeps the worker until all stand in line.
      await first;
      return { columns: [{ title: "序号" }], rows: [] };
    },
  };
  const kinds = new Map([
    ["report", kind],
    ["recordings", { ...kind, slow: true }],
  ]);
  const runner = createRunner(
    { database, jobs, clock, logger: silentLogger, blobs },
    kinds,
    async ({ state }) => void (ended += state === "done" ? 1 : 0),
    async () => ({ isHiddenNum: false, hiddenGlobalPhone: false }),
  );
  await jobs.start();
  await runner.start();
  const until = async (met: () => boolean) => {
    for (let i = 0; i < 400 && !met(); i += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  };
  let second = 0;
  return {
    ...{ database, begun, until },
    go: () => go(),
    ended: () => ended,
    async ask(compId: string, id: string, name = "report") {
      const createdAt = new Date(Date.UTC(2026, 2, 2, 0, 0, (second += 1)));
      await database.tenant(compId, (trx) =>
        insertJob(trx, {
          ...{
            compId,
            id,
            kind: name,
            name: id,
            ownerId: "a",
            ownerName: "a",
            state: "waiting",
            createdAt,
            blobKey: null,
          },
          ...{ params: JSON.stringify({ n: id }), owner: JSON.stringify({ userId: "a", compId }) },
          leaseUntil: new Date(clock.now() + 60_000),
        }),
      );
      await runner.wake({ compId, id, kind: name, attempt: 0 });
    },
    async close() {
      go();
      await runner.stop();
      await jobs.stop();
      await ports.close();
    },
  };
}

test("an enterprise with many exports keeps nobody: whose turn is longest ago is next, also where it deletes what is done", async () => {
  const world = await runnerOf();
  for (const id of ["a1", "a2", "a3", "a4"]) await world.ask("100001", id);
  await world.until(() => world.begun.length === 1);
  // Asked for after all of the other's, and each enterprise's own in the order of asking.
  for (const id of ["b1", "b2"]) await world.ask("200002", id);
  await world.ask("300003", "c1");
  await world.ask("300003", "c2", "recordings");
  await world.until(() => world.begun.length === 2);
  expect(world.begun).toEqual(["a1", "c2"]);
  world.go();
  await world.until(() => world.ended() === 3);
  await world.database.tenant("100001", (trx) => deleteJobs(trx, "100001", ["a1"], { ownerId: "a", kinds: [] }));
  await world.until(() => world.ended() === 8);
  expect(world.begun.filter((id) => id !== "c2")).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  await world.close();
}, 60_000);
