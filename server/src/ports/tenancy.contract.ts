/** Row-level security, proved by going round the code: everything here is SQL a careless or hostile statement could be. */
import { skillGroupRow } from "../testing/skill-group.ts";
import { sql } from "kysely";
import type { Database, Trx } from "./database.ts";

const mine = "910001";
const theirs = "910002";
const at = new Date("2026-03-02T01:00:00Z");

async function fill(trx: Trx, compId: string): Promise<void> {
  await trx
    .insertInto("enterprise")
    .values({ compId, name: `企业${compId}` })
    .execute();
  await trx
    .insertInto("account")
    .values({
      id: `a-${compId}`,
      compId,
      roleType: 2,
      account: "1001",
      userName: `${compId}21001`,
      nickName: "甲",
      passwordHash: "x",
      passwordChangedAt: at,
      roleId: "r",
      agentId: "1001",
      groupId: null,
      empower: "null",
    })
    .execute();
  await trx
    .insertInto("seat")
    .values({ compId, agentId: "1001", name: "甲", terminalType: 2, extension: "1001", groupId: null })
    .execute();
  await trx
    .insertInto("skill_group")
    .values(skillGroupRow({ compId, id: "g", name: "组" }))
    .execute();
  await trx
    .insertInto("event")
    .values({
      compId,
      stream: "contact",
      streamId: "c",
      seq: 1,
      at,
      type: "began",
      actor: "caller",
      reason: null,
      data: "{}",
    })
    .execute();
  await trx
    .insertInto("call_record")
    .values({
      compId,
      callId: "c",
      direction: "inbound",
      caller: "13800138000",
      callee: "4001",
      accessNumber: "4001",
      skillGroupId: null,
      agentId: "1001",
      startAt: at,
      waitMs: 0,
      ringMs: 0,
      talkMs: 0,
      holdMs: 0,
      result: 200,
      cause: null,
      recordingKey: null,
      recordingMs: null,
      appliedSeq: 1,
    })
    .execute();
}

/** Further policies, for select alone: what every enterprise may read of the installation's own rows (000000). */
const readOfInstallation: Readonly<Record<string, number>> = { black_list: 1 };

export function tenancyContract(open: () => Database): void {
  describe("row-level security", () => {
    let database: Database;
    const run = <T>(statement: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
      database.tenant(mine, async (trx) => (await statement.execute(trx)).rows);

    beforeAll(async () => {
      database = open();
      await database.system(async (trx) => {
        await fill(trx, mine);
        await fill(trx, theirs);
        await trx
          .insertInto("setting")
          .values({ key: "secret", value: JSON.stringify("key") })
          .execute();
      });
    });

    test("every table that has comp_id is forced, and has a policy for both roles", async () => {
      const { rows } = await database.system((trx) =>
        sql<{ name: string; enabled: boolean; forced: boolean; policies: number }>`
          select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
                 (select count(*) from pg_policy p where p.polrelid = c.oid) as policies
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'comp_id' and not a.attisdropped
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`.execute(trx),
      );
      expect(rows.length).toBeGreaterThanOrEqual(14);
      for (const row of rows)
        expect(row).toMatchObject({ enabled: true, forced: true, policies: 2 + (readOfInstallation[row.name] ?? 0) });
    });

    test("every tenant table shows its own rows alone", async () => {
      for (const table of ["enterprise", "account", "seat", "skill_group", "event", "call_record"] as const) {
        const rows = await database.tenant(mine, (trx) => trx.selectFrom(table).select("compId").execute());
        expect(rows).toEqual([{ compId: mine }]);
      }
    });

    test.each([
      ["a where that asks for the other", sql`select * from call_record where comp_id = ${theirs}`],
      ["a where that asks for all", sql`select * from call_record where comp_id <> ${mine} or 1 = 2`],
      [
        "a subselect",
        sql`select * from call_record where call_id in (select call_id from call_record r where r.comp_id = ${theirs})
          and comp_id = ${theirs}`,
      ],
      [
        "a lateral join",
        sql`select r.* from enterprise e, lateral (select * from call_record where comp_id = ${theirs}) r`,
      ],
      [
        "a common table expression",
        sql`with x as materialized (select * from account) select * from x where comp_id = ${theirs}`,
      ],
      [
        "a union",
        sql`select comp_id from seat where comp_id = ${theirs} union all select comp_id from event where comp_id = ${theirs}`,
      ],
      ["an update of the other", sql`update call_record set cause = 'x' where comp_id = ${theirs} returning *`],
      ["a delete of the other", sql`delete from call_record where comp_id = ${theirs} returning *`],
      ["a lock on the other", sql`select * from account where comp_id = ${theirs} for update`],
    ])("%s finds nothing", async (_name, statement) => {
      expect(await run(statement)).toEqual([]);
    });

    test.each([
      [
        "a row of the other",
        sql`insert into role (id, comp_id, name, kind, role_type) values ('x', ${theirs}, 'x', 'custom', 2)`,
      ],
      ["an own row moved to the other", sql`update seat set comp_id = ${theirs} where agent_id = '1001'`],
      [
        "a conflict that would update the other",
        sql`insert into enterprise (comp_id, name) values (${theirs}, 'x') on conflict (comp_id) do update set name = 'taken'`,
      ],
      [
        "a child of the other's parent",
        sql`insert into skill_group_member (comp_id, skill_group_id, agent_id, level) values (${mine}, 'only-theirs', '1001', 1)`,
      ],
      [
        "a session of the other's account",
        sql`insert into session (id, comp_id, account_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at,
          created_at, last_seen_at, address, device)
          values ('s', ${mine}, ${`a-${theirs}`}, 'h1', 'h2', now(), now(), now(), now(), '', '')`,
      ],
      ["a changed event", sql`update event set type = 'never' where stream_id = 'c'`],
      ["a deleted event", sql`delete from event where stream_id = 'c'`],
      ["the secrets of the installation", sql`select * from setting`],
      ["the tree of menus changed", sql`delete from menu`],
      ["another schema", sql`select * from pgboss.job`],
      ["an enterprise of one's own making", sql`insert into enterprise (comp_id, name) values ('999999', 'x')`],
    ])("%s is refused", async (_name, statement) => {
      await expect(run(statement)).rejects.toThrow();
    });

    test.each([
      ["the role of the owner", sql`reset role`],
      ["the system role", sql`set role liantai_system`],
      ["the session of the owner", sql`set session authorization default`],
      ["another enterprise", sql.raw(`set local app.comp_id = '${theirs}'`)],
      ["another enterprise by function", sql`select set_config('app.comp_id', ${theirs}, true)`],
      ["the role by function", sql`select set_config('role', 'none', true)`],
      ["the function by another spelling", sql.raw(`select pg_catalog."set_config"('role', 'none', true)`)],
      ["the function by unicode spelling", sql.raw(`select U&"set\\005fconfig"('role', 'none', true)`)],
      ["SQL in a function", sql.raw(`select query_to_xml('reset role', true, false, '')`)],
      ["a second statement", sql.raw(`select 1; reset role`)],
      ["a block of code", sql.raw(`do $$ begin perform 1; end $$`)],
      ["a settings row", sql.raw(`update pg_settings set setting = '${theirs}' where name = 'app.comp_id'`)],
      ["row security off", sql.raw(`set row_security = off`)],
      ["a commit in the middle", sql.raw("commit")],
      ["a table of one's own", sql.raw("create temp table x as select 1")],
    ])("%s cannot be taken", async (_name, statement) => {
      const attempt = database.tenant(mine, async (trx) => {
        await statement.execute(trx);
        return trx.selectFrom("enterprise").select("compId").execute();
      });
      const seen = await attempt.catch(() => []);
      expect(seen.filter(({ compId }) => compId !== mine)).toEqual([]);
      await expect(attempt).rejects.toThrow();
    });

    test("an enterprise code is a code, not SQL", async () => {
      for (const code of ["", "x'; reset role; --", "1000 01", "../x", "x".repeat(40)]) {
        await expect(
          database.tenant(code, (trx) => trx.selectFrom("enterprise").selectAll().execute()),
        ).rejects.toThrow();
      }
    });

    test("nothing of one transaction is left for the next on the same connection", async () => {
      await database.tenant(mine, (trx) => trx.selectFrom("seat").selectAll().execute());
      const both = await database.system((trx) =>
        trx.selectFrom("seat").select("compId").where("compId", "in", [mine, theirs]).orderBy("compId").execute(),
      );
      expect(both.map(({ compId }) => compId)).toEqual([mine, theirs]);
      const { rows } = await database.system((trx) =>
        sql<{
          role: string;
          comp: string | null;
        }>`select current_user as role, nullif(current_setting('app.comp_id', true), '') as comp`.execute(trx),
      );
      expect(rows).toEqual([{ role: "liantai_system", comp: null }]);
    });

    test("parallel transactions of two enterprises never mix", async () => {
      const seen = await Promise.all(
        Array.from({ length: 30 }, (_, n) => {
          const own = n % 2 ? mine : theirs;
          return database.tenant(own, async (trx) => {
            const first = await trx.selectFrom("enterprise").select("compId").execute();
            const second = await trx.selectFrom("account").select("compId").execute();
            return [...first, ...second].every(({ compId }) => compId === own);
          });
        }),
      );
      expect(seen.every(Boolean)).toBe(true);
    });
  });
}
