import { isContact, readStream } from "../../event-log/index.ts";
import { stageEach, type Page, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

type Row = Record<string, string | number>;

describe("K45 suspended transfer", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

  /** A voice of the enterprise. */
  async function voice(more: Row = {}) {
    const id = `t${Object.keys(more).length}-${s.ports.random.id().slice(0, 8)}`;
    const row = { name: `目标${id}`, text: "请输入身份证后六位", want: "digits", leastDigits: 4, mostDigits: 6 };
    await s.ports.database.tenant(s.compId, (trx) =>
      trx
        .insertInto("suspend_target")
        .values({ compId: s.compId, id, ...row, want: "digits", seconds: 15, turns: 2, dataKey: "identity", ...more })
        .execute(),
    );
    return id;
  }
  const choice = () =>
    voice({
      want: "choice",
      options: JSON.stringify([
        { key: "1", name: "本人" },
        { key: "2", name: "他人" },
      ]),
    });

  async function talk() {
    const { page, leg, phone, callId } = await talkWith(s);
    const order = async (action: string, target = "") => {
      const reply = await page.command("suspendTransfer", { callId, action, ...(target ? { target } : {}) });
      await s.settle();
      return reply;
    };
    const type = async (keys: string) => {
      for (const key of keys) s.sw.press(leg, key);
      await s.settle();
    };
    /** What is said takes a second. */
    const heard = () => s.advance(1_000);
    return { page, leg, phone, callId, order, type, heard, recording: () => s.sw.recordings.get(callId) };
  }
  const facts = async (callId: string) =>
    (await s.ports.database.system((trx) => readStream(trx, { compId: s.compId, stream: "contact", id: callId })))
      .filter(isContact)
      .map(({ fact }) => fact);
  const ended = async (callId: string) => (await facts(callId)).filter(({ type }) => type === "suspendEnded");
  const notices = (page: Page) =>
    page.heard.filter(({ name }) => name === "notice").map(({ fields }) => `${fields["level"]} ${fields["msg"]}`);
  const codes = (page: Page) =>
    page.heard.filter(({ name }) => name === "agentState").map(({ fields }) => Number(fields["code"]));

  test("the customer types what was wanted and is back by himself, with it in the call's data", async () => {
    const { page, leg, phone, callId, order, type, heard, recording } = await talk();
    const id = await voice({ name: "身份验证" });
    expect(await order("start", id)).toEqual({ code: 1 });
    expect(codes(page).at(-1)).toBe(13);
    expect(s.sw.hears(phone)).toBe("silence");
    expect(page.callView()?.suspended).toMatchObject({
      name: "身份验证",
      step: "listening",
      turn: 1,
      turns: 2,
      mine: true,
    });
    expect(recording()?.paused).toBe(false);
    await heard();
    expect(page.callView()?.suspended).toMatchObject({ step: "keys", count: 0 });
    await type("1234");
    expect(page.callView()?.suspended).toMatchObject({ count: 4 });
    expect(s.sw.hears(phone)).toBe("silence");
    await type("56");
    expect(page.callView()?.suspended).toBeUndefined();
    expect(page.callView()?.callData).toEqual({ identity: "123456" });
    expect(notices(page)).toEqual(["info 「身份验证」已完成：已输入6位"]);
    expect(codes(page).at(-1)).toBe(8);
    expect([s.sw.hears(leg), s.sw.hears(phone)]).toEqual([`leg ${phone}`, "tone"]);
    expect(await ended(callId)).toEqual([
      { type: "suspendEnded", agentId: "1001", name: "身份验证", end: "done", digits: 6 },
    ]);
    expect((await facts(callId)).filter(({ type: kind }) => kind === "digits")).toEqual([]);
    expect(await s.track(callId)).toEqual(expect.arrayContaining(["suspended", "held", "suspendEnded", "resumed"]));
  });

  test("a choice is named in the data; a wrong key asks again, so often; nothing then is said to the agent", async () => {
    const { page, callId, order, type, heard } = await talk();
    const id = await choice();
    await order("start", id);
    // Who knows the menu need not hear it to the end.
    await type("2");
    expect(page.callView()?.callData).toEqual({ identity: "他人" });
    await order("start", id);
    await heard();
    await type("9");
    expect(page.callView()?.suspended).toMatchObject({ turn: 2, step: "listening" });
    await heard();
    await s.advance(15_000);
    expect(page.callView()?.suspended).toBeUndefined();
    expect(notices(page).at(-1)).toMatch(/^warning 「.*」未完成，客户没有有效输入$/);
    expect((await ended(callId)).map((fact) => "end" in fact && fact.end)).toEqual(["done", "failed"]);
    expect(page.callView()?.callData).toEqual({ identity: "他人" });
  });

  test("enough digits count when the time is over or # is pressed; * begins anew", async () => {
    const { page, order, type, heard } = await talk();
    const id = await voice();
    await order("start", id);
    await heard();
    await type("99*4321#");
    expect(page.callView()?.callData).toEqual({ identity: "4321" });
    await order("start", id);
    await heard();
    await type("1111");
    await s.advance(15_000);
    expect(page.callView()?.callData).toEqual({ identity: "1111" });
    await order("start", id);
    await heard();
    await type("12#");
    expect(page.callView()?.suspended).toMatchObject({ turn: 2, count: 0 });
  });

  test("an announcement ends by itself; the agent fetches the customer back before that, by the bar or by 恢复", async () => {
    const { page, phone, leg, callId, order, heard } = await talk();
    const id = await voice({ want: "nothing", dataKey: "" });
    await order("start", id);
    await heard();
    expect([page.callView()?.suspended, s.sw.hears(leg)]).toEqual([undefined, `leg ${phone}`]);
    await order("start", id);
    expect(await order("takeBack")).toEqual({ code: 1 });
    expect(page.callView()?.suspended).toBeUndefined();
    expect(s.sw.hears(leg)).toBe(`leg ${phone}`);
    expect(await order("takeBack")).toMatchObject({ code: -403 });
    await order("start", id);
    expect(await page.command("unhold", { callId })).toEqual({ code: 1 });
    await s.settle();
    expect((await ended(callId)).map((fact) => "end" in fact && fact.end)).toEqual(["done", "takenBack", "takenBack"]);
  });

  test("secret keys stand nowhere but behind the token, on no recording, and are masked until they stop", async () => {
    const { page, leg, phone, callId, order, type, heard, recording } = await talk();
    const id = await voice({ secret: 1, dataKey: "payToken", recorded: 0 });
    await order("start", id);
    expect(recording()?.paused).toBe(true);
    expect(await page.command("recordControl", { callId, action: "resume" })).toMatchObject({ code: -403 });
    await heard();
    await type("918273");
    expect(page.callView()?.suspended).toMatchObject({ step: "closing" });
    await type("64");
    expect(s.sw.hears(phone)).toBe("silence");
    await s.advance(2_000);
    expect([page.callView()?.suspended, s.sw.hears(leg), recording()?.paused]).toEqual([
      undefined,
      `leg ${phone}`,
      false,
    ]);
    const token = page.callView()?.callData?.["payToken"] ?? "";
    const rows = await s.ports.database.system((trx) =>
      Promise.all(
        (["event", "call_record", "call_leg", "live_call", "secure_entry"] as const).map((table) =>
          trx.selectFrom(table).selectAll().execute(),
        ),
      ),
    );
    expect(JSON.stringify([rows, page.heard, s.sw.log, s.sw.sent])).not.toContain("918273");
    const taken = await s.ports.database.tenant(s.compId, (trx) => s.secureEntries.take(trx, s.compId, token));
    expect(taken).toMatchObject({ callId, digits: "918273" });
  });

  test("what is not to be recorded is silence for as long as it lasts, past the longest pause of an agent", async () => {
    const { order, recording } = await talk();
    await order("start", await voice({ recorded: 0, seconds: 120, turns: 3 }));
    expect(recording()?.paused).toBe(true);
    await s.advance(200_000);
    expect(recording()?.paused).toBe(true);
    await order("takeBack");
    expect(recording()?.paused).toBe(false);
  });

  test("K52 a pause of the agent's own is not ended by a voice that is not recorded", async () => {
    const { page, callId, order, recording } = await talk();
    await page.command("recordControl", { callId, action: "pause" });
    const id = await voice({ recorded: 0 });
    await order("start", id);
    await order("takeBack");
    expect(recording()?.paused).toBe(true);
    expect(await page.command("recordControl", { callId, action: "resume" })).toEqual({ code: 1 });
    expect(recording()?.paused).toBe(false);
  });

  test("meanwhile he is taken nowhere else; what is unknown, disabled or another enterprise's is refused in words", async () => {
    const { page, callId, order } = await talk();
    await s.ready("1002");
    const id = await voice();
    const gone = { code: -403, msg: "挂起转目标不存在或已停用" };
    expect(await order("start", "no-such")).toEqual(gone);
    expect(await order("start", await voice({ enabled: 0 }))).toEqual(gone);
    expect(await order("start")).toMatchObject({ code: -400 });
    expect(await order("leave", id)).toMatchObject({ code: -400 });
    expect(await page.command("suspendTransfer", { callId: "other", action: "start", target: id })).toEqual({
      code: -404,
    });
    await order("start", id);
    const barred = { code: -403, msg: "客户正在挂起转中，请先取回客户" };
    expect(await order("start", id)).toEqual(barred);
    for (const [verb, more] of [
      ["consult", { agentId: "1002" }],
      ["transfer", { agentId: "1002" }],
      ["transfer", { skillGroup: `g-${s.compId}` }],
      ["secureEntry", { action: "start" }],
      ["dtmf", { digits: "1" }],
    ] as const)
      expect(await page.command(verb, { callId, ...more })).toEqual(barred);
    expect(page.callView()?.suspended).toMatchObject({ turn: 1 });
  });

  test("either hangs up, or is lost: it ends with the talk, and the customer who comes back talks to his agent", async () => {
    const first = await talk();
    const id = await voice();
    await first.order("start", id);
    await first.page.command("hangup", { callId: first.callId });
    await s.settle();
    expect(await ended(first.callId)).toMatchObject([{ end: "agentGone" }]);
    await first.page.command("finishWrapUp");
    await first.page.command("setState", { state: "1" });
    const { leg } = await s.customer();
    s.sw.pickUp(s.sw.at(first.page.user)[0]!);
    await s.settle();
    const { callId } = first.page.callView()!;
    await first.page.command("suspendTransfer", { callId, action: "start", target: id });
    s.sw.leave(leg);
    await s.settle();
    expect(await ended(callId)).toMatchObject([{ end: "customerGone" }]);
    expect(codes(first.page).at(-1)).toBe(4);
  });

  test("the agent's page is gone: the customer is served on, waits with music then, and after a minute is first in line", async () => {
    const { page, leg, callId, order, heard, type } = await talk();
    await order("start", await voice());
    s.sw.drop(page.user);
    await s.settle();
    await heard();
    expect(s.sw.hears(leg)).toBe("silence");
    await type("123456");
    // Why he waits, then the music.
    await s.advance(1_000);
    expect(s.sw.hears(leg)).toBe("music");
    await s.advance(60_000);
    expect(await s.track(callId)).toEqual(expect.arrayContaining(["suspendEnded", "requeued:afterLoss"]));
  });
});
