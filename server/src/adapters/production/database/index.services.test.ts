import { sql } from "kysely";
import pg from "pg";
import { databaseContract } from "../../../ports/database.contract.ts";
import { jobsContract } from "../../../ports/jobs.contract.ts";
import { silentLogger } from "../../../testing/index.ts";
import { administer, administrativeUrl, ownName } from "../../../testing/services.ts";
import { createSystemClock, createSystemRandom } from "../../embedded/clock/index.ts";
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
