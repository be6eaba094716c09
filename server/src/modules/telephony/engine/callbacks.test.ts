import type { CommandReply, QueuesNow } from "../../../ports/engine.ts";
import { minuteMs } from "@liantai/api/contract";
import { readStream, reconcile } from "../../event-log/index.ts";
import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Page, type Stage } from "../testing/stage.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { group: { maxWaitS: 0, wrapUpS: 0, announceEveryS: 0 } });
const q = queuesOf(() => s);
const waiting = async () => ((await s.engine.request({ verb: "queues", compId: s.compId })) as QueuesNow).waiting;
const contacts = () =>
  s.ports.database.system((trx) =>
    trx.selectFrom("queued_contact").selectAll().where("compId", "=", s.compId).orderBy("askedAt").execute(),
  );
const types = async (callId: string) => (await s.track(callId)).map((step) => step.split(":")[0]);

/** Waits until the menu is read out. */
async function waits(phone = "13800138000") {
  const customer = await s.customer(phone);
  await s.advance(20_000);
  return customer;
}
async function presses(leg: string, keys: string) {
  for (const key of keys) s.sw.press(leg, key);
  await s.settle();
}
/** Asked for and gone. */
async function booked(phone?: string) {
  const customer = await waits(phone);
  await presses(customer.leg, "21");
  s.sw.leave(customer.leg);
  await s.settle();
  return { ...customer, callId: (await contacts()).at(-1)!.callId };
}
/** The agent's own telephone answers by itself; then the customer's rings. */
const dialled = ({ user }: { user: string }) => s.sw.at(user)[0];
const becomeReady = (page: Page) => page.command("setState", { state: "1" }).then(() => s.settle());

beforeEach(async () => {
  await stage();
  await q.change({ menuEveryS: 20 });
});

describe("Q10 the menu of who waits", () => {
  test("it is read out every so often; 1 goes on waiting", async () => {
    await s.signIn("1001");
    const { leg } = await waits();
    expect(s.sw.hears(leg)).toMatch(/^file /);
    await presses(leg, "1");
    expect(s.sw.hears(leg)).toBe("music");
    await s.advance(20_000);
    const [record] = await s.records();
    expect((await types(record!["callId"] as string)).slice(1)).toEqual([
      "queued",
      "menuOffered",
      "menuChosen",
      "menuOffered",
    ]);
    expect((await waiting())[0]).toMatchObject({ callback: null });
  });

  test("2, then 1: the number of the call is kept, a sentence, and the end", async () => {
    await s.signIn("1001");
    const { leg } = await waits();
    await presses(leg, "2");
    expect(await contacts()).toEqual([]);
    await presses(leg, "1");
    expect(await contacts()).toMatchObject([
      { number: "13800138000", state: "waiting", tries: 0, skillGroupId: q.own() },
    ]);
    await s.advance(1_000);
    const [record] = await s.records();
    expect(record).toMatchObject({ cause: "callbackRequested", result: 183 });
    expect((await types(record!["callId"] as string)).slice(3)).toEqual(["menuChosen", "callbackRequested", "ended"]);
  });

  test("another number is typed, confirmed, and none of its keys is a step of the track", async () => {
    await s.signIn("1001");
    await s.called("13900139000");
    const { leg } = await waits();
    await presses(leg, "22");
    await presses(leg, "13900139000#");
    expect(await contacts()).toEqual([]);
    await presses(leg, "1");
    const [row] = await contacts();
    expect(row).toMatchObject({ number: "13900139000" });
    expect(await types(row!.callId)).not.toContain("digits");
  });

  test("a number that cannot be called is refused, and the caller waits on", async () => {
    await s.signIn("1001");
    const { leg } = await waits();
    await presses(leg, "2210000000000#1");
    expect(await contacts()).toEqual([]);
    const [record] = await s.records();
    expect((await types(record!["callId"] as string)).at(-1)).toBe("callbackRefused");
    expect(await waiting()).toMatchObject([{ callback: null, number: "13800138000" }]);
  });

  test("nothing pressed in time: the caller waits on; an agent who gets ready meanwhile is rung", async () => {
    const page = await s.signIn("1001");
    const { leg } = await waits();
    await presses(leg, "2");
    await s.advance(15_000);
    expect(s.sw.hears(leg)).toBe("music");
    await becomeReady(page);
    expect(page.callView()?.phase).toBe("ringing");
    // Its keys mean nothing while it rings.
    await presses(leg, "21");
    expect(await contacts()).toEqual([]);
  });
});

describe("Q11 callbacks", () => {
  test("one whose group cannot be looked up just now waits on, and is called when it can", async () => {
    const page = await s.signIn("1001");
    const customer = await waits();
    await presses(customer.leg, "21");
    const { callId } = (await contacts()).at(-1)!;
    const away = jest.spyOn(s.numbers, "target").mockRejectedValue(new Error("the database is away"));
    s.sw.leave(customer.leg);
    await s.settle();
    await s.advance(20_000);
    expect(await contacts()).toMatchObject([{ state: "waiting" }]);
    expect(await types(callId)).not.toContain("callbackEnded");
    away.mockRestore();
    await s.advance(5_000);
    await becomeReady(page);
    expect(page.callView()).toMatchObject({ number: "13800138000" });
  });

  test("Q2 上移: a callback passes the one before it, with who did it, and keeps it over a restart", async () => {
    await s.signIn("1001");
    await s.customer("13900000000");
    const { callId } = await booked();
    expect(await waiting()).toMatchObject([{ ahead: 0 }, { callback: {}, ahead: 1, boostMs: 0, movedMs: 0 }]);
    const moveUp = (id: string, compId = s.compId) =>
      s.engine.request({ verb: "moveUp", compId, callId: id, by: "monitor:1005", name: "周敏" });
    expect(await moveUp(callId, "200002")).toBe(false);
    expect(await moveUp(callId)).toBe(true);
    await s.settle();
    const [moved] = (await waiting()).filter(({ callback }) => callback !== null);
    expect(moved).toMatchObject({ ahead: 0 });
    expect(moved!.movedMs).toBeGreaterThan(0);
    expect(await types(callId)).toContain("movedUp");
    expect(await contacts()).toMatchObject([{ boostMs: moved!.boostMs, movedMs: moved!.movedMs }]);
    expect(await moveUp(callId)).toBe(false);
    await stage({ after: s });
    expect(await waiting()).toMatchObject([{ boostMs: moved!.boostMs, movedMs: moved!.movedMs }]);
  });

  test("Q1 who asks to be called back counts as having waited the group's minutes for it longer", async () => {
    await q.change({ callbackPriorityMin: 3 });
    const page = await s.signIn("1001");
    await s.customer("13900000000");
    await s.advance(2 * minuteMs);
    const first = await booked();
    expect(await contacts()).toMatchObject([{ boostMs: 3 * minuteMs, movedMs: 0 }]);
    expect(await waiting()).toMatchObject([
      { callback: {}, ahead: 0 },
      { callback: null, ahead: 1 },
    ]);
    await becomeReady(page);
    expect(dialled(first)).toBeDefined();
  });

  test("E16 the place is kept: the customer is dialled before who came later, and both hear each other", async () => {
    const page = await s.signIn("1001");
    const first = await booked();
    const asked = (await s.record(first.callId))!["startAt"] as Date;
    const later = await s.customer("13900000000");
    expect(await waiting()).toMatchObject([
      { callback: { tries: 0, nextAt: null }, arrivedAt: asked.getTime(), ahead: 0 },
      { callback: null, ahead: 1 },
    ]);
    await becomeReady(page);
    const leg = dialled(first)!;
    expect(s.sw.request(leg)).toMatchObject({ from: s.number });
    expect(page.code()).toBe(15);
    expect(s.sw.hears(later.leg)).toBe("music");
    s.sw.pickUp(leg);
    await s.settle();
    const own = s.sw.at(page.user)[0]!;
    expect([s.sw.hears(leg), s.sw.hears(own)]).toEqual([`leg ${own}`, `leg ${leg}`]);
    expect(await contacts()).toMatchObject([{ state: "done", tries: 1, agentId: "1001", closedBy: "1001" }]);
    const { callId } = page.callView()!;
    await page.command("hangup", { callId });
    expect(await s.record(callId)).toMatchObject({
      direction: "outbound",
      skillGroupId: q.own(),
      linkedCallId: first.callId,
      accessNumber: s.number,
      result: 200,
    });
    expect(await s.record(first.callId)).toMatchObject({ linkedCallId: callId });
    expect((await types(first.callId)).slice(-2)).toEqual(["callbackDialled", "callbackEnded"]);
    expect(page.callView()).toMatchObject({ phase: "ringing", number: "13900000000" });
    expect(await reconcile(s.ports.database)).toMatchObject({ found: 0 });
  });

  test("Q8 after it comes what its group wants, not another group of the agent", async () => {
    await q.group("another", { "1001": 1 }, { wrapUpS: 0 });
    await q.change({ wrapUpMode: "untilFinished" });
    const page = await s.signIn("1001");
    const first = await booked();
    await becomeReady(page);
    s.sw.pickUp(dialled(first)!);
    await s.settle();
    await page.command("hangup", { callId: page.callView()!.callId });
    expect(page.last("agentState")).toMatchObject({ code: "4", reason: "ended" });
    expect(page.last("agentState")).not.toHaveProperty("endsAt");
  });

  test.each([
    [1, true],
    [0, false],
  ])("K23 it is recorded by itself as its group's calls are: recordMode %d", async (recordMode, recorded) => {
    await q.change({ recordMode });
    const page = await s.signIn("1001");
    const first = await booked();
    await becomeReady(page);
    s.sw.pickUp(dialled(first)!);
    await s.settle();
    expect(s.sw.recordings.has(page.callView()!.callId)).toBe(recorded);
  });

  test("Q5 the call made for it says, before anybody is dialled, why it is this agent's; a supervisor's own says nothing", async () => {
    const [page, monitor] = [await s.signIn("1001"), await s.signIn("1002")];
    await booked();
    await s.customer("13900000000");
    const facts = async ({ callView }: Page) => {
      const id = callView()!.callId;
      return s.ports.database.system((trx) => readStream(trx, { compId: s.compId, stream: "contact", id }));
    };
    await s.engine.request({ verb: "callNow", compId: s.compId, own: "1002", id: (await contacts())[0]!.id });
    await s.settle();
    expect((await facts(monitor)).map(({ fact }) => fact.type).slice(0, 2)).toEqual(["created", "dialled"]);
    await monitor.command("hangup", { callId: monitor.callView()!.callId });
    await s.advance(5 * minuteMs);
    await becomeReady(page);
    const [created, decision, next] = await facts(page);
    expect([created!.fact.type, next!.fact.type]).toEqual(["created", "dialled"]);
    expect(decision).toMatchObject({
      actor: "engine",
      reason: "nextFree",
      fact: {
        type: "decision",
        agentId: "1001",
        skillGroupId: q.own(),
        among: "callers",
        waiting: 2,
        others: 1,
        excluded: [{ agentId: "1002", why: "state", code: 2 }],
      },
    });
  });

  test("who asked is dialled once he has heard the sentence and hung up, and not while his telephone is busy with it", async () => {
    const page = await s.signIn("1001");
    const customer = await waits();
    await presses(customer.leg, "21");
    await becomeReady(page);
    expect(page.code()).toBe(1);
    const { id } = (await contacts())[0]!;
    const now = { verb: "callNow", compId: s.compId, own: "1001", id } as const;
    expect(await s.engine.request(now)).toEqual({ code: -403, msg: "客户尚未挂机，请稍后再呼" });
    s.sw.leave(customer.leg);
    await s.settle();
    expect(dialled(customer)).toBeDefined();
    expect(page.code()).toBe(15);
  });

  test("who asks again in a later call is not dialled during that one either", async () => {
    const page = await s.signIn("1001");
    await booked();
    const again = await waits();
    await presses(again.leg, "21");
    expect(await contacts()).toHaveLength(1);
    await becomeReady(page);
    expect(page.code()).toBe(1);
    s.sw.leave(again.leg);
    await s.settle();
    expect(page.code()).toBe(15);
  });

  test("E16 three tries five minutes apart, then it is over with its result", async () => {
    const page = await s.signIn("1001");
    const customer = await booked();
    await becomeReady(page);
    for (const tries of [1, 2, 3]) {
      s.sw.leave(dialled(customer)!, "busy");
      await s.settle();
      expect(page.code()).toBe(1);
      expect(await contacts()).toMatchObject([{ tries, state: tries < 3 ? "waiting" : "failed", lastCause: "busy" }]);
      await s.advance(299_999);
      expect(dialled(customer)).toBeUndefined();
      await s.advance(1);
      expect(dialled(customer) !== undefined).toBe(tries < 3);
    }
    expect(await waiting()).toEqual([]);
    expect((await s.track(customer.callId)).at(-1)).toBe("callbackEnded:busy");
  });

  test("one a number and group: who asks again keeps the older place", async () => {
    await s.signIn("1001");
    const { callId } = await booked();
    await s.advance(10_000);
    await booked();
    expect(await contacts()).toHaveLength(1);
    expect(await waiting()).toMatchObject([{ callId }]);
  });

  test("a supervisor cancels it, and not while the customer is dialled", async () => {
    const page = await s.signIn("1001");
    const customer = await booked();
    const { id } = (await contacts())[0]!;
    const cancel = (compId = s.compId) =>
      s.engine.request({ verb: "cancelCallback", compId, id, by: "1005", name: "班长" }) as Promise<CommandReply>;
    expect(await cancel("999999")).toMatchObject({ code: -404 });
    await becomeReady(page);
    expect(await cancel()).toMatchObject({ code: -403 });
    s.sw.leave(dialled(customer)!, "no-answer");
    await s.settle();
    expect(await cancel()).toEqual({ code: 1 });
    expect(await contacts()).toMatchObject([{ state: "cancelled", closedBy: "班长" }]);
    expect(await cancel()).toMatchObject({ code: -404 });
    await s.advance(300_000);
    expect(dialled(customer)).toBeUndefined();
  });

  test("a supervisor calls now from the own seat, busy or not", async () => {
    const page = await s.signIn("1002");
    const customer = await booked();
    const { id } = (await contacts())[0]!;
    const now = () => s.engine.request({ verb: "callNow", compId: s.compId, own: "1002", id }) as Promise<CommandReply>;
    expect(await now()).toEqual({ code: 1 });
    await s.settle();
    expect(page.code()).toBe(15);
    expect(dialled(customer)).toBeDefined();
    expect(await now()).toMatchObject({ code: -403 });
  });

  test("an agent whose own telephone fails is set busy; the customer heard nothing, and the next agent has the turn", async () => {
    s.sw.autoAnswers = false;
    const page = await s.signIn("1001");
    const customer = await booked();
    await becomeReady(page);
    s.sw.leave(s.sw.at(page.user)[0]!, "unreachable");
    await s.settle();
    expect([page.code(), page.reason()]).toEqual([2, "deviceGone"]);
    expect(await contacts()).toMatchObject([{ tries: 0, state: "waiting" }]);
    s.sw.autoAnswers = true;
    await s.ready("1002");
    expect(dialled(customer)).toBeDefined();
  });
});
