/** What every Database does; the part that goes round the policies is tenancy.contract.ts. */
import { sql } from "kysely";
import { sharesContract } from "./shares.contract.ts";
import { tenancyContract } from "./tenancy.contract.ts";
import { DatabaseBusy, type Database } from "./database.ts";

/** `make`: an empty database; `close` ends it for good. */
export function databaseContract(
  name: string,
  make: () => Promise<{ readonly database: Database; close(): Promise<void> }>,
): void {
  describe(`Database: ${name}`, () => {
    let database: Database;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ database, close } = await make());
    }, 60_000);
    afterAll(() => close(), 30_000);

    // system: the catalogue belongs to no enterprise.
    const tables = (): Promise<string[]> =>
      database.system(async (trx) => {
        const { rows } = await sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`.execute(
          trx,
        );
        return rows.map(({ name: table }) => table);
      });

    test("migrations go up, down and up again, and leave nothing behind", async () => {
      const applied = await database.migrate();
      expect(applied[0]).toBe("001-foundation");
      const made = await tables();
      for (const table of [
        "access_number",
        "account",
        "agent_status",
        "call_record",
        "enterprise",
        "event",
        "extension",
        "login_log",
        "menu",
        "role",
        "role_menu",
        "seat",
        "session",
        "setting",
        "skill_group",
        "skill_group_member",
      ])
        expect(made).toContain(table);
      expect(await database.migrate()).toEqual([]);
      expect(await database.migrateDown(Infinity)).toEqual([...applied].reverse());
      expect(await sqlTables(database)).toEqual([]);
      expect(await database.migrate()).toEqual(applied);
      expect(await tables()).toEqual(made);
    });

    test.each(["53300", "53200", "57014", "57P01", "55P03", "40P01", "40001", "25P04"])(
      "K80 what it says with %s is that it is busy, and the connection is good for the next",
      async (state) => {
        const raised = database.system((trx) => sql.raw(`do $$ begin raise sqlstate '${state}'; end $$`).execute(trx));
        await expect(raised).rejects.toBeInstanceOf(DatabaseBusy);
        await database.ping();
      },
    );

    test.each(["23505", "22003", "42P01", "P0001"])("K80 with %s it is the statement that was wrong", async (state) => {
      const raised = database.system((trx) => sql.raw(`do $$ begin raise sqlstate '${state}'; end $$`).execute(trx));
      const error: unknown = await raised.catch((thrown: unknown) => thrown);
      expect(error).not.toBeInstanceOf(DatabaseBusy);
      expect(error).toMatchObject({ code: state });
    });

    test("columns are snake_case in the database and camelCase in rows, of builder and raw texts alike", async () => {
      const row = await database.system(async (trx) => {
        await trx
          .insertInto("enterprise")
          .values({ compId: "900777", name: "列名", maxConcurrentCalls: 7, hiddenGlobalPhone: 1 })
          .onConflict((conflict) =>
            conflict
              .column("compId")
              .doUpdateSet((e) => ({ maxConcurrentCalls: e.ref("excluded.maxConcurrentCalls") })),
          )
          .execute();
        const { rows } = await sql`
          select comp_id, max_concurrent_calls as limit_of_calls, 'x_y' as text_value, "comp_id" as "ownName"
          from enterprise where comp_id = '900777'`.execute(trx);
        const built = await trx
          .selectFrom("enterprise as e")
          .select(["e.compId", "e.maxConcurrentCalls as calls", "e.hiddenGlobalPhone", "e.name as ownName"])
          .where("e.compId", "=", "900777")
          .orderBy("e.maxConcurrentCalls")
          .executeTakeFirstOrThrow();
        await trx.deleteFrom("enterprise").where("compId", "=", "900777").execute();
        return [rows[0], built];
      });
      expect(row).toEqual([
        { compId: "900777", limitOfCalls: 7, textValue: "x_y", ownName: "900777" },
        { compId: "900777", calls: 7, hiddenGlobalPhone: 1, ownName: "列名" },
      ]);
    });

    test("nothing is in an empty list, everything is not in it, also beside other conditions and in a deletion", async () => {
      const count = (operator: "in" | "not in") =>
        database.system((trx) =>
          trx
            .selectFrom("enterprise")
            .select((e) => e.fn.countAll<number>().as("count"))
            .where("compId", operator, [])
            .where((e) => e.or([e("compId", operator, []), e("compId", "=", "900778")]))
            .executeTakeFirstOrThrow(),
        );
      await database.system((trx) => trx.insertInto("enterprise").values({ compId: "900778", name: "空" }).execute());
      await database.system((trx) => trx.deleteFrom("enterprise").where("compId", "in", []).execute());
      expect(Number((await count("in")).count)).toBe(0);
      expect(Number((await count("not in")).count)).toBeGreaterThan(0);
      await database.system((trx) => trx.deleteFrom("enterprise").where("compId", "=", "900778").execute());
    });

    test("a transaction that throws leaves nothing", async () => {
      const failing = database.system(async (trx) => {
        await trx.insertInto("enterprise").values({ compId: "900001", name: "不留" }).execute();
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      expect(await database.system((trx) => trx.selectFrom("enterprise").selectAll().execute())).toEqual([]);
    });

    test("who waits for rows of a table hears of them when the transaction is through, and of no others", async () => {
      const heard: string[] = [];
      const put = (compId: string, fails = false) =>
        database.system(async (trx) => {
          await trx.insertInto("enterprise").values({ compId, name: "新" }).execute();
          await sql`insert into enterprise (comp_id, name) values (${`${compId}1`.slice(1)}, '又')`.execute(trx);
          heard.push(`open ${compId}`);
          if (fails) throw new Error("changed my mind");
        });
      const unhear = database.inserted("enterprise", () => void heard.push("heard"));
      const unhearSeats = database.inserted("seat", () => void heard.push("a seat"));
      await put("900801");
      await expect(put("900802", true)).rejects.toThrow("changed my mind");
      await database.system((trx) => trx.updateTable("enterprise").set({ name: "旧" }).execute());
      unhear();
      unhearSeats();
      await database.system((trx) => trx.deleteFrom("enterprise").execute());
      await put("900803");
      await database.system((trx) => trx.deleteFrom("enterprise").execute());
      expect(heard).toEqual(["open 900801", "heard", "open 900802", "open 900803"]);
    });

    test("who has put many rows into a table tells the planner of them; nothing of it is in anybody's transaction", async () => {
      // system: the catalogue belongs to no enterprise.
      const known = () =>
        database.system(async (trx) => {
          const { rows } = await sql<{ n: number }>`
            select reltuples::int as n from pg_class where relname = 'enterprise'`.execute(trx);
          return rows[0]!.n;
        });
      await database.system((trx) =>
        trx
          .insertInto("enterprise")
          .values(
            Array.from({ length: 1_000 }, (_, n) => ({ compId: `9${String(n).padStart(5, "0")}`, name: `企${n}` })),
          )
          .execute(),
      );
      await database.analyse("enterprise");
      expect(await known()).toBe(1_000);
      await database.system((trx) => trx.deleteFrom("enterprise").execute());
      await database.analyse("enterprise", ["compId", "name"]);
      expect(await known()).toBe(0);
    });

    test("a list of texts arrives as it was sent", async () => {
      const texts = ["", "NULL", "null", 'a"b', "a\\b", '\\"', "{a,b}", " a ", "甲，乙", "a\nb\tc", "'", "😀"];
      for (const sent of [texts, [], ["一个"], ["a", null, "b"]])
        expect(
          await database.system((trx) =>
            trx.selectNoFrom(sql<(string | null)[]>`${sql.val(sent)}::text[]`.as("back")).executeTakeFirst(),
          ),
        ).toEqual({ back: sent });
    });

    test("a failed statement that the code swallowed is no success", async () => {
      const swallowing = database.system(async (trx) => {
        await trx.insertInto("enterprise").values({ compId: "900002", name: "甲" }).execute();
        await trx
          .insertInto("enterprise")
          .values({ compId: "900002", name: "乙" })
          .execute()
          .catch(() => undefined);
        return "fine";
      });
      await expect(swallowing).rejects.toThrow();
      expect(await database.system((trx) => trx.selectFrom("enterprise").selectAll().execute())).toEqual([]);
    });

    test("a transaction is dead once it is over", async () => {
      let kept: Parameters<Parameters<Database["system"]>[0]>[0] | undefined;
      await database.system(async (trx) => void (kept = trx));
      await expect(kept!.selectFrom("menu").selectAll().execute()).rejects.toThrow("the transaction is over");
    });

    test("the same types come back on every engine", async () => {
      const at = new Date("2026-03-02T01:02:03.456Z");
      await database.system(async (trx) => {
        await trx
          .insertInto("setting")
          .values({ key: "types", value: JSON.stringify({ a: [1, "二"], b: null }) })
          .execute();
        await trx
          .insertInto("event")
          .values({
            compId: "900003",
            stream: "contact",
            streamId: "c",
            seq: 1,
            at,
            type: "t",
            actor: "engine",
            reason: null,
            data: JSON.stringify({ deep: { n: 1.5 } }),
          })
          .execute();
        expect(await trx.selectFrom("setting").select("value").where("key", "=", "types").executeTakeFirst()).toEqual({
          value: { a: [1, "二"], b: null },
        });
        const event = await trx.selectFrom("event").selectAll().executeTakeFirstOrThrow();
        expect(event).toEqual({
          compId: "900003",
          stream: "contact",
          streamId: "c",
          epoch: 0,
          seq: 1,
          at,
          type: "t",
          actor: "engine",
          reason: null,
          data: { deep: { n: 1.5 } },
        });
        const { rows } = await sql`select count(*) as many, sum(seq) as total, 1.25::float8 as real, true as flag,
            null as none, now() as at from event`.execute(trx);
        expect(rows[0]).toEqual({ many: 1, total: 1, real: 1.25, flag: true, none: null, at: expect.any(Date) });
        const updated = await trx
          .updateTable("setting")
          .set({ value: JSON.stringify(1) })
          .where("key", "=", "types")
          .executeTakeFirst();
        expect(updated.numUpdatedRows).toBe(1n);
      });
    });

    test("a time comes as the instant that it is, whatever its year, its fraction or the session's zone", async () => {
      const instants: readonly (readonly [string, string | number])[] = [
        ["2026-03-02 08:00:00+08", "2026-03-02T00:00:00.000Z"],
        ["2026-12-31 23:59:59.9+00", "2026-12-31T23:59:59.900Z"],
        ["2026-12-31 23:59:59.9999+00", "2026-12-31T23:59:59.999Z"],
        ["1969-12-31 23:59:59.001+00", "1969-12-31T23:59:59.001Z"],
        ["2024-02-29 00:00:00.000001+00", "2024-02-29T00:00:00.000Z"],
        ["0044-03-15 12:00:00+00", "0044-03-15T12:00:00.000Z"],
        ["12026-01-02 03:04:05+00", "+012026-01-02T03:04:05.000Z"],
        ["0044-03-15 12:00:00+00 BC", "-000043-03-15T12:00:00.000Z"],
        ["infinity", Infinity],
      ];
      for (const zone of ["UTC", "Asia/Shanghai", "America/New_York"])
        await database.system(async (trx) => {
          await sql`set local timezone to ${sql.lit(zone)}`.execute(trx);
          for (const [text, expected] of instants) {
            const { rows } = await sql<{ at: Date | number }>`select ${text}::text::timestamptz as at`.execute(trx);
            const at = rows[0]!.at;
            expect([zone, text, at instanceof Date ? at.toISOString() : at]).toEqual([zone, text, expected]);
          }
        });
    });

    test("many transactions at once all succeed", async () => {
      await database.system((trx) => trx.insertInto("enterprise").values({ compId: "900004", name: "0" }).execute());
      await Promise.all(
        Array.from({ length: 40 }, () =>
          database.system(async (trx) => {
            const { name: current } = await trx
              .selectFrom("enterprise")
              .select("name")
              .where("compId", "=", "900004")
              .forUpdate()
              .executeTakeFirstOrThrow();
            await trx
              .updateTable("enterprise")
              .set({ name: String(Number(current) + 1) })
              .where("compId", "=", "900004")
              .execute();
          }),
        ),
      );
      expect(
        await database.system((trx) =>
          trx.selectFrom("enterprise").select("name").where("compId", "=", "900004").executeTakeFirst(),
        ),
      ).toEqual({ name: "40" });
    });

    test("questions side by side each run as their own enterprise, and a failed one that the code swallowed is no success", async () => {
      const codes = ["910001", "910002"] as const;
      await database.system((trx) =>
        trx
          .insertInto("enterprise")
          .values(codes.map((compId) => ({ compId, name: compId })))
          .execute(),
      );
      const asked = await Promise.allSettled(
        Array.from({ length: 60 }, (_, n) =>
          database.tenant(codes[n % 2]!, async (trx) => {
            const own = await trx.selectFrom("enterprise").select("name").execute();
            if (n % 10 === 9)
              await trx
                .selectFrom("menu")
                .select(sql`1 / 0`.as("x"))
                .execute()
                .catch(() => undefined);
            return own;
          }),
        ),
      );
      expect(asked.map((each) => (each.status === "fulfilled" ? each.value : "failed"))).toEqual(
        asked.map((_, n) => (n % 10 === 9 ? "failed" : [{ name: codes[n % 2] }])),
      );
      expect(
        await database.system(async (trx) => {
          const role = await sql<{ role: string }>`select current_user as role`.execute(trx);
          await trx.deleteFrom("enterprise").where("compId", "in", codes).execute();
          return role.rows;
        }),
      ).toEqual([{ role: "liantai_system" }]);
    });

    test("ping answers", async () => {
      await database.ping();
    });

    tenancyContract(() => database);
    sharesContract(() => database);
  });
}

/** With the tables gone the roles may use the schema no more, so the owner looks: migrateDown left its connection free. */
async function sqlTables(database: Database): Promise<string[]> {
  return database.system(async (trx) => {
    const { rows } = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
      trx,
    );
    return rows.map(({ name }) => name);
  });
}
