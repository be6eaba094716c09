/** Questions of one transaction: those of one turn are one statement, and each has the rows that are its own. */
import { sql } from "kysely";
import type { Database, Trx } from "../ports/database.ts";
import { createTestDatabase } from "../testing/index.ts";
import { asked } from "./asked.ts";
import { gatherIn } from "./gathered.ts";

let database: Database;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.close());

interface Answer {
  readonly n: number;
  /** That has asked it. */
  readonly statement: string;
}
/** So many rows. */
const ask = (trx: Trx, n: number) =>
  asked(
    trx,
    sql<Answer>`select ${n}::integer as n, current_query() as statement from generate_series(1, ${n}::integer)`,
  );
const questions = (rows: readonly Answer[]) => rows[0]!.statement.split("generate_series").length - 1;

test("what is asked in one turn is one statement, and what is asked after its answer is another", async () => {
  const found = await database.system(async (trx) => {
    const together = await Promise.all([ask(trx, 1), Promise.resolve().then(() => ask(trx, 2)), ask(trx, 0)]);
    return [...together, await ask(trx, 1)];
  });
  expect(found.map((rows) => rows.map(({ n }) => n))).toEqual([[1], [2, 2], [], [1]]);
  expect([found[0], found[1], found[3]].map((rows) => questions(rows!))).toEqual([3, 3, 1]);
});

test("many steps side by side ask each alone", async () => {
  const found = await database.system(async (trx) => {
    gatherIn(trx);
    return Promise.all([ask(trx, 1), ask(trx, 2)]);
  });
  expect(found.map(([row]) => row!.n)).toEqual([1, 2]);
  expect(found.map(questions)).toEqual([1, 1]);
});

test("one that fails fails for all that went with it", async () => {
  const ended: PromiseSettledResult<unknown>[] = [];
  const failing = database.system(async (trx) => {
    ended.push(...(await Promise.allSettled([ask(trx, 1), asked(trx, sql`select 1 / 0 as n`)])));
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
