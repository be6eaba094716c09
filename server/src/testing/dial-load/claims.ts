/** Numbers claimed and their attempts committed, and jobs fetched and completed by pg-boss, on one PostgreSQL (bench/dial-claims.ts). */
import { dayMs } from "@liantai/api/contract";
import { legalFrame } from "@liantai/api/contract/admin";
import { PgBoss } from "pg-boss";
import { createProcessBroker } from "../../adapters/embedded/broker/index.ts";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import { createPostgresDatabase } from "../../adapters/production/database/index.ts";
import { createDiallerStore, type DiallerStore } from "../../modules/dialling/engine/store.ts";
import { readRuns, type RunRow } from "../../modules/dialling/engine/repository.ts";
import { insertTask } from "../../modules/dialling/testing/tasks.ts";
import { createLeases } from "../../modules/lease/index.ts";
import { demoEnterprise } from "../../modules/system/index.ts";
import { sql } from "kysely";
import { seededPorts } from "../seeded.ts";

const { compId } = demoEnterprise;
const tasks = 10;
/** What a turn of a task dials: as many as one that is to dial 20 a second. */
const batch = 20;
/** Of each task, in each round. */
const turns = 25;

export interface ClaimFigures {
  /** A second, by round. */
  readonly ours: readonly number[];
  readonly boss: readonly number[];
}

/** Work of all lanes at once, each one after the other in itself: how many pieces a second. */
async function perSecond(lanes: readonly (() => Promise<number>)[]): Promise<number> {
  const began = performance.now();
  const done = await Promise.all(
    lanes.map(async (turn) => {
      let sum = 0;
      for (let n = 0; n < turns; n += 1) sum += await turn();
      return sum;
    }),
  );
  const all = done.reduce((a, b) => a + b, 0);
  if (all !== lanes.length * turns * batch) throw new Error(`${all} pieces of work were done`);
  return (all * 1_000) / (performance.now() - began);
}

/** As the dialler does it: claim, look, commit; what the checks ask of other modules is left out. */
function dialling(store: DiallerStore, run: RunRow): () => Promise<number> {
  return async () => {
    const { phones, shown } = await store.claim(run, batch);
    const displayed = shown[0]?.number ?? "";
    const checks = [{ check: "hours", passed: true, detail: "" }] as const;
    const dialled = await store.commit(
      run,
      phones.map((phone) => ({ ...{ id: store.id(), callId: store.id(), phone, displayed, variant: "" }, checks })),
      "1:bench",
    );
    return dialled.length;
  };
}

const fetching = (boss: PgBoss, queue: string) => async (): Promise<number> => {
  const jobs = await boss.fetch(queue, { batchSize: batch });
  await boss.complete(
    queue,
    jobs.map(({ id }) => id),
  );
  return jobs.length;
};

/** `url`: of an empty database. */
export async function measureClaims(url: string, rounds = 7): Promise<ClaimFigures> {
  const database = createPostgresDatabase({ url });
  await database.migrate();
  const ports = await seededPorts({ database });
  const clock = createSystemClock();
  const random = createSystemRandom(clock);
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  try {
    const queues = Array.from({ length: tasks }, (_, n) => `queue${n}`);
    await boss.start();
    const each = turns * batch * (rounds + 1);
    for (const queue of queues) {
      await boss.createQueue(queue);
      await boss.insert(
        queue,
        Array.from({ length: each }, (_, n) => ({ data: { n } })),
      );
      const taskId = await insertTask({ ...ports, clock, random }, { state: "running" });
      await database.tenant(compId, async (trx) => {
        await sql`
          insert into dial_phone (comp_id, id, task_id, batch_id, phone, position, created_at)
          select ${compId}, ${taskId} || n, ${taskId}, 'b', '139' || lpad((n + 50000)::text, 8, '0'), n, now()
          from generate_series(1, ${sql.lit(each)}) n`.execute(trx);
        await sql`update dial_progress set total = ${each}, waiting = ${each} where comp_id = ${compId} and task_id = ${taskId}`.execute(
          trx,
        );
      });
    }
    await database.analyse("dial_phone");
    const leases = createLeases(database);
    await leases.join("bench", dayMs);
    const epoch = (await leases.take("bench", [compId])).get(compId);
    if (epoch === undefined) throw new Error("the lease is another's");
    const lease = { name: compId, epoch };
    const broker = createProcessBroker(clock);
    const store = createDiallerStore({ database, broker, clock, random, dialHours: legalFrame }, compId, lease);
    const runs = await database.tenant(compId, (trx) => readRuns(trx, compId));
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      ours.push(await perSecond(runs.map((run) => dialling(store, run))));
      theirs.push(await perSecond(queues.map((queue) => fetching(boss, queue))));
    }
    // The first round warmed both up.
    return { ours: ours.slice(1), boss: theirs.slice(1) };
  } finally {
    await boss.stop({ graceful: false });
    await ports.close();
    await database.close();
  }
}
