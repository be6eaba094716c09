/** K95: the lines at a pool, over PGlite's one connection. What holds of every database stands in shares.contract.ts. */
import { DatabaseBusy } from "../../ports/database.ts";
import { createPgliteSql } from "../embedded/database/sql.ts";
import { openPgliteThread, type PgliteThread } from "../embedded/database/thread.ts";
import { Turns } from "./turns.ts";

let thread: PgliteThread;
beforeAll(async () => {
  thread = await openPgliteThread({});
}, 30_000);
afterAll(() => thread.close());

/** away: the database cannot be opened. */
function over({
  away = () => false,
  patienceMs,
}: { readonly away?: () => boolean; readonly patienceMs?: number } = {}) {
  const { pool } = createPgliteSql(
    () => (away() ? Promise.reject(new Error("the database thread is away")) : Promise.resolve(thread)),
    () => undefined,
  );
  if (patienceMs !== undefined) pool.options.connectionTimeoutMillis = patienceMs;
  return { pool, turns: new Turns(pool, { ofEnterprise: 1 }) };
}

/** Asks for a turn, keeps it for a statement. */
async function work(turns: Turns, whose: string, order: string[]): Promise<void> {
  const { client, give } = await (whose.startsWith("lane") ? turns.ofLane(whose) : turns.ofEnterprise(whose));
  order.push(whose);
  await client.query("select 1");
  give();
}

test("lines are served in turn, and every second turn is the installation's where it waits", async () => {
  const { pool, turns } = over();
  const order: string[] = [];
  const asked = ["a", "a", "a", "a", "b", "b", "lane 1", "lane 1", "lane 2", "c"];
  await Promise.all(asked.map((whose) => work(turns, whose, order)));
  expect(order).toEqual(["a", "lane 1", "a", "lane 2", "b", "lane 1", "c", "a", "b", "a"]);
  await pool.end();
});

test("whoever waits at the pool itself is not passed over", async () => {
  const { pool, turns } = over();
  const order: string[] = [];
  const all = ["a", "a", "a"].map((whose) => work(turns, whose, order));
  const direct = pool.query("select 1").then(() => order.push("direct"));
  await Promise.all([...all, direct]);
  expect(order.indexOf("direct")).toBeLessThanOrEqual(1);
  await pool.end();
});

test("who waits too long is told that it is busy, and its place is nobody's", async () => {
  const { pool, turns } = over({ patienceMs: 50 });
  const first = await turns.ofEnterprise("a");
  await expect(turns.ofEnterprise("a")).rejects.toBeInstanceOf(DatabaseBusy);
  await expect(turns.ofEnterprise("b")).rejects.toThrow("timeout exceeded when trying to connect");
  const order: string[] = [];
  const last = work(turns, "b", order);
  first.give();
  await last;
  await work(turns, "a", order);
  expect(order).toEqual(["b", "a"]);
  await pool.end();
});

test("whose connection cannot be had, or was thrown away, keeps no place", async () => {
  let away = true;
  const { pool, turns } = over({ away: () => away });
  const failed = await Promise.allSettled(Array.from({ length: 5 }, () => work(turns, "a", [])));
  expect(failed.map((each) => each.status === "rejected" && each.reason instanceof DatabaseBusy)).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  away = false;
  const { give } = await turns.ofEnterprise("a");
  const order: string[] = [];
  const next = work(turns, "a", order);
  give(new Error("it broke"));
  await next;
  expect(order).toEqual(["a"]);
  await pool.end();
});
