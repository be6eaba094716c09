import type { Database } from "../../../ports/database.ts";
import { isContact, readStream } from "../../event-log/index.ts";
import type { Stage } from "../testing/stage.ts";
import { takeOverEach } from "../testing/take-over.ts";

const t = takeOverEach();
let database: Database;
let old: Stage;
let s: Stage;
beforeEach(() => {
  ({ database } = t.s.ports);
  old = t.s;
});
async function takeOver(...about: Parameters<typeof t.takeOver>): Promise<void> {
  old = t.s;
  await t.takeOver(...about);
  s = t.s;
}
const { back } = t;

async function talk(agentId = "1001", phone = "13800138000") {
  const page = await old.ready(agentId);
  const { leg: customer } = await old.customer(phone);
  const leg = old.sw.at(page.user)[0]!;
  old.sw.pickUp(leg);
  await old.settle();
  return { page, customer, leg, callId: page.callView()!.callId };
}

const events = async (callId: string) =>
  (await database.system((trx) => readStream(trx, { compId: s.compId, stream: "contact", id: callId }))).filter(
    isContact,
  );

test("K35 a talk goes on: nobody's ear changes, the bar shows it, hold works, and there is one record without a gap", async () => {
  const { customer, leg, callId } = await talk();
  await old.advance(5_000);
  const before = old.sw.log.length;
  await takeOver();
  expect([s.sw.hears(customer), s.sw.hears(leg), s.sw.legs]).toEqual([`leg ${leg}`, `leg ${customer}`, 2]);
  expect(s.sw.log.slice(before).filter((verb) => !verb.startsWith("arrange"))).toEqual([]);
  const page = await back("1001");
  expect([page.code(), page.callView()?.callId, page.callView()?.phase]).toEqual([8, callId, "talking"]);
  expect((await page.command("hold", { callId })).code).toBe(1);
  expect([s.sw.hears(customer), page.code()]).toEqual(["music", 13]);
  expect((await page.command("unhold", { callId })).code).toBe(1);
  await s.advance(3_000);
  s.sw.leave(customer);
  await s.settle();
  expect(await s.records()).toMatchObject([{ callId, cause: "completed", talkMs: 10_000, recordingMs: 10_000 }]);
  expect((await events(callId)).map((e) => e.seq)).toEqual((await events(callId)).map((_, i) => i + 1));
  expect(await database.system((trx) => trx.selectFrom("live_call").selectAll().execute())).toEqual([]);
  const epochs = await database.system((trx) =>
    trx.selectFrom("event").select("epoch").where("streamId", "=", callId).orderBy("seq").execute(),
  );
  expect(epochs.map((e) => e.epoch)).toEqual(epochs.map((e) => e.epoch).sort((a, b) => a - b));
  expect(new Set(epochs.map((e) => e.epoch)).size).toBe(2);
});

test("K35 a process that is asked to stop lets go: nothing is hung up, nothing it began is lost, and the next one goes on", async () => {
  const { page, customer, leg, callId } = await talk();
  await old.customer("13900000001");
  await old.advance(5_000);
  const before = old.sw.log.length;
  // Said and not done yet when the signal comes.
  void page.command("hold", { callId });
  await old.letGo();
  expect(old.sw.log.slice(before).filter((verb) => verb.startsWith("hangup"))).toEqual([]);
  await takeOver(300);
  expect([s.sw.hears(customer), s.sw.legs]).toEqual(["music", 3]);
  const here = await back("1001");
  expect([here.code(), here.callView()?.callId]).toEqual([13, callId]);
  expect((await here.command("unhold", { callId })).code).toBe(1);
  expect([s.sw.hears(customer), s.sw.hears(leg)]).toEqual([`leg ${leg}`, `leg ${customer}`]);
  expect((await s.records()).map((record) => record["endAt"])).toEqual([null, null]);
});

test("K35 callers keep arrival and place, and who is ready is offered the first of them", async () => {
  await old.signIn("1001");
  const first = await old.customer("13800000001");
  await old.advance(3_000);
  await old.customer("13800000002");
  await old.advance(3_000);
  await old.customer("13800000003");
  await takeOver();
  const places = async () =>
    ((await s.engine.request({ verb: "queues", compId: s.compId })) as { waiting: { number: string }[] }).waiting.map(
      (w) => w.number,
    );
  expect(await places()).toEqual(["13800000001", "13800000002", "13800000003"]);
  const page = await back("1001");
  await page.command("setState", { state: "1" });
  expect(page.callView()).toMatchObject({ number: "13800000001", phase: "ringing" });
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  expect(s.sw.hears(first.leg)).toContain("leg");
  expect(await s.records()).toMatchObject([{ waitMs: expect.any(Number) }, {}, {}]);
  expect(Number((await s.records())[0]!["waitMs"])).toBeGreaterThanOrEqual(8_000);
});

test("K35 an offer that rings is answered after the take-over", async () => {
  const page = await old.ready("1001");
  await old.customer();
  await takeOver();
  const here = await back("1001");
  expect([here.code(), here.callView()?.phase]).toEqual([5, "ringing"]);
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  expect(here.code()).toBe(8);
});

test("K35 an offer that nobody answers fails when it would have, and the caller keeps its place", async () => {
  await old.ready("1001");
  await old.customer();
  await old.advance(15_000);
  await takeOver();
  const page = await back("1001");
  await s.advance(2_000);
  expect(page.code()).toBe(5);
  await s.advance(2_000);
  expect([page.code(), page.reason()]).toEqual([2, "noAnswer"]);
  const other = await s.ready("1002");
  expect(other.callView()?.phase).toBe("ringing");
});

test("K35 a consultation goes on, and is handed over", async () => {
  const { customer, leg, callId, page } = await talk();
  const asked = await old.ready("1002");
  await page.command("consult", { callId, agentId: "1002" });
  const second = old.sw.at(asked.user)[0]!;
  old.sw.pickUp(second);
  await old.settle();
  await takeOver();
  expect([s.sw.hears(customer), s.sw.hears(leg), s.sw.hears(second)]).toEqual(["music", `leg ${second}`, `leg ${leg}`]);
  const [one, two] = [await back("1001"), await back("1002")];
  expect([one.code(), two.code()]).toEqual([11, 11]);
  expect((await one.command("tranfer", { callId })).code).toBe(1);
  expect([s.sw.hears(customer), s.sw.hears(second)]).toEqual([`leg ${second}`, `leg ${customer}`]);
});

test("K35 a custom status and its limit of time are kept", async () => {
  await database.system((trx) =>
    trx.insertInto("custom_status").values({ compId: old.compId, id: "用餐", name: "用餐", maxMinutes: 1 }).execute(),
  );
  const page = await old.ready("1001");
  expect((await page.command("setState", { state: "2", customStatus: "用餐" })).code).toBe(1);
  const { since, endsAt } = page.last("agentState")!;
  await old.advance(30_000);
  await takeOver();
  const here = await back("1001");
  expect(here.last("agentState")).toMatchObject({ code: "2", customStatusId: "用餐", since, endsAt });
  const told: unknown[] = [];
  await s.ports.broker.subscribe("message.send", (message) => told.push(message));
  await s.advance(29_000);
  expect(told).toHaveLength(1);
});

test("K35 agents keep state, reason, wrap-up and who has the audio; a call is offered to who was ready", async () => {
  const { page, customer } = await talk("1001");
  const ready = await old.ready("1002");
  old.sw.leave(customer);
  await old.settle();
  expect([page.code(), ready.code()]).toEqual([4, 1]);
  await old.advance(4_000);
  await takeOver();
  const wrapping = await back("1001");
  expect([wrapping.code(), wrapping.last("mediaOwner")?.["instance"]]).toEqual([4, "tab-1001"]);
  const again = await back("1002");
  expect([again.code(), again.reason()]).toEqual([1, "byAgent"]);
  // Its wrap-up of 10 s began before.
  await s.advance(4_500);
  expect([wrapping.code(), wrapping.reason()]).toEqual([1, "wrapUpTimeout"]);
  await s.customer();
  expect(again.code()).toBe(5);
});

test("K35 an agent that was lost has the rest of its minute; a paused recording goes on when it would have", async () => {
  const { page, customer, callId } = await talk();
  await page.command("recordControl", { action: "pause", callId });
  expect(old.sw.recordings.get(callId)?.paused).toBe(true);
  const begun = old.sw.recordings.get(callId)?.startedAt;
  expect(begun).toBeDefined();
  await old.advance(60_000);
  await takeOver(30_000);
  expect(s.sw.recordings.get(callId)).toMatchObject({ paused: true, begunAt: begun });
  await s.advance(90_000);
  expect(s.sw.recordings.get(callId)?.paused).toBe(false);
  s.sw.drop(page.user);
  await s.settle();
  expect(s.sw.hears(customer)).not.toContain("leg");
  await old.advance(40_000);
  await takeOver(10_000);
  await s.advance(9_000);
  expect((await s.records())[0]!["endAt"]).toBeNull();
  expect((await s.track(callId)).filter((t) => t.startsWith("requeued"))).toEqual([]);
  await s.advance(2_000);
  expect((await s.track(callId)).filter((t) => t.startsWith("requeued"))).toHaveLength(1);
});

test("K35 a callback that was being made goes on: the customer is not dialled twice, and the answer ends it", async () => {
  const user = await old.called("13900000001");
  const contact = {
    compId: old.compId,
    id: "cb1",
    kind: "callback",
    skillGroupId: `g-${old.compId}`,
    number: "13900000001",
    accessNumber: old.number,
    callId: "asked-in",
    arrivedAt: new Date(old.ports.clock.now()),
    askedAt: new Date(old.ports.clock.now()),
    state: "waiting",
  } as const;
  await database.system((trx) => trx.insertInto("queued_contact").values(contact).execute());
  await takeOver();
  const page = await s.ready("1001");
  await s.settle();
  expect(page.callView()?.phase).toBe("dialling");
  await takeOver();
  await back("1001");
  await s.advance(1_000);
  const [customer, ...more] = s.sw.at(user);
  expect(more).toEqual([]);
  s.sw.pickUp(customer!);
  await s.settle();
  expect(await database.system((trx) => trx.selectFrom("queued_contact").select("state").execute())).toEqual([
    { state: "done" },
  ]);
});

test("K35 who hung up meanwhile leaves the call with what is known; legs of no call are hung up", async () => {
  const { customer, leg, callId } = await talk();
  let stray = "";
  await takeOver(2_000, (sw) => {
    sw.leave(customer);
    stray = sw.invite("nobody", "1");
  });
  expect(s.sw.hears(stray)).toBe("gone");
  expect(s.sw.hears(leg)).not.toBe("gone");
  // A customer that is gone without a word has 15 s.
  await s.advance(16_000);
  expect(await s.records()).toMatchObject([{ callId, endAt: expect.any(Date) }]);
  expect((await s.records())[0]!["cause"]).not.toBe("serverRestart");
  expect(s.sw.hears(leg)).toBe("gone");
});

test("K35 a snapshot of another version is not guessed at: its call is closed with serverRestart and its legs end", async () => {
  const { leg, callId } = await talk();
  await old.customer("13800000002");
  await old.settle();
  await database.system((trx) =>
    trx
      .updateTable("live_call")
      .set({ state: JSON.stringify({ v: 999, call: { callId } }) })
      .where("id", "=", callId)
      .execute(),
  );
  await takeOver();
  expect((await s.records()).map((r) => r["cause"])).toEqual(["serverRestart", null]);
  expect(s.sw.hears(leg)).toBe("gone");
  const page = await back("1001");
  // It is out of that call, was ready before it, and so is offered the one that waits.
  expect(page.callView()).toMatchObject({ number: "13800000002", phase: "ringing" });
});

test("K34 the engine that was deposed sends no verb and logs nothing, whatever it hears", async () => {
  const { page, customer, leg, callId } = await talk();
  await takeOver();
  const verbs = s.sw.log.length;
  await old.engine.request({
    verb: "command",
    compId: old.compId,
    agentId: "1001",
    connection: page.connection,
    name: "hangup",
    fields: {},
  });
  await s.settle();
  expect(s.sw.log.slice(verbs)).toEqual([]);
  expect([s.sw.hears(customer), s.sw.hears(leg)]).toEqual([`leg ${leg}`, `leg ${customer}`]);
  expect((await events(callId)).some((e) => e.fact.type === "ended")).toBe(false);
});

test("K37 K35 the keys died with the process: the entry is over, the agent is told, and the talk is heard and recorded again", async () => {
  const { page, customer, leg, callId } = await talk();
  await page.command("secureEntry", { callId, action: "start" });
  for (const key of "6222") old.sw.press(customer, key);
  await old.settle();
  const kept = await database.system((trx) => trx.selectFrom("live_call").select("state").execute());
  expect(JSON.stringify(kept)).toContain('"count":4');
  expect(JSON.stringify(kept)).not.toContain("6222");
  await takeOver();
  expect((await events(callId)).map(({ fact }) => fact)).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: "secureEntryEnded", end: "lost", digits: 0 })]),
  );
  await s.advance(2_000);
  expect([s.sw.hears(leg), s.sw.recordings.get(callId)?.paused]).toEqual([`leg ${customer}`, false]);
  expect((await back("1001")).callView()?.secure).toBeUndefined();
});

test("K45 K35 a customer at a voice is asked again by the next engine, comes back by himself, and no secret key is kept", async () => {
  await database.tenant(old.compId, (trx) =>
    trx
      .insertInto("suspend_target")
      .values({
        compId: old.compId,
        id: "t1",
        name: "支付",
        text: "请输入密码",
        want: "digits",
        secret: 1,
        recorded: 0,
        mostDigits: 6,
        dataKey: "pay",
      })
      .execute(),
  );
  const { page, customer, leg, callId } = await talk();
  await page.command("suspendTransfer", { callId, action: "start", target: "t1" });
  await old.advance(1_000);
  for (const key of "7788") old.sw.press(customer, key);
  await old.settle();
  const kept = await database.system((trx) => trx.selectFrom("live_call").select("state").execute());
  expect(JSON.stringify(kept)).toContain('"count":4');
  expect(JSON.stringify(kept)).not.toContain("7788");
  await takeOver();
  const again = await back("1001");
  expect(again.callView()?.suspended).toMatchObject({ step: "listening", turn: 1, count: 0 });
  await s.advance(1_000);
  for (const key of "123456") s.sw.press(customer, key);
  await s.advance(2_000);
  expect([s.sw.hears(leg), s.sw.recordings.get(callId)?.paused]).toEqual(["tone", false]);
  expect(again.callView()?.suspended).toBeUndefined();
  expect(again.callView()?.callData?.["pay"]).toMatch(/.{8}/);
});

test("K35 K39 a forwarded call goes on: what rings at the number outside rings on, and its answer is heard", async () => {
  await old.ports.database.system(async (trx) => {
    const own = { compId: old.compId };
    await trx
      .updateTable("seat")
      .set({ forwardModes: "noAnswer", forwardTo: "13900001111" })
      .where("compId", "=", own.compId)
      .where("agentId", "=", "1001")
      .execute();
    await trx
      .updateTable("access_number")
      .set({ targetKind: "seat", targetId: "1001" })
      .where("number", "=", old.number)
      .execute();
  });
  const page = await old.ready("1001");
  const out = await old.called("13900001111");
  const { leg: customer } = await old.customer();
  await old.advance(30_000);
  const far = old.sw.at(out)[0]!;
  await takeOver();
  expect([s.sw.at(out), s.sw.at(page.user)]).toEqual([[far], []]);
  s.sw.pickUp(far);
  await s.settle();
  expect([s.sw.hears(customer), s.sw.hears(far)]).toEqual([`leg ${far}`, `leg ${customer}`]);
  expect((await back("1001")).last("transferNumber")).toEqual({ mode: "noAnswer", number: "13900001111" });
});
