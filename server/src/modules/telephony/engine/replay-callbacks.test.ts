/** Q23 npm run replay beside an hour with callbacks: who is called back has agents as he had in fact, and others under other rules. */
import { minuteMs } from "@liantai/api/contract";
import { replayFigures, type RuleChanges } from "../../records/index.ts";
import { queuesOf } from "../testing/queues.ts";
import { stageEach, type Page, type Stage } from "../testing/stage.ts";

let s: Stage;
const q = queuesOf(() => s);
stageEach((stage) => (s = stage), { group: { maxWaitS: 0, wrapUpS: 10, announceEveryS: 0 } });
beforeEach(() => q.change({ menuEveryS: 20 }));

const now = () => s.ports.clock.now();

/** Asks to be called back, and hangs up. */
async function books(phone: string) {
  const customer = await s.customer(phone);
  await s.advance(20_000);
  for (const key of "21") s.sw.press(customer.leg, key);
  await s.settle();
  s.sw.leave(customer.leg);
  await s.settle();
  return { user: customer.user, left: now() };
}

/** Who rings there picks up after so long, and is talked with so long. */
async function talks(user: string, page: Page, afterMs: number, talkMs: number): Promise<number> {
  await s.advance(afterMs);
  s.sw.pickUp(s.sw.at(user)[0]!);
  await s.settle();
  const at = now();
  await s.advance(talkMs);
  await page.command("hangup", { callId: page.callView()!.callId });
  await s.settle();
  return at;
}

test("Q23 callbacks come as they came, are tried again as they were, and count in figures of their own", async () => {
  const from = now();
  const [page, other] = [await s.signIn("1001"), await s.signIn("1002")];
  const first = await books("13800138000");
  await s.customer("13900000000");
  const second = await books("13700137000");
  await s.advance(30_000);
  await page.command("setState", { state: "1" });
  // The place is kept: first before who came later. 8 s until he answers, 60 s of talk, 10 s of wrap-up.
  const reached = await talks(first.user, page, 8_000, 60_000);
  await s.advance(10_000);
  // Then the caller on the line: 3 s, 30 s, 10 s.
  await talks(page.user, page, 3_000, 30_000);
  await s.advance(10_000);
  // Then second, whose line is busy after 5 s; five minutes later he answers after 4 s.
  await s.advance(5_000);
  s.sw.leave(s.sw.at(second.user)[0]!, "busy");
  await s.settle();
  await s.advance(5 * minuteMs);
  await talks(second.user, page, 4_000, 20_000);
  await s.advance(10_000);
  const to = now();
  await s.advance(minuteMs);
  await s.eventLog.flush();
  const ask = async (rules: RuleChanges = {}) =>
    (await replayFigures(s.ports.database, { compId: s.compId, group: q.own(), from, to, ...rules }))[0]!;
  const { past, replayed } = await ask();
  const waits = [reached - first.left, 4_000];
  expect(past).toMatchObject({
    // On the line; two of them left it.
    callers: 3,
    answered: 1,
    flowed: 2,
    calledBack: 2,
    callbackWaitMs: (waits[0]! + waits[1]!) / 2,
  });
  expect(replayed).toEqual({ ...past, occupancy: expect.closeTo(past.occupancy!, 0) });
  // 8 + 60 + 10, 3 + 30 + 10, 5, 4 + 20 + 10 s.
  const busyMs = 160_000;
  // 1001 was to be had from when it said ready, 1002 never.
  const there = to - (first.left + (second.left - first.left) + 30_000);
  expect(past.occupancy).toBeCloseTo((busyMs / there) * 100, 0);
  // 1002, who was busy all the time, serves nobody; without 1001 nobody is called back.
  expect(other.code()).toBe(2);
  const without = await ask({ removed: ["1001"] });
  expect(without.past).toEqual(past);
  expect(without.replayed).toMatchObject({ calledBack: 0, answered: 0, flowed: 2 });
  // A level that nobody has keeps callers on the line waiting; callbacks know no rings.
  const late = await ask({ rings: [{ afterS: 0, level: 0 }] });
  expect(late.replayed).toMatchObject({ calledBack: 2, answered: 0 });
});
