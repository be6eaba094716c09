/** K95: what one enterprise has of the database at once, on every engine; a part of database.contract.ts. */
import { sql } from "kysely";
import type { Database, Trx } from "./database.ts";

const [greedy, other] = ["920001", "920002"] as const;

export function sharesContract(open: () => Database): void {
  test("K95 one enterprise's fifty questions keep another's, and the installation's, from waiting for fifty", async () => {
    const database = open();
    const lanes = ["log", "leases", "takes", "sessions"] as const;
    const nap = (trx: Trx) => sql`select pg_sleep(0.005)`.execute(trx);
    // Connections are open before anything is counted.
    await Promise.all(Array.from({ length: 10 }, () => database.system(nap)));
    for (const lane of lanes) await database.system(nap, { lane });
    const answered: string[] = [];
    const noted = (who: string, asked: Promise<unknown>) => asked.then(() => void answered.push(who));
    const all = Array.from({ length: 50 }, () => noted("greedy", database.tenant(greedy, nap)));
    for (const n of [1, 2]) all.push(noted(`other ${n}`, database.tenant(other, nap)));
    all.push(noted("installation", database.system(nap)));
    for (const lane of lanes) all.push(noted(lane, database.system(nap, { lane })));
    await Promise.all(all);
    // With one connection: the greedy one's first, and then a line in turn.
    const last = answered.findLastIndex((who) => who !== "greedy");
    expect(last).toBeLessThan(25);
    expect(answered).toHaveLength(57);
  });

  test("K95 who fails gives its place to the next in its line", async () => {
    const database = open();
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        database.tenant(greedy, (trx) => (n % 2 ? sql`select 1 / 0`.execute(trx) : sql`select 1`.execute(trx))),
      ),
    );
    expect(asked.map(({ status }) => status === "fulfilled")).toEqual(asked.map((_, n) => n % 2 === 0));
  });

  test("K95 who waits begins in the order in which it came", async () => {
    const database = open();
    const begun: number[] = [];
    const all = Array.from({ length: 20 }, (_, n) =>
      database.tenant(greedy, async (trx) => {
        begun.push(n);
        await sql`select 1`.execute(trx);
      }),
    );
    await Promise.all(all);
    expect(begun).toEqual(all.map((_, n) => n));
  });

  test("K95 a limit for its statements changes nothing for those that keep it", async () => {
    const database = open();
    for (const options of [undefined, { statementMs: 1_000 }, { statementMs: 0 }])
      expect(
        await database.tenant(greedy, (trx) => trx.selectNoFrom(sql<number>`1`.as("one")).execute(), options),
      ).toEqual([{ one: 1 }]);
  });
}
