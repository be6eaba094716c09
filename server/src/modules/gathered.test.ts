/** Statements of steps that go side by side: one for all of them where their transaction is open for it, else each at once. */
import type { Trx } from "../ports/database.ts";
import { gathered, gatherIn } from "./gathered.ts";

/** Only which transaction it is counts. */
const transaction = (): Trx => Object.freeze({}) as Trx;

test("what is asked in one turn of the loop is one statement, and each has the answer", async () => {
  const [trx, asked] = [transaction(), [] as number[][]];
  gatherIn(trx);
  const double = (n: number) =>
    gathered(trx, "double", n, async (all) => {
      asked.push([...all]);
      return new Map(all.map((one) => [one, 2 * one]));
    }).then((answer) => answer.get(n));
  expect(await Promise.all([double(1), Promise.resolve().then(() => double(2)), double(3)])).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(asked).toEqual([[1, 3, 2], [4]]);
});

test("another key, another transaction and one that is not open for it have statements of their own", async () => {
  const [trx, plain, asked] = [transaction(), transaction(), [] as string[]];
  gatherIn(trx);
  const ask = (of: Trx, key: string, item: string) =>
    gathered(of, key, item, async (all) => void asked.push(`${key}: ${all.join(" ")}`));
  const first = ask(plain, "a", "1");
  expect(asked).toEqual(["a: 1"]);
  await Promise.all([first, ask(plain, "a", "2"), ask(trx, "a", "3"), ask(trx, "b", "4"), ask(trx, "a", "5")]);
  expect(asked).toEqual(["a: 1", "a: 2", "a: 3 5", "b: 4"]);
});

test("one that fails fails for all that were gathered, and not for those after", async () => {
  const trx = transaction();
  gatherIn(trx);
  const ask = (item: string) =>
    gathered(trx, "a", item, async (all) => {
      if (all.includes("bad")) throw new Error("no");
    });
  const ended = await Promise.allSettled([ask("good"), ask("bad")]);
  expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(ask("good")).resolves.toBeUndefined();
});
