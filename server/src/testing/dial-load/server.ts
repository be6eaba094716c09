/**
 * Both servers of bench/dial-numbers.ts in one process, on one PostgreSQL (its address is the argument): the whole stack, and a bare
 * Fastify with one query that answers the same question.
 */
import { countedPhones, taskPhoneApi } from "@liantai/api/contract/admin";
import Fastify from "fastify";
import { sql } from "kysely";
import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createDatabase } from "../../adapters/database/index.ts";
import { createPool, type SqlPool } from "../../adapters/database/pool.ts";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import { buildApp, unlimited } from "../../app.ts";
import { createLogger } from "../../http/logging.ts";
import { createModules } from "../../modules.ts";
import { insertTask } from "../../modules/dialling/testing/tasks.ts";
import { seed } from "../../modules/first-start/index.ts";
import { demoEnterprise, sealerOf } from "../../modules/system/index.ts";
import type { Ports } from "../../ports/index.ts";
import { createTestPorts } from "../index.ts";

const token = "bench-token-bench-token-bench-token";
const { compId } = demoEnterprise;
const rows = 1_000_000;

async function signIn({ database, random, clock }: Ports): Promise<void> {
  const at = new Date(clock.now());
  const later = new Date(clock.now() + 3_600_000);
  await database.system(async (trx) => {
    const { id } = await trx
      .selectFrom("account")
      .select("id")
      .where("compId", "=", compId)
      .where("roleType", "=", 1)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("session")
      .values({
        ...{ id: random.id(), compId, accountId: id, refreshHash: "bench", address: "", device: "" },
        accessHash: createHash("sha256").update(token).digest("hex"),
        ...{ accessExpiresAt: later, refreshExpiresAt: later, createdAt: at, lastSeenAt: at },
      })
      .execute();
  });
}

/** Half of them are done, a third of those answered, a twentieth of those of level A; as tasks of some hours leave them. */
async function fill(ports: Ports): Promise<string> {
  await seed(ports, sealerOf(Buffer.alloc(32, 1)), { host: "127.0.0.1" });
  await signIn(ports);
  const taskId = await insertTask(ports, { ftype: 3 });
  await ports.database.tenant(compId, (trx) =>
    sql`
      insert into dial_phone (comp_id, id, task_id, batch_id, phone, position, state, last_code, level, attempts, contact,
        variables, created_at)
      select ${compId}, lpad(n::text, 12, '0'), ${taskId}, 'b' || n % 20, '139' || lpad(n::text, 8, '0'), n,
        case when n % 2 = 0 then 'done' else 'waiting' end,
        case when n % 2 = 1 then null when n % 3 = 0 then 200 else 594 end,
        case when n % 120 = 0 then 'A' when n % 6 = 0 then 'C' else '' end,
        (n + 1) % 2, '客户' || n, '{"城市":"深圳"}', now()
      from generate_series(1, ${sql.lit(rows)}) n`.execute(trx),
  );
  return taskId;
}

/** The same columns, by the same index, counted to the same bound. */
const question = `
  select p.*, (select b.batch_number from dial_batch b where b.comp_id = p.comp_id and b.id = p.batch_id) as batch_number,
    (select count(*) from (select from dial_phone c where c.comp_id = $1 and c.task_id = $2 and c.state = $3 and c.last_code = $4
      and c.level = $5 limit ${countedPhones + 1}) counted) as total
  from dial_phone p
  where p.comp_id = $1 and p.task_id = $2 and p.state = $3 and p.last_code = $4 and p.level = $5
  order by p.id limit $6`;

/** As its documentation shows it. The query runs as the owner, where policies are off. */
async function bare(pool: SqlPool): Promise<number> {
  const app = Fastify();
  app.post<{ Body: { taskId: string; state: string; code: string; level: string; pageSize: number } }>(
    taskPhoneApi.list.path,
    async ({ body: { taskId, state, code, level, pageSize } }) => {
      const found = await pool.query(question, [compId, taskId, state, Number(code), level, pageSize]);
      return { code: 1, msg: "", data: { list: found.rows, total: Number(found.rows[0]?.total ?? 0) } };
    },
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

async function whole(ports: Ports & { readonly folder: string }): Promise<number> {
  const { modules, auth } = createModules({
    ...{ ports, sealer: sealerOf(Buffer.alloc(32, 1)), info: { version: "0", switch: "embedded" as const } },
    ...{ reveal: { enabled: false, host: "127.0.0.1" }, realm: "liantai", dataDir: ports.folder, backupsKept: 0 },
    ...{ recordingsFolder: `${ports.folder}/live`, repair: async () => undefined },
  });
  const dialling = modules.filter(({ name }) => name === "dialling");
  const app = await buildApp(
    ports,
    { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined },
    {
      modules: dialling,
      endpoints: dialling.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)),
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

const url = process.argv[2] ?? "";
const pool = createPool({ connectionString: url, max: 10 }, (error) => {
  throw error;
});
const database = createDatabase({ kind: "postgres", pool, jobsBackend: undefined, close: () => Promise.resolve() });
await database.migrate();
const clock = createSystemClock();
// The log lines are made as in production, and go nowhere.
const logger = createLogger("info", () => undefined);
const test = await createTestPorts({ database, random: createSystemRandom(clock), logger });
const ports = { ...test, clock };
const taskId = await fill(ports);
// The owner reads as the system role does.
await pool.query(
  "alter table dial_phone no force row level security; alter table dial_batch no force row level security",
);
await pool.query("analyze");
process.send?.({ token, taskId, found: Math.floor(rows / 120), whole: await whole(ports), bare: await bare(pool) });
process.on("disconnect", () => process.exit(0));
