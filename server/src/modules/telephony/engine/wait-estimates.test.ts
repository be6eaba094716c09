import type { AgentCallView } from "@liantai/api/contract";
import { isContact, readStream } from "../../event-log/index.ts";
import type { QueuesNow } from "../../../ports/engine.ts";
import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Page, type Stage } from "../testing/stage.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), {
  group: { queueLimit: 500, maxWaitS: 0, wrapUpS: 0, announceEveryS: 0 },
});
const q = queuesOf(() => s);
const queues = () => s.engine.request({ verb: "queues", compId: s.compId }) as Promise<QueuesNow>;
const group = async () => (await queues()).groups.find(({ id }) => id === q.own())!;

/** Uniform in (0, 1), by a seed: mulberry32. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32 || Number.EPSILON;
  };
}

/** Who rings answers at once; who has talked long enough hangs up. */
async function serve(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const view = page.callView();
    if (view?.phase === "talking" && s.ports.clock.now() >= over(view)) {
      await page.command("hangup", { callId: view.callId });
    }
  }
  for (const page of pages) if (page.callView()?.phase === "ringing") s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
}
const talkMs = 30_000;
const over = ({ answeredAt = 0 }: AgentCallView) => answeredAt + talkMs;

const errors = async (): Promise<number[]> => {
  const found: { at: number; error: number }[] = [];
  for (const { callId } of await s.records()) {
    const events = await s.ports.database.system((trx) =>
      readStream(trx, { compId: s.compId, stream: "contact", id: callId as string }),
    );
    const facts = events.filter(isContact);
    const queued = facts.find(({ fact }) => fact.type === "queued");
    const answered = facts.find(({ fact }) => fact.type === "answered");
    if (queued?.fact.type === "queued" && queued.fact.estimateMs !== undefined && answered)
      found.push({
        at: answered.at,
        error: Math.abs(queued.fact.estimateMs - (answered.at - queued.at)) / Math.max(1_000, answered.at - queued.at),
      });
  }
  return found.sort((a, b) => a.at - b.at).map(({ error }) => error);
};

test("Q9 200 Poisson callers, 3 agents, calls of 30 s: the published error is that of the log, and below 35 %", async () => {
  await stage();
  const pages = [await s.ready("1001"), await s.ready("1002"), await s.ready("1003")];
  const draw = drawing(1);
  const { clock } = s.ports;
  let next = clock.now();
  for (let came = 0; came < 200 || (await queues()).waiting.length > 0;) {
    if (came < 200 && next <= clock.now()) {
      await s.customer(`139${String(came++).padStart(8, "0")}`);
      next += Math.round(-Math.log(draw()) * 10_000);
    }
    await serve(pages);
    const talking = pages.flatMap((page) => page.callView() ?? []).filter(({ phase }) => phase === "talking");
    const due = Math.min(...talking.map(over), ...(came < 200 ? [next] : []));
    await clock.advance(Math.max(0, due - clock.now()));
  }
  const published = (await group()).error!;
  const last = (await errors()).slice(-100).sort((a, b) => a - b);
  expect(last).toHaveLength(100);
  const median = (last[49]! + last[50]!) / 2;
  expect(published).toBe(Math.round(median * 100));
  expect(published).toBeLessThan(35);
});

/** Calls one after the other, each as long as it says; the last ones waited as long as they did. */
async function past(waits: readonly (readonly [estimateMs: number, waitMs: number])[]): Promise<void> {
  const at = new Date(s.ports.clock.now() - 60_000);
  const { compId } = s;
  await s.ports.database.system((trx) =>
    trx
      .insertInto("call_visit")
      .values(
        waits.map(([estimateMs, waitMs], i) => ({
          compId,
          callId: `past${i}`,
          seq: 1,
          skillGroupId: q.own(),
          first: 1,
          viaTransfer: 0,
          enteredAt: at,
          leftAt: at,
          outcome: "answered" as const,
          waitMs,
          shortMs: 5_000,
          offers: 1,
          estimateMs,
        })),
      )
      .execute(),
  );
}
const said = async () =>
  (
    await s.ports.database.system((trx) =>
      trx
        .selectFrom("event")
        .select("data")
        .where("compId", "=", s.compId)
        .where("type", "=", "positionAnnounced")
        .execute(),
    )
  ).map(({ data }) => [data["position"], data["estimateMs"]]);

describe("Q9 the wait is announced", () => {
  beforeEach(async () => {
    await stage();
    await q.change({ announceEveryS: 30, positionOn: 0, estimateOn: 1, estimateErrorPct: 30 });
  });
  /** An agent has handled one call of 40 s and is busy now; somebody comes. */
  async function waiting(): Promise<void> {
    const page = await s.ready("1001");
    await s.customer();
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.advance(40_000);
    await page.command("setState", { state: "2" });
    await page.command("hangup", { callId: page.callView()!.callId });
    await s.customer("13900000000");
    await s.advance(30_000);
  }

  test("while the published error is below the group's limit; the log of before counts", async () => {
    await past(Array.from({ length: 10 }, () => [10_000, 8_000]));
    await waiting();
    expect(await said()).toEqual([
      [undefined, 40_000],
      [undefined, 40_000],
    ]);
    expect(await group()).toMatchObject({ waitMs: 80_000, error: 25 });
    expect((await queues()).waiting).toMatchObject([{ waitMs: 40_000 }]);
  });

  test("not from the limit on, and not while too few callers say anything about it", async () => {
    await past(Array.from({ length: 10 }, () => [10_400, 8_000]));
    await waiting();
    expect(await said()).toEqual([]);
    expect(await group()).toMatchObject({ error: 30 });
  });

  test("the place is said with it where the group wants both", async () => {
    await q.change({ positionOn: 1, estimateErrorPct: 100 });
    await past(Array.from({ length: 9 }, () => [10_000, 10_000]));
    await waiting();
    expect(await said()).toEqual([
      [0, undefined],
      [0, undefined],
    ]);
    expect(await group()).toMatchObject({ error: null });
  });
});

test("Q9 who is in a custom status takes no calls: the others' callers wait longer", async () => {
  await stage();
  const [one, two] = [await s.ready("1001"), await s.ready("1002")];
  await s.customer();
  s.sw.pickUp(s.sw.at(one.user)[0]!);
  await s.advance(60_000);
  await one.command("hangup", { callId: one.callView()!.callId });
  expect(await group()).toMatchObject({ waitMs: 0, error: null });
  for (const page of [one, two]) await page.command("setState", { state: "2" });
  expect(await group()).toMatchObject({ waitMs: 30_000 });
  await s.ports.database.system((trx) =>
    trx
      .insertInto("custom_status")
      .values({ compId: s.compId, id: `lunch-${s.compId}`, name: "午餐" })
      .execute(),
  );
  await s.engine.request({
    verb: "bindStatus",
    compId: s.compId,
    agentId: "1002",
    customStatus: `lunch-${s.compId}`,
    by: "somebody",
  });
  await s.settle();
  expect(two.last("agentState")).toMatchObject({ customStatusName: "午餐" });
  expect(await group()).toMatchObject({ waitMs: 60_000 });
});
