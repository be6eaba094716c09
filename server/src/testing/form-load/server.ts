/**
 * Both servers of bench/forms-list.ts in one process, on one PostgreSQL: the whole stack, and a bare Fastify that sends the same SQL. Told
 * the address of an empty database by its argument.
 */
import { createHash, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { customerFormConfApi, customerFormDataApi } from "@liantai/api/contract/workorder";
import Fastify from "fastify";
import { createDatabase } from "../../adapters/database/index.ts";
import { createPool, type SqlPool } from "../../adapters/database/pool.ts";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import { buildApp, unlimited } from "../../app.ts";
import { createLogger } from "../../http/logging.ts";
import { createAudit } from "../../modules/audit/index.ts";
import { createAuthModule } from "../../modules/auth/index.ts";
import { createFilesModule } from "../../modules/files/index.ts";
import { seed } from "../../modules/first-start/index.ts";
import { createForms } from "../../modules/forms/index.ts";
import { createOrganisationModule } from "../../modules/organisation/index.ts";
import { demoEnterprise, sealerOf } from "../../modules/system/index.ts";
import { createEngineClient } from "../../modules/telephony/index.ts";
import type { Broker } from "../../ports/broker.ts";
import type { Ports } from "../../ports/index.ts";
import { createTestPorts } from "../index.ts";
import { asked, callsThere, fields, recordsThere, token, type Asked } from "./data.ts";

const { compId } = demoEnterprise;
const sealer = sealerOf(Buffer.alloc(32, 1));
const fail = (error: Error): void => {
  throw error;
};

async function signIn({ database, random, clock }: Ports): Promise<void> {
  const at = new Date(clock.now());
  const later = new Date(clock.now() + 3_600_000);
  // system: sessions are of no enterprise.
  await database.system(async (trx) => {
    const account = await trx
      .selectFrom("account")
      .select("id")
      .where("compId", "=", compId)
      .where("roleType", "=", 1)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("session")
      .values({
        ...{ id: random.id(), compId, accountId: account.id, address: "", device: "", refreshHash: "bench" },
        ...{ accessHash: createHash("sha256").update(token).digest("hex"), createdAt: at, lastSeenAt: at },
        ...{ accessExpiresAt: later, refreshExpiresAt: later },
      })
      .execute();
  });
}

/** The slots are those that planSlots gives: texts in the order of the fields. */
async function fill(pool: SqlPool, formId: string): Promise<void> {
  await pool.query(
    `insert into form_record (comp_id, form_id, id, form_version, version, "values", source, created_at, updated_at, t1, t2, t3, n1)
     select $1, $2, 'r' || lpad(n::text, 9, '0'), 1, 1,
       jsonb_build_object('customerName', '客户' || n, 'kind', 'v' || (n * 7 % 24), 'grade', 'v' || (n * 13 / 24 % 10),
         'amount', (n * 31 % 1000)::text, 'phone', '999' || lpad((n - 1)::text, 8, '0')),
       'manual', now() - n * interval '10 seconds', now(), '客户' || n, 'v' || (n * 7 % 24), 'v' || (n * 13 / 24 % 10), n * 31 % 1000
     from generate_series(1, ${recordsThere}) n`,
    [compId, formId],
  );
  await pool.query(
    `insert into record_phone (comp_id, number, record_id) select comp_id, "values" ->> 'phone', id from form_record where form_id = $1`,
    [formId],
  );
  // As callerOf and callIdOf have them.
  const calls = `select n, 'call-' || lpad(n::text, 9, '0') as call_id, (n * 7919::bigint) % ${recordsThere} as of,
    now() - n * interval '7 seconds' as at from generate_series(0, ${callsThere - 1}) n`;
  await pool.query(
    `insert into call_record (comp_id, call_id, direction, caller, callee, access_number, agent_id, start_at, queued_at, ring_at,
       answer_at, end_at, wait_ms, ring_ms, talk_ms, hold_ms, result, cause, applied_seq)
     select $1, call_id, 'inbound', '999' || lpad(of::text, 8, '0'), '4001', '4001', '1001', at, at, at, at, at, 3000, 2000, 60000, 0,
       200, 'completed', 9
     from (${calls}) as call`,
    [compId],
  );
  await pool.query(
    `insert into customer_link (comp_id, record_id, kind, contact_id, at)
     select $1, 'r' || lpad((of + 1)::text, 9, '0'), 'call', call_id, at from (${calls}) as call`,
    [compId],
  );
}

const where = `r.comp_id = $1 and r.form_id = $2 and r.deleted_at is null and r.t2 = $3 and r.t3 = $4
  and r.n1 >= $5 and r.n1 <= $6`;
const rowsOf = `select id, form_id, form_version, version, "values", source, owner_id, owner_name, group_id, call_id, parent_id,
  created_at, updated_at, updated_by, deleted_at from form_record r where ${where} order by r.created_at desc, r.id desc limit 21`;
const countOf = `select count(*) as total from (select r.id from form_record r where ${where} limit 10001) as counted`;

const valuesOf = ([kind, grade, amount]: Asked): unknown[] => [
  ...[kind.value[0], grade.value[0], amount.value.from, amount.value.to],
];

const recordsOfCall = `select r.id, r.form_id, r.form_version, r.version, r."values", r.source, r.owner_id, r.owner_name, r.created_at,
  r.updated_at, f.name as form_name
  from record_phone p join form_record r on r.comp_id = p.comp_id and r.id = p.record_id
  join form_definition f on f.comp_id = r.comp_id and f.id = r.form_id
  where p.comp_id = $1 and p.number = $2 and r.deleted_at is null and f.form_type = 'customer'
  order by r.updated_at desc, r.id limit 20`;

/** The rows that a saved customer is: himself, what finds him, and who saved him. */
async function save(pool: SqlPool, { formId, values }: { formId: string; values: Record<string, string> }) {
  const id = randomUUID();
  const at = new Date();
  const { customerName = "", kind, grade, amount, phone } = values;
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(
      `insert into form_record (comp_id, form_id, id, form_version, version, "values", source, owner_id, owner_name, created_at,
         updated_at, updated_by, t1, t2, t3, n1) values ($1, $2, $3, 1, 1, $4, 'manual', 'a', 'a', $5, $5, 'a', $6, $7, $8, $9)`,
      [compId, formId, id, JSON.stringify(values), at, customerName, kind, grade, Number(amount)],
    );
    const terms = new Set(Array.from({ length: customerName.length - 1 }, (_, n) => customerName.slice(n, n + 2)));
    await client.query(
      `insert into form_term (comp_id, form_id, field, term, created_at, record_id)
       select $1, $2, 'customerName', term, $3, $4 from unnest($5::text[]) term`,
      [compId, formId, at, id, [...terms]],
    );
    await client.query("insert into record_phone (comp_id, number, record_id) values ($1, $2, $3)", [
      compId,
      phone,
      id,
    ]);
    await client.query(
      `insert into operation_log (id, comp_id, at, user_id, user_name, nick_name, module, action, object, object_id, object_name,
         before, after, address) values ($1, $2, $3, 'a', 'a', 'a', '', 'add', 'formRecord', $4, $5, null, $6, '')`,
      [randomUUID(), compId, at, id, customerName, JSON.stringify(values)],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
  return { id, version: 1, formVersion: 1, code: "" };
}

async function bare(pool: SqlPool): Promise<number> {
  const app = Fastify();
  const reply = (data: unknown) => ({ code: 1, msg: "", data });
  app.post<{ Body: { formId: string; pageNo: number; pageSize: number; filters: Asked } }>(
    customerFormDataApi.list.path,
    async ({ body }) => {
      const values = [compId, body.formId, ...valuesOf(body.filters)];
      const [{ rows }, { rows: counted }] = await Promise.all([
        pool.query(rowsOf, values),
        pool.query(countOf, values),
      ]);
      const total = Number(counted[0]?.total);
      return reply({ list: rows.slice(0, 20), total, pageNo: body.pageNo, pageSize: body.pageSize });
    },
  );
  app.post<{ Body: { callId: string } }>(customerFormDataApi.queryByNoAuth.path, async ({ body }) => {
    const { rows: calls } = await pool.query<{ caller: string; access_number: string }>(
      "select caller, access_number from call_record where comp_id = $1 and call_id = $2",
      [compId, body.callId],
    );
    const phone = calls[0]?.caller;
    const { rows } = await pool.query(recordsOfCall, [compId, phone]);
    return reply({ list: rows, phone, accessNumber: calls[0]?.access_number });
  });
  app.post<{ Body: { formId: string; values: Record<string, string> } }>(
    customerFormDataApi.add.path,
    async ({ body }) => reply(await save(pool, body)),
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** One account asks for more popups than a person may. */
const patient = (broker: Broker): Broker =>
  new Proxy(broker, {
    get(target, name) {
      if (name === "increment") return () => Promise.resolve(1);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });

async function whole(ports: Ports): Promise<{ readonly port: number; readonly formId: string }> {
  const organisation = createOrganisationModule(ports);
  const auth = createAuthModule({ ports, organisation, sealer, info: { version: "0", switch: "embedded" } });
  const audit = createAudit(ports);
  const files = createFilesModule({ ports, audit, auth, sealer });
  const engine = createEngineClient(ports.broker);
  const forms = createForms({ ports, sealer, audit, auth, organisation, files, engine }).module();
  const app = await buildApp(
    ports,
    { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined },
    {
      modules: [forms],
      endpoints: forms.routes.map(({ endpoint }) => endpoint),
      ...{ sessions: auth.sessions, mayPress: auth.mayPress, maySee: auth.maySee, mayDo: auth.mayDo },
      perSession: unlimited,
    },
  );
  const made = await app.fastify.inject({
    method: "POST",
    url: customerFormConfApi.add.path,
    headers: { authorization: `Bearer ${token}` },
    payload: { name: "客户", formType: "customer", fields },
  });
  await app.listen();
  const { data } = made.json<{ data: { id: string } }>();
  return { port: (app.fastify.server.address() as AddressInfo).port, formId: data.id };
}

const pool = createPool({ connectionString: process.argv[2]!, max: 10 }, fail);
const database = createDatabase({ kind: "postgres", pool, jobsBackend: undefined, close: () => Promise.resolve() });
await database.migrate();
const clock = createSystemClock();
// The log lines are made as in production, and go nowhere.
const logger = createLogger("info", () => undefined);
const test = await createTestPorts({ database, random: createSystemRandom(clock), logger });
const ports: Ports = { ...test, clock, broker: patient(test.broker) };
await seed(ports, sealer, { host: "127.0.0.1" });
await signIn(ports);
const { port, formId } = await whole(ports);
// The owner reads and fills without policies, as the bare server does.
await pool.query(
  ["form_definition", "form_record", "form_term", "record_phone", "call_record", "customer_link", "operation_log"]
    .map((table) => `alter table ${table} no force row level security`)
    .join("; "),
);
await fill(pool, formId);
await pool.query("vacuum analyze");
const { rows } = await pool.query(countOf, [compId, formId, ...valuesOf(asked)]);
process.send?.({ formId, found: Number(rows[0]?.total), whole: port, bare: await bare(pool) });
process.on("disconnect", () => process.exit(0));
