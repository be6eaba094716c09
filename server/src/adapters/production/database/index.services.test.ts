import { sql } from "kysely";
import pg from "pg";
import { databaseContract } from "../../../ports/database.contract.ts";
import { forJobs, StatementStopped, type Trx } from "../../../ports/database.ts";
import { jobsContract } from "../../../ports/jobs.contract.ts";
import { silentLogger } from "../../../testing/index.ts";
import { administer, administrativeUrl, ownName } from "../../../testing/services.ts";
import { createSystemClock, createSystemRandom } from "../../embedded/clock/index.ts";
import { createLeases } from "../../../modules/lease/index.ts";
import { createPgBossJobs } from "../../embedded/jobs/index.ts";
import { createPostgresDatabase } from "./index.ts";

/** A database of its own, owned by a user of its own that is no superuser, as production should be. */
async function makeDatabase(rights: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = ownName();
  await administer(`create role ${name} login password '${name}' ${rights}`, `create database ${name} owner ${name}`);
  const url = new URL(administrativeUrl);
  url.pathname = `/${name}`;
  url.username = name;
  url.password = name;
  return {
    url: url.href,
    drop: () => administer(`drop database ${name} with (force)`, `drop owned by ${name} cascade`, `drop role ${name}`),
  };
}

const open = (rights: string) => async () => {
  const made = await makeDatabase(rights);
  const database = createPostgresDatabase({ url: made.url });
  return {
    database,
    async close() {
      await database.close();
      await made.drop();
    },
  };
};

databaseContract("PostgreSQL, a user with CREATEROLE", open("createrole"));
databaseContract("PostgreSQL, a superuser", open("superuser"));

test("a user who may not make the roles is told what it needs, in one line", async () => {
  await administer("drop role if exists liantai_probe");
  const { database, close } = await open("nocreaterole")();
  const error = await database.migrate().then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  await close();
  // Roles belong to the cluster: the suites above have made them, and this user was not granted them.
  expect(error?.message).toContain("CREATEROLE");
  expect(error?.message).not.toContain("\n");
});

test("outside a transaction of the port the owner sees nothing", async () => {
  const made = await makeDatabase("createrole");
  const database = createPostgresDatabase({ url: made.url });
  await database.migrate();
  await database.system((trx) => trx.insertInto("enterprise").values({ compId: "100001", name: "x" }).execute());
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  expect((await client.query("select * from enterprise")).rows).toEqual([]);
  await client.end();
  await database.close();
  await made.drop();
});

test("a connection that PostgreSQL ends in mid-transaction fails that one and no other", async () => {
  const { database, close } = await open("createrole")();
  await database.migrate();
  const cut = database.system(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await administer(`select pg_terminate_backend(${rows[0]!.pid})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return trx.selectFrom("menu").selectAll().execute();
  });
  await expect(cut).rejects.toThrow();
  expect(await database.system((trx) => trx.selectFrom("menu").selectAll().execute())).toEqual([]);
  await close();
});

test("a table that another process changed under a prepared statement fails once a connection, then works", async () => {
  const made = await makeDatabase("createrole");
  const database = createPostgresDatabase({ url: made.url, connections: 1 });
  await database.migrate();
  const read = () => database.tenant("100001", (trx) => trx.selectFrom("seat").selectAll().execute());
  expect(await read()).toEqual([]);
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  await client.query("alter table seat add column later text");
  await client.end();
  await expect(read()).rejects.toThrow("cached plan");
  expect(await read()).toEqual([]);
  await database.close();
  await made.drop();
});

describe("K95 shares of a server's connections", () => {
  /** Transactions that stay open until `end`. */
  function holding() {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let begun = 0;
    const run = async (trx: Trx): Promise<void> => {
      await sql`select 1`.execute(trx);
      begun += 1;
      await ended;
    };
    const until = async (n: number): Promise<void> => {
      while (begun < n) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    return { run, end, until, begun: () => begun };
  }
  const one = (trx: Trx) => sql`select 1`.execute(trx);

  test("an enterprise has all connections but four, however long it holds them", async () => {
    const { database, close } = await open("createrole")();
    await database.migrate();
    const { run, end, until, begun } = holding();
    const held = Array.from({ length: 9 }, () => database.tenant("100001", run));
    await until(6);
    for (const compId of ["100002", "100003"]) await database.tenant(compId, one);
    await database.system(one);
    await database.ping();
    expect(begun()).toBe(6);
    end();
    await Promise.all(held);
    expect(begun()).toBe(9);
    await close();
  });

  test("with every connection taken the log, leases and sessions go on, and none waits for another's lock", async () => {
    const { database, close } = await open("createrole")();
    await database.migrate();
    const { run, end, until } = holding();
    const held = Array.from({ length: 10 }, () => database.system(run));
    await until(10);
    const taking = holding();
    const taken = database.system(taking.run, { lane: "takes" });
    await taking.until(1);
    for (const lane of ["log", "leases", "sessions"] as const)
      await Promise.all(Array.from({ length: 20 }, () => database.system(one, { lane })));
    await createLeases(database).reach();
    taking.end();
    end();
    await Promise.all([...held, taken]);
    await close();
  });
});

describe("K95 how long a statement may take", () => {
  test("one that takes longer is stopped, told of by its text, and named as the port names it", async () => {
    const made = await makeDatabase("createrole");
    const told: [StatementStopped, string][] = [];
    const database = createPostgresDatabase({
      url: made.url,
      connections: 1,
      onStopped: (...stopped) => told.push(stopped),
    });
    await database.migrate();
    const slow = database.tenant("100001", (trx) => sql`select pg_sleep(${5})`.execute(trx), { statementMs: 100 });
    const error: unknown = await slow.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StatementStopped);
    expect(error).toMatchObject({ statement: "select pg_sleep($1)", cause: { code: "57014" } });
    expect(told).toEqual([[error, "100001"]]);
    // The one connection is good for the next, and the limit was the transaction's alone.
    expect((await database.tenant("100001", limitOf)).rows).toEqual([{ ms: "15s" }]);
    expect((await forJobs(database).tenant("100001", limitOf)).rows).toEqual([{ ms: "10min" }]);
    expect((await database.system(limitOf)).rows).toEqual([{ ms: "0" }]);
    await database.close();
    await made.drop();
  });
  const limitOf = (trx: Trx) => sql<{ ms: string }>`select current_setting('statement_timeout') as ms`.execute(trx);

  test("several short ones may take longer together", async () => {
    const { database, close } = await open("createrole")();
    await database.migrate();
    const naps = async (trx: Trx): Promise<void> => {
      for (let n = 0; n < 4; n += 1) await sql`select pg_sleep(0.1)`.execute(trx);
      await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.1)`.execute(trx)));
    };
    await database.tenant("100001", naps, { statementMs: 300 });
    await close();
  });
});

jobsContract("pg-boss on PostgreSQL", async () => {
  const made = await makeDatabase("createrole");
  const database = createPostgresDatabase({ url: made.url });
  await database.migrate();
  const clock = createSystemClock();
  const jobs = createPgBossJobs({ database, clock, random: createSystemRandom(clock), logger: silentLogger });
  return {
    jobs,
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    async close() {
      await jobs.stop();
      await database.close();
      await made.drop();
    },
  };
});
