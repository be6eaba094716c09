/**
 * Both servers of bench/list-call.ts in one process, on one database: the whole stack, and a bare Fastify with one query
 * that answers the same question. Told the engine by its argument ('pglite', or a PostgreSQL address of an empty database).
 */
import { giveLegs } from "../legs.ts";
import { cdrApi } from "@liantai/api/contract";
import Fastify from "fastify";
import { sql } from "kysely";
import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createDatabase } from "../../adapters/database/index.ts";
import { createPool, type SqlPool } from "../../adapters/database/pool.ts";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import { createPgliteSql } from "../../adapters/embedded/database/sql.ts";
import { openPgliteThread } from "../../adapters/embedded/database/thread.ts";
import { buildApp, unlimited } from "../../app.ts";
import { createLogger } from "../../http/logging.ts";
import { createAuthModule } from "../../modules/auth/index.ts";
import { createOrganisationModule } from "../../modules/organisation/index.ts";
import { createRecordsModule } from "../../modules/records/index.ts";
import { demoEnterprise, sealerOf } from "../../modules/system/index.ts";
import { seed } from "../../modules/first-start/index.ts";
import type { Database } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { createTestPorts } from "../index.ts";

const token = "bench-token-bench-token-bench-token";
const { compId } = demoEnterprise;
/** Calls of a month, and of the day that is asked for; older ones fill the table up. */
const days = 30;
const callsADay = 1_000;
const allRows = { postgres: 1_000_000, pglite: 100_000 } as const;

async function openEngine(engine: string): Promise<{ readonly pool: SqlPool; readonly database: Database }> {
  const fail = (error: Error): void => {
    throw error;
  };
  if (engine !== "pglite") {
    const pool = createPool({ connectionString: engine, max: 10 }, fail);
    return {
      pool,
      database: createDatabase({ kind: "postgres", pool, jobsBackend: undefined, close: () => Promise.resolve() }),
    };
  }
  const thread = await openPgliteThread({});
  const { pool, jobsBackend } = createPgliteSql(() => Promise.resolve(thread), fail);
  return { pool, database: createDatabase({ kind: "pglite", pool, jobsBackend, close: () => thread.close() }) };
}

async function fill(ports: Ports): Promise<void> {
  const { database, random, clock } = ports;
  await seed(ports, sealerOf(Buffer.alloc(32, 1)), { host: "127.0.0.1" });
  const now = clock.now();
  await database.system(async (trx) => {
    const group = await trx
      .selectFrom("skill_group")
      .select("id")
      .where("compId", "=", compId)
      .executeTakeFirstOrThrow();
    const administrator = await trx
      .selectFrom("account")
      .select("id")
      .where("compId", "=", compId)
      .where("roleType", "=", 1)
      .executeTakeFirstOrThrow();
    const at = new Date(now);
    const later = new Date(now + 3_600_000);
    await trx
      .insertInto("session")
      .values({
        id: random.id(),
        compId,
        accountId: administrator.id,
        accessHash: createHash("sha256").update(token).digest("hex"),
        refreshHash: "bench",
        accessExpiresAt: later,
        refreshExpiresAt: later,
        createdAt: at,
        lastSeenAt: at,
        address: "",
        device: "",
      })
      .execute();
    for (let day = 0; day < days; day++) {
      const rows = Array.from({ length: callsADay }, (_, n) => {
        const start = new Date(now - day * 86_400_000 - n * 1_000);
        return {
          compId,
          callId: random.id(),
          direction: "inbound",
          caller: `138${String(n).padStart(8, "0")}`,
          callee: "4001",
          accessNumber: "4001",
          skillGroupId: group.id,
          agentId: `100${1 + (n % 4)}`,
          startAt: start,
          queuedAt: start,
          ringAt: start,
          answerAt: start,
          endAt: start,
          waitMs: 3_000,
          ringMs: 2_000,
          talkMs: 60_000,
          holdMs: 0,
          result: 200,
          cause: "completed",
          recordingKey: null,
          recordingMs: null,
          appliedSeq: 9,
        };
      });
      await trx.insertInto("call_record").values(rows).execute();
    }
    await sql`
      insert into call_record (comp_id, call_id, direction, caller, callee, access_number, skill_group_id, agent_id,
        start_at, queued_at, ring_at, answer_at, end_at, wait_ms, ring_ms, talk_ms, hold_ms, result, cause, applied_seq)
      select ${compId}, 'old-' || n, case when n % 3 = 0 then 'outbound' else 'inbound' end,
        '138' || lpad((n % 50000)::text, 8, '0'), '4001', '4001', ${group.id}, '100' || (1 + n % 4),
        at, at, at, case when n % 7 = 0 then null else at end, at, 3000, 2000, 60000, 0, 200, 'completed', 9
      from (select n, ${at}::timestamptz - interval '31 days' - n * interval '30 seconds' as at
        from generate_series(1, ${sql.lit(allRows[database.kind] - days * callsADay)}) n) as old`.execute(trx);
    await giveLegs(trx);
  });
}

const question = `
  select r.*, s.name as agent_name, g.name as skill_group_name,
         (select count(*) from call_record c where c.comp_id = $1 and c.start_at >= $2 and c.start_at <= $3 and c.direction = $6
           and c.skill_group_id = $7 and c.answer_at is not null) as total
  from call_record r
  left join seat s on s.comp_id = r.comp_id and s.agent_id = r.agent_id
  left join skill_group g on g.comp_id = r.comp_id and g.id = r.skill_group_id
  where r.comp_id = $1 and r.start_at >= $2 and r.start_at <= $3 and r.direction = $6 and r.skill_group_id = $7 and r.answer_at is not null
  order by r.start_at desc, r.call_id desc limit $4 offset $5`;

const shanghai = (text: string): Date => new Date(`${text.replace(" ", "T")}+08:00`);

/** As its documentation shows it. The query runs as the owner, where policies are off. */
async function bare(pool: SqlPool): Promise<number> {
  const app = Fastify();
  app.post<{
    Body: {
      pageNo: number;
      pageSize: number;
      startTime: string;
      endTime: string;
      direction: string;
      skillGroupId: string;
    };
  }>(cdrApi.callRecords.path, async ({ body }) => {
    const { rows } = await pool.query(question, [
      compId,
      shanghai(body.startTime),
      shanghai(body.endTime),
      body.pageSize,
      (body.pageNo - 1) * body.pageSize,
      body.direction,
      body.skillGroupId,
    ]);
    return {
      code: 1,
      msg: "",
      data: { list: rows, total: rows[0]?.total ?? 0, pageNo: body.pageNo, pageSize: body.pageSize },
    };
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

async function whole(ports: Ports): Promise<number> {
  const organisation = createOrganisationModule(ports);
  const auth = createAuthModule({
    ports,
    organisation,
    sealer: sealerOf(Buffer.alloc(32, 1)),
    info: { version: "0", switch: "embedded" },
  });
  const records = createRecordsModule(ports);
  const app = await buildApp(
    ports,
    { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined },
    {
      modules: [records],
      endpoints: records.routes.map(({ endpoint }) => endpoint),
      sessions: auth.sessions,
      mayPress: auth.mayPress,
      maySee: auth.maySee,
      mayDo: auth.mayDo,
      perSession: unlimited,
    },
  );
  await app.listen();
  return (app.fastify.server.address() as AddressInfo).port;
}

const { pool, database } = await openEngine(process.argv[2] ?? "pglite");
await database.migrate();
const clock = createSystemClock();
// The log lines are made as in production, and go nowhere.
const logger = createLogger("info", () => undefined);
const test = await createTestPorts({ database, random: createSystemRandom(clock), logger });
const ports: Ports = { ...test, clock };
await fill(ports);
// PGlite's own user passes over policies; PostgreSQL's owner does not, and reads as the system role does.
if (database.kind === "postgres")
  await pool.query(
    "alter table call_record no force row level security; alter table seat no force row level security; " +
      "alter table skill_group no force row level security",
  );
await pool.query("analyze");
const { id: skillGroupId } = await database.system((trx) =>
  trx.selectFrom("skill_group").select("id").where("compId", "=", compId).executeTakeFirstOrThrow(),
);
process.send?.({ token, skillGroupId, whole: await whole(ports), bare: await bare(pool) });
process.on("disconnect", () => process.exit(0));
