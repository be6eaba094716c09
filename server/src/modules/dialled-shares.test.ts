/** Shares of the enterprise's concurrency between tasks that run, with the engine's own turns. */
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";

let o: DialOffice;
/** By leg, the first three digits of whom it rings at. */
const live = new Map<string, string>();

beforeAll(async () => {
  o = await openDialOffice();
  o.sw.on((event) => {
    if (event.type === "hungup") live.delete(event.leg);
    if (event.type !== "ringing") return;
    const { to } = o.sw.request(event.leg)!;
    live.set(event.leg, (typeof to === "string" ? to : to.number).slice(0, 3));
  });
  await o.ports.database.system((trx) =>
    trx.updateTable("enterprise").set({ maxConcurrentCalls: 10 }).where("compId", "=", "100001").execute(),
  );
});
afterAll(() => o?.close());

const phones = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(8, "0")}`);
const task = { concurrency: 20, perSecond: 10, retries: [], ringS: 60, accessNumbers: ["4001"] };
const calls = () => ["138", "139"].map((prefix) => [...live.values()].filter((each) => each === prefix).length);
const end = (prefix: string, count: number) => {
  const legs = [...live].filter(([, each]) => each === prefix).slice(0, count);
  for (const [leg] of legs) o.sw.leave(leg, "busy", { sipCode: 486 });
};

test("D47 a task with a share has it before a more urgent one, and leaves what it does not take", async () => {
  await o.runs({ ...task, taskIdentity: "急", priority: 1 }, phones("138", 60));
  await o.advance(3_000);
  expect(calls()).toEqual([10, 0]);
  await o.runs({ ...task, taskIdentity: "占三成", priority: 9, share: 30 }, phones("139", 6));
  await o.advance(2_000);
  // No call is ended for it.
  expect(calls()).toEqual([10, 0]);
  end("138", 2);
  await o.advance(2_000);
  expect(calls()).toEqual([8, 2]);
  end("138", 4);
  await o.advance(2_000);
  expect(calls()).toEqual([7, 3]);
  // Its place is its own again when a call of its ends, while it has numbers.
  end("139", 1);
  await o.advance(2_000);
  expect(calls()).toEqual([7, 3]);
  end("139", 2);
  await o.advance(2_000);
  end("139", 3);
  await o.advance(3_000);
  expect(calls()).toEqual([10, 0]);
});
