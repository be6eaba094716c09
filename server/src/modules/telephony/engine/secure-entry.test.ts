import { isContact, readStream } from "../../event-log/index.ts";
import { stageEach, type Page, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

/** What no table, no message and no bar may hold. */
const card = "6222021234567890";

describe("K37 secure entry", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

  async function talk() {
    const { page, leg, phone, callId } = await talkWith(s);
    const order = (action: string, more: Record<string, string> = {}) =>
      page.command("secureEntry", { callId, action, ...more });
    const type = async (keys: string) => {
      for (const key of keys) s.sw.press(leg, key);
      await s.settle();
    };
    const begin = () => order("start", { name: "银行卡号", digits: "19", seconds: "30" });
    return { page, leg, phone, callId, order, type, begin, recording: () => s.sw.recordings.get(callId) };
  }
  const facts = async (callId: string) =>
    (await s.ports.database.system((trx) => readStream(trx, { compId: s.compId, stream: "contact", id: callId })))
      .filter(isContact)
      .map(({ fact }) => fact);
  const ended = async (callId: string) => (await facts(callId)).find(({ type }) => type === "secureEntryEnded");
  const notices = (page: Page) =>
    page.heard.filter(({ name }) => name === "notice").map(({ fields }) => `${fields["level"]} ${fields["msg"]}`);
  const take = (token: string, compId = s.compId) =>
    s.ports.database.tenant(compId, (trx) => s.secureEntries.take(trx, compId, token));
  const tokenOf = (page: Page): string => page.callView()?.callData?.["secureToken"] ?? "";

  test("nobody hears the customer, the recording is silent, and the keys stand nowhere but behind the token", async () => {
    const { page, leg, phone, callId, begin, type, recording } = await talk();
    expect(await begin()).toEqual({ code: 1 });
    expect([s.sw.hears(phone), s.sw.hears(leg), recording()?.paused]).toEqual(["silence", `leg ${phone}`, true]);
    const { endsAt } = page.callView()!.secure!;
    expect(endsAt - s.ports.clock.now()).toBe(30_000);
    await type(card.slice(0, 6));
    expect(page.callView()?.secure).toEqual({ name: "银行卡号", most: 19, count: 6, endsAt, mine: true });
    await type(`${card.slice(6)}#`);
    expect(page.callView()?.secure).toBeUndefined();
    expect(notices(page)).toEqual(["info 客户已输入16位，安全输入结束"]);
    expect(await ended(callId)).toMatchObject({ agentId: "1001", name: "银行卡号", end: "key", digits: 16 });
    // He may press on: nobody hears it yet. Of each key the agent heard the same tone.
    expect([s.sw.hears(phone), recording()?.paused]).toEqual(["tone", true]);
    await s.advance(2_000);
    expect([s.sw.hears(phone), recording()?.paused]).toEqual([`leg ${leg}`, false]);
    const token = tokenOf(page);
    const tables = ["event", "call_record", "call_leg", "live_call", "secure_entry", "interface_delivery"] as const;
    const rows = await s.ports.database.system((trx) =>
      Promise.all(tables.map((table) => trx.selectFrom(table).selectAll().execute())),
    );
    const everything = JSON.stringify([rows, page.heard, s.sw.log, s.sw.sent]);
    expect(everything).toContain("secureEntryEnded");
    for (const part of [card, card.slice(0, 6), card.slice(-6)]) expect(everything).not.toContain(part);
    expect((await facts(callId)).filter(({ type }) => type === "digits")).toEqual([]);
    expect(await take(token, "999999")).toBeUndefined();
    expect(await take(token)).toMatchObject({ callId, agentId: "1001", name: "银行卡号", digits: card });
    expect(await take(token)).toBeUndefined();
    expect(await s.track(callId)).toEqual(expect.arrayContaining(["secureEntryStarted", "secureEntered", "dataSet"]));
  });

  test("so many keys end it, * begins anew; keys that follow are dropped, and those of later are keys as ever", async () => {
    const { page, callId, order, type } = await talk();
    await order("start", { digits: "4" });
    await type("99*1234");
    expect(await ended(callId)).toMatchObject({ end: "full", digits: 4 });
    await type("56");
    await s.advance(1_500);
    await type("7");
    // Two seconds from the last one.
    await s.advance(1_900);
    await type("8");
    await s.advance(2_000);
    await type("0");
    expect((await facts(callId)).filter(({ type }) => type === "digits")).toEqual([
      { type: "digits", digits: "0", from: "caller" },
    ]);
    expect((await take(tokenOf(page)))?.digits).toBe("1234");
  });

  test.each([
    ["finish", 3, "agent", "info 客户已输入3位，安全输入结束"],
    ["cancel", 0, "cancelled", undefined],
  ] as const)("the agent's %s ends it", async (action, digits, end, told) => {
    const { page, callId, order, type, begin } = await talk();
    await begin();
    await type("123");
    expect(await order(action)).toEqual({ code: 1 });
    await s.settle();
    expect(await ended(callId)).toMatchObject({ end, digits });
    expect(notices(page).at(-1)).toBe(told);
    expect(tokenOf(page) !== "").toBe(digits > 0);
    expect(await order(action)).toMatchObject({ code: -403 });
  });

  test("the time is over: what was typed counts, and nothing is told as nothing", async () => {
    const { page, callId, type, begin } = await talk();
    await begin();
    await type("12");
    await s.advance(30_000);
    expect(await ended(callId)).toMatchObject({ end: "limit", digits: 2 });
    await s.advance(2_000);
    await begin();
    await s.advance(30_000);
    expect(notices(page).at(-1)).toBe("warning 客户没有输入，安全输入结束");
  });

  test("the customer hangs up, the agent's page is gone, another agent takes over: nothing is kept", async () => {
    const first = await talk();
    await first.begin();
    await first.type("123");
    s.sw.leave(first.leg);
    await s.settle();
    expect(await ended(first.callId)).toMatchObject({ end: "customerGone", digits: 0 });
    await first.page.command("finishWrapUp");
    await first.page.command("setState", { state: "1" });
    const { leg, user } = await s.customer();
    s.sw.pickUp(s.sw.at(first.page.user)[0]!);
    await s.settle();
    const { callId } = first.page.callView()!;
    await first.page.command("secureEntry", { callId, action: "start" });
    s.sw.press(leg, "5");
    s.sw.drop(first.page.user);
    await s.settle();
    expect(await ended(callId)).toMatchObject({ end: "agentGone", digits: 0 });
    s.sw.press(leg, "6");
    await s.advance(2_000);
    expect(s.sw.recordings.get(callId)?.paused).toBe(false);
    expect((await facts(callId)).filter(({ type }) => type === "digits")).toEqual([]);
    s.sw.leave(s.sw.at(user)[0]!);
    await s.settle();
    const rows = await s.ports.database.system((trx) =>
      trx.selectFrom("secure_entry").select("callId").where("compId", "=", s.compId).execute(),
    );
    expect(rows).toEqual([]);
  });

  test("meanwhile nothing brings the customer to other ears, or the recording back", async () => {
    const { page, phone, callId, begin, recording, order } = await talk();
    await s.ready("1002");
    await begin();
    const barred = { code: -403, msg: "安全输入进行中，请先结束安全输入" };
    expect(await page.command("hold", { callId })).toEqual(barred);
    expect(await page.command("consult", { callId, agentId: "1002" })).toEqual(barred);
    expect(await page.command("transfer", { callId, agentId: "1002" })).toEqual(barred);
    expect(await page.command("transfer", { callId, skillGroup: `g-${s.compId}` })).toEqual(barred);
    for (const action of ["resume", "stop", "start", "mark"])
      expect(await page.command("recordControl", { callId, action })).toEqual(barred);
    s.sw.deviceHold(phone, true);
    await s.settle();
    expect([recording()?.paused, page.callView()?.held]).toEqual([true, false]);
    // A monitor hears the agent alone, and so does whoever joins in.
    const monitor = await s.ready("1003");
    for (const [name, mode] of [
      ["monitor", "listen"],
      ["insert", ""],
    ] as const) {
      expect(await monitor.command(name, { agentId: "1001", mode })).toMatchObject({ code: 1 });
      expect(s.sw.hears(s.sw.at(monitor.user)[0]!)).toBe(`leg ${phone}`);
    }
    expect(await order("cancel")).toEqual({ code: 1 });
  });

  test("K52 a pause of the agent's own is not ended by an entry within it: the agent, or its own time, ends it", async () => {
    const { page, callId, order, begin, type, recording } = await talk();
    const record = (action: string) => page.command("recordControl", { callId, action });
    const controls = async () =>
      (await facts(callId)).flatMap((fact) =>
        fact.type === "recordControl" ? [`${fact.action} ${!!fact.secure}`] : [],
      );
    await record("pause");
    const until = s.ports.clock.now() + 180_000;
    await begin();
    await type("123#");
    await s.advance(2_000);
    expect(page.callView()?.secure).toBeUndefined();
    expect(recording()?.paused).toBe(true);
    expect(page.callView()?.recording).toEqual({ state: "paused", auto: true, until });
    expect(await controls()).toEqual(["pause false"]);
    expect(await record("resume")).toEqual({ code: 1 });
    expect(recording()?.paused).toBe(false);
    // The same again, left to its time; what is begun after it pauses and goes on by itself as ever.
    await record("pause");
    await s.advance(10_000);
    await begin();
    await order("cancel");
    await s.advance(2_000);
    await s.advance(167_000);
    expect(recording()?.paused).toBe(true);
    await s.advance(1_100);
    expect(recording()?.paused).toBe(false);
    await begin();
    await order("cancel");
    expect([recording()?.paused, page.callView()?.recording]).toEqual([
      true,
      { state: "paused", auto: true, until: s.ports.clock.now() + 180_000 },
    ]);
    await s.advance(2_000);
    expect(recording()?.paused).toBe(false);
    expect(await controls()).toEqual([
      ...["pause false", "resume false", "pause false", "resume false"],
      ...["pause true", "resume true"],
    ]);
  });

  test("a pause of the agent's own lasts until the entry is over, whichever is longer", async () => {
    const { page, callId, order, recording } = await talk();
    await page.command("recordControl", { callId, action: "pause" });
    await s.advance(100_000);
    await order("start", { seconds: "120" });
    await s.advance(100_000);
    expect(recording()?.paused).toBe(true);
    await s.advance(22_000);
    expect(recording()?.paused).toBe(false);
  });

  test("in a conference no member hears him; refused without a customer who can type, twice, and out of bounds", async () => {
    const { page, leg, phone, callId, order, begin } = await talk();
    const two = await s.ready("1002");
    await page.command("consult", { callId, agentId: "1002" });
    expect(await begin()).toEqual({ code: -403 });
    const other = s.sw.at(two.user)[0]!;
    s.sw.pickUp(other);
    await s.settle();
    await page.command("meeting", { callId });
    const outOfBounds: readonly Record<string, string>[] = [
      { digits: "0" },
      { digits: "33" },
      { seconds: "9" },
      { seconds: "121" },
      { name: "卡".repeat(21) },
    ];
    for (const wrong of outOfBounds) expect(await order("start", wrong)).toMatchObject({ code: -400 });
    expect(await order("pause")).toMatchObject({ code: -400 });
    expect(await two.command("secureEntry", { callId: "other", action: "start" })).toEqual({ code: -404 });
    expect(await begin()).toEqual({ code: 1 });
    expect([s.sw.hears(phone), s.sw.hears(other), s.sw.hears(leg)]).toEqual([
      `leg ${other}`,
      `leg ${phone}`,
      `leg ${phone} ${other}`,
    ]);
    expect(two.callView()?.secure).toMatchObject({ mine: false });
    expect(await two.command("secureEntry", { callId, action: "cancel" })).toMatchObject({ code: -403 });
    expect(await begin()).toMatchObject({ code: -403 });
    // Who asked leaves: it is over for all.
    await page.command("hangup", { callId });
    await s.settle();
    expect(await ended(callId)).toMatchObject({ end: "agentGone" });
    expect(two.callView()?.secure).toBeUndefined();
  });

  test("colleagues have nothing to type in secret", async () => {
    const one = await s.ready("1001");
    const two = await s.ready("1002");
    await one.command("makeCall", { number: "1002" });
    s.sw.pickUp(s.sw.at(two.user)[0]!);
    await s.settle();
    const { callId } = one.callView()!;
    expect(await one.command("secureEntry", { callId, action: "start" })).toEqual({ code: -403 });
  });
});
