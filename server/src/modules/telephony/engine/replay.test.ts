/** npm run replay beside the hour that really was: a floor of three agents under load, then the same and other rules. */
import { minuteMs } from "@liantai/api/contract";
import { replayFigures, replayHour, type RuleChanges } from "../../records/index.ts";
import { queuesOf } from "../testing/queues.ts";
import { stageEach, type Page, type Stage } from "../testing/stage.ts";

let s: Stage;
const q = queuesOf(() => s);
stageEach((stage) => (s = stage), {
  group: { announceEveryS: 0, wrapUpS: 10, maxWaitS: 0, queueLimit: 30, ringS: 20 },
});

/** 0 to below n, the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (n: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % n;
  };
}

/** Callers every quarter of a minute or so; agents answer after some seconds, or let it ring; callers have so much patience. */
async function floor(minutes: number): Promise<number> {
  const roll = dice(5);
  const pages = [await s.ready("1001"), await s.ready("1002"), await s.ready("1003")];
  const callers: { leg: string; until: number }[] = [];
  const since = new Map<Page, { what: string; at: number; ms: number }>();
  const doing = (page: Page, what: string, ms: () => number) => {
    const known = since.get(page);
    const now = s.ports.clock.now();
    if (known?.what === what) return now - known.at >= known.ms;
    since.set(page, { what, at: now, ms: ms() });
    return false;
  };
  const end = s.ports.clock.now() + minutes * minuteMs;
  for (let next = s.ports.clock.now(); s.ports.clock.now() < end;) {
    const now = s.ports.clock.now();
    if (now >= next) {
      const { leg } = await s.customer(`138${String(10_000_000 + roll(9_000_000))}`);
      callers.push({ leg, until: now + (roll(4) === 0 ? 20_000 + roll(30) * 1_000 : 600_000) });
      next = now + 10_000 + roll(32) * 1_000;
    }
    for (const page of pages) {
      const call = page.callView();
      const [leg] = s.sw.at(page.user);
      if (call?.phase === "ringing" && leg) {
        if (doing(page, `rings ${call.callId}`, () => (roll(8) === 0 ? 60_000 : 2_000 + roll(6) * 1_000)))
          s.sw.pickUp(leg);
      } else if (call?.phase === "talking") {
        if (doing(page, `talks ${call.callId}`, () => 20_000 + roll(50) * 1_000))
          await page.command("hangup", { callId: call.callId });
      } else if (page.code() === 2) {
        if (doing(page, `rests ${now - (now % minuteMs)}`, () => 15_000))
          await page.command("setState", { state: "1" });
      } else since.delete(page);
    }
    for (const { leg, until } of callers.splice(0)) {
      const waits = s.sw.hears(leg) === "music";
      if (waits && now >= until) s.sw.leave(leg);
      else if (waits || now < until) callers.push({ leg, until });
    }
    await s.advance(1_000);
  }
  await s.advance(2 * minuteMs);
  return end;
}

test("Q6 K71 unchanged rules come close to what was; others have the effect they must have; nothing is changed", async () => {
  const from = s.ports.clock.now();
  const to = await floor(20);
  await s.eventLog.flush();
  const ask = async (rules: RuleChanges & { seed?: number } = {}) => {
    const [own] = await replayFigures(s.ports.database, { compId: s.compId, group: q.own(), from, to, ...rules });
    return own!;
  };
  const rows = () =>
    s.ports.database.system((trx) => trx.selectFrom("event").select(["streamId", "seq", "data"]).execute());
  const before = await rows();
  const { past, replayed } = await ask();
  process.stdout.write(`replay: ${JSON.stringify({ past, replayed })}\n`);
  expect(past.callers).toBeGreaterThan(40);
  expect(past.abandoned).toBeGreaterThan(0);
  expect(replayed.callers).toBe(past.callers);
  // Nothing but what nobody keeps may differ: the part of a talk that lies beyond the hour's last events.
  expect([replayed.answered, replayed.abandoned]).toEqual([past.answered, past.abandoned]);
  expect(Math.abs(replayed.meanWaitMs - past.meanWaitMs)).toBeLessThan(past.meanWaitMs * 0.02);
  expect(Math.abs(replayed.serviceLevel! - past.serviceLevel!)).toBeLessThanOrEqual(2);
  expect(Math.abs(replayed.occupancy! - past.occupancy!)).toBeLessThanOrEqual(1);
  // The figures are those of the records.
  const records = (await s.records()).filter((r) => (r["startAt"] as Date).getTime() < to && r["queuedAt"] !== null);
  expect([past.callers, past.answered]).toEqual([records.length, records.filter((r) => r["answerAt"] !== null).length]);
  const fewer = await ask({ removed: ["1003"] });
  expect(fewer.past).toEqual(past);
  expect(fewer.replayed.meanWaitMs).toBeGreaterThan(past.meanWaitMs * 1.3);
  expect(fewer.replayed.abandoned).toBeGreaterThan(past.abandoned);
  expect((await ask({ removed: ["1003"] })).replayed).toEqual(fewer.replayed);
  const late = await ask({
    rings: [
      { afterS: 0, level: 0 },
      { afterS: 60, level: 1 },
    ],
  });
  expect(late.replayed.serviceLevel).toBe(0);
  const text = await replayHour(s.ports.database, { compId: s.compId, group: q.own(), from, to, removed: ["1003"] });
  expect(text).toContain("移出坐席1003（种子1）");
  expect(text).toContain(`【客服一组】\n来电：实际${past.callers}，重演${past.callers}\n接听：实际${past.answered}，`);
  await expect(
    replayHour(s.ports.database, { compId: s.compId, group: q.own(), from, to, added: [{ agentId: "9", level: 1 }] }),
  ).rejects.toThrow("没有坐席“9”");
  expect(await rows()).toEqual(before);
}, 300_000);
