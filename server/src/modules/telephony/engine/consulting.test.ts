import { readStream, reconcile } from "../../event-log/index.ts";
import { stageEach, type Page, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";
import { queuesOf } from "../testing/queues.ts";

describe("consultation and conference", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));
  const { leadTo } = queuesOf(() => s);

  /** 1001 talks with a customer, 1002 is ready. */
  async function talk() {
    const { page: one, ...talk } = await talkWith(s);
    return { one, ...talk, two: await s.ready("1002") };
  }
  const answers = async (page: Page) => {
    const leg = s.sw.at(page.user).at(-1)!;
    s.sw.pickUp(leg);
    await s.settle();
    return leg;
  };
  async function consulting() {
    const at = await talk();
    expect(await at.one.command("consult", { callId: at.callId, agentId: "1002" })).toEqual({ code: 1 });
    return { ...at, asked: await answers(at.two) };
  }
  const codes = (page: Page) => page.heard.filter((e) => e.name === "agentState").map((e) => Number(e.fields["code"]));
  const started = async (callId: string) => {
    const events = await s.ports.database.system((trx) =>
      readStream(trx, { compId: s.compId, stream: "contact", id: callId }),
    );
    return events.map(({ fact }) => fact).filter(({ type }) => type === "conferenceStarted");
  };
  const said = (page: Page) => page.heard.filter((e) => e.name === "notice").map((e) => e.fields["msg"]);

  test("K17 the customer hears music while the agent asks a colleague; who is asked sees who asks", async () => {
    const { one, two, leg, phone, callId } = await talk();
    expect(await one.command("consult", { callId, agentId: "1002" })).toEqual({ code: 1 });
    expect([s.sw.hears(leg), s.sw.hears(phone)]).toEqual(["music", "tone"]);
    expect([one.code(), two.code()]).toEqual([11, 5]);
    expect(one.callView()).toMatchObject({
      phase: "consulting",
      number: "13800138000",
      consult: { number: "1002", up: false, mine: true },
    });
    expect(two.callView()).toMatchObject({ phase: "ringing", number: "1001", direction: "internal" });
    // The talk and its wait in the queue are the customer's, not his.
    expect(two.callView()).not.toHaveProperty("answeredAt");
    expect(two.callView()).not.toHaveProperty("waitedMs");
    await s.advance(4_000);
    const asked = await answers(two);
    expect(two.callView()?.answeredAt).toBe(s.ports.clock.now());
    expect(s.ports.clock.now() - one.callView()!.answeredAt!).toBeGreaterThanOrEqual(4_000);
    expect([s.sw.hears(leg), s.sw.hears(phone), s.sw.hears(asked)]).toEqual(["music", `leg ${asked}`, `leg ${phone}`]);
    expect([one.code(), two.code()]).toEqual([11, 11]);
    expect(two.callView()).toMatchObject({ phase: "consulting", consult: { number: "1001", up: true, mine: false } });
    expect(s.sw.recordings.get(callId)?.legs).toEqual({ left: [leg], right: [phone, asked] });
  });

  test.each([
    ["1002", true],
    ["1002", false],
  ])(
    "K46 成功转 to %s: answered (%s), the customer is his by himself; else the customer is back",
    async (agentId, comes) => {
      const { one, two, leg, phone, callId } = await talk();
      expect(await one.command("consult", { callId, agentId, then: "transfer" })).toEqual({ code: 1 });
      expect([s.sw.hears(leg), one.code(), two.code()]).toEqual(["music", 11, 5]);
      if (!comes) {
        await s.advance(30_000);
        expect([one.code(), s.sw.hears(leg)]).toEqual([8, `leg ${phone}`]);
        return;
      }
      const asked = await answers(two);
      expect([one.code(), two.code(), s.sw.hears(leg), s.sw.hears(asked)]).toEqual([
        4,
        8,
        `leg ${asked}`,
        `leg ${leg}`,
      ]);
      expect(said(one)).toEqual(["已成功转移通话"]);
      s.sw.leave(leg);
      await s.settle();
      const [events, legs] = await s.ports.database.system(async (trx) => [
        await readStream(trx, { compId: s.compId, stream: "contact", id: callId }),
        await trx
          .selectFrom("call_leg")
          .selectAll()
          .where("compId", "=", s.compId)
          .where("callId", "=", callId)
          .execute(),
      ]);
      expect(events.map(({ fact }) => fact)).toContainEqual(
        expect.objectContaining({ type: "transferred", mode: "success", agentId: "1002" }),
      );
      expect(legs.find((row) => row.agentId === "1001")?.left).toBe("transferredSuccess");
    },
  );

  test("K46 三方转: who answers is in a conference at once; another word for what follows is malformed", async () => {
    const { one, two, leg, phone, callId } = await talk();
    expect(await one.command("consult", { callId, agentId: "1002", then: "hangup" })).toMatchObject({ code: -400 });
    await one.command("consult", { callId, agentId: "1002", then: "meeting" });
    const asked = await answers(two);
    expect([one.code(), two.code()]).toEqual([9, 9]);
    expect([s.sw.hears(leg), s.sw.hears(phone), s.sw.hears(asked)]).toEqual([
      `leg ${phone} ${asked}`,
      `leg ${leg} ${asked}`,
      `leg ${leg} ${phone}`,
    ]);
    expect(await started(callId)).toMatchObject([{ agentId: "1001", atAnswer: true }]);
  });

  test("K46 会议 out of a consultation is no 三方转 in the call's detail", async () => {
    const { one, callId } = await consulting();
    await one.command("meeting", { callId });
    const [fact, ...more] = await started(callId);
    expect([fact?.type, Object.keys(fact ?? {}), more]).toEqual(["conferenceStarted", ["type", "with", "agentId"], []]);
  });

  test("P9 keys on the agent's device reach the one asked, and those of the one asked the agent", async () => {
    const { phone, asked } = await consulting();
    s.sw.press(phone, "1");
    s.sw.press(asked, "2");
    await s.settle();
    expect(s.sw.sent).toEqual([
      { leg: asked, digits: "1" },
      { leg: phone, digits: "2" },
    ]);
  });

  test("K17 the asked colleague hangs up: 12, then 8, a sentence, and the customer is back", async () => {
    const { one, two, leg, phone, asked } = await consulting();
    one.heard.length = 0;
    s.sw.leave(asked);
    await s.settle();
    expect(codes(one)).toEqual([12, 8]);
    expect(said(one)).toEqual(["咨询人主动挂断"]);
    expect([s.sw.hears(leg), s.sw.hears(phone)]).toEqual([`leg ${phone}`, `leg ${leg}`]);
    expect(two.code()).toBe(1);
    expect(one.callView()).toMatchObject({ phase: "talking", held: false });
    expect(one.callView()?.consult).toBeUndefined();
  });

  test.each(["consultCancel", "hangup"])("K17 %s in a consultation ends it and keeps the customer", async (verb) => {
    const { one, two, leg, phone, callId } = await consulting();
    expect((await one.command(verb, { callId })).code).toBe(1);
    expect([s.sw.hears(leg), one.code(), two.code(), s.sw.at(two.user)]).toEqual([`leg ${phone}`, 8, 1, []]);
    // What the page says of its own order it says itself.
    expect(said(one)).toEqual(verb === "hangup" ? ["已将咨询人通话挂断！"] : []);
    expect((await s.track(callId)).slice(-3)).toEqual(["consultAnswered", "consultEnded", "resumed"]);
  });

  test("K17 a colleague who declines, or does not answer: the agent reads why and has the customer again", async () => {
    const { one, two, leg, phone, callId } = await talk();
    await one.command("consult", { callId, agentId: "1002" });
    s.sw.leave(s.sw.at(two.user)[0]!, "rejected");
    await s.settle();
    expect([said(one).at(-1), one.code(), two.code(), s.sw.hears(leg)]).toEqual([
      "咨询的对方拒绝接听",
      8,
      1,
      `leg ${phone}`,
    ]);
    await one.command("consult", { callId, number: "1002" });
    await s.advance(31_000);
    expect([said(one).at(-1), one.code(), two.code()]).toEqual(["咨询的对方无人接听", 8, 1]);
  });

  test("K18 after the consultation the colleague takes over: one record, both agents in its track, wrap-up for who left", async () => {
    const { one, two, leg, asked, callId } = await consulting();
    expect(await one.command("tranfer", { callId })).toEqual({ code: 1 });
    expect([s.sw.hears(leg), s.sw.hears(asked)]).toEqual([`leg ${asked}`, `leg ${leg}`]);
    expect([one.code(), two.code()]).toEqual([4, 8]);
    expect(codes(one).slice(-2)).toEqual([14, 4]);
    expect(one.callView()).toBeUndefined();
    expect(two.callView()).toMatchObject({ phase: "talking", number: "13800138000", direction: "inbound" });
    expect(s.sw.recordings.get(callId)?.legs).toEqual({ left: [leg], right: [asked] });
    s.sw.leave(leg);
    await s.advance(1_000);
    expect(two.code()).toBe(4);
    expect(await s.record(callId)).toMatchObject({ agentId: "1002", result: 200, cause: "completed" });
    expect(await s.records()).toHaveLength(1);
    const track = await s.track(callId);
    expect(track.filter((t) => t.startsWith("answered"))).toHaveLength(1);
    expect(track).toContain("transferred");
  });

  test("moments 12 and 14 are facts of the agent without an interval, and the projections stay what the log says", async () => {
    const { one, two, callId } = await consulting();
    await two.command("hangup", { callId });
    await one.command("hangup", { callId });
    await s.settle();
    const { database } = s.ports;
    const events = await database.system((trx) => readStream(trx, { compId: s.compId, stream: "agent", id: "1001" }));
    const codesOf = events.flatMap(({ fact }) => ("code" in fact ? [[fact.type, fact.code, fact.callId]] : []));
    expect(codesOf.slice(-5)).toEqual([
      ["stateChanged", 11, callId],
      ["moment", 12, callId],
      ["stateChanged", 8, callId],
      ["moment", 14, callId],
      ["stateChanged", 4, callId],
    ]);
    const spans = await database.system((trx) =>
      trx
        .selectFrom("agent_status")
        .select(["code", "toAt", "fromAt"])
        .where("compId", "=", s.compId)
        .where("agentId", "=", "1001")
        .orderBy("seq")
        .execute(),
    );
    expect(spans.map(({ code }) => code).slice(-3)).toEqual([11, 8, 4]);
    for (const [i, span] of spans.slice(1).entries()) expect(span.fromAt).toEqual(spans[i]!.toAt);
    const { samples } = await reconcile(database, undefined, { pages: 10_000 });
    expect(samples.filter((sample) => sample.compId === s.compId)).toEqual([]);
  });

  test("K19 three in a conference; the owner leaves and the others go on, the customer leaves and it is over", async () => {
    const { one, two, leg, phone, asked, callId } = await consulting();
    expect(await one.command("meeting", { callId })).toEqual({ code: 1 });
    expect([s.sw.hears(leg), s.sw.hears(phone), s.sw.hears(asked)]).toEqual([
      `leg ${phone} ${asked}`,
      `leg ${leg} ${asked}`,
      `leg ${leg} ${phone}`,
    ]);
    expect([one.code(), two.code()]).toEqual([9, 9]);
    expect(one.callView()).toMatchObject({
      phase: "conference",
      members: [
        { number: "13800138000", role: "customer", owner: false, me: false, muted: false },
        { number: "1001", name: "坐席1001", role: "agent", owner: true, me: true },
        { number: "1002", name: "坐席1002", role: "agent", owner: false, me: false },
      ],
    });
    expect((await one.command("hold", { callId })).code).toBe(-403);
    await one.command("hangup", { callId });
    expect([s.sw.hears(leg), one.code(), two.code()]).toEqual([`leg ${asked}`, 4, 8]);
    s.sw.leave(leg);
    await s.settle();
    expect([two.callView(), s.sw.legs]).toEqual([undefined, 0]);
    expect(await s.track(callId)).toEqual(expect.arrayContaining(["conferenceStarted", "partyLeft"]));
  });

  test("who may not be asked: oneself, nobody, a busy or foreign seat; and what makes no sense", async () => {
    const { one, two, callId } = await talk();
    const ask = async (fields: Record<string, string>) => {
      const { code, msg } = await one.command("consult", { callId, ...fields });
      return [code, msg];
    };
    expect(await ask({ agentId: "1001" })).toEqual([-403, "不能选择自己"]);
    expect(await ask({ agentId: "1003" })).toEqual([-403, "对方坐席未签入"]);
    expect(await ask({ number: "1001" })).toEqual([-403, "不能选择自己的分机"]);
    expect(await ask({})).toEqual([-400, "命令有误：number、agentId、skillGroup"]);
    expect(await ask({ agentId: "1002", number: "1002" })).toEqual([-400, "命令有误：number、agentId"]);
    expect(await ask({ number: "12a" })).toEqual([-400, "号码只能是数字，最多20位"]);
    expect(await ask({ callId: "other", agentId: "1002" })).toEqual([-404, undefined]);
    expect(await ask({ skillGroup: "nothing" })).toEqual([-403, "该技能组当前没有空闲坐席"]);
    for (const verb of ["consultCancel", "tranfer", "meeting"])
      expect((await one.command(verb, { callId })).code).toBe(-403);
    await s.ready("1003");
    expect((await two.command("makeCall", { number: "1003" })).code).toBe(1);
    expect((await ask({ agentId: "1002" }))[0]).toBe(-403);
    expect((await two.command("consult", { callId, agentId: "1001" })).code).toBe(-404);
  });

  test("Q8 a colleague who is asked for a call that does not take him hears nothing of it", async () => {
    const { one, callId } = await consulting();
    const three = await s.ready("1003");
    const before = three.heard.length;
    for (const command of ["consult", "transfer"])
      expect(await one.command(command, { callId, agentId: "1003" })).toMatchObject({ code: -403 });
    expect(three.heard.slice(before)).toEqual([]);
  });

  test("the customer hangs up in a consultation: everybody is free, no telephone rings on", async () => {
    const { one, two, leg, callId } = await talk();
    await one.command("consult", { callId, agentId: "1002" });
    s.sw.leave(leg);
    await s.settle();
    expect([one.code(), two.code(), s.sw.legs]).toEqual([4, 1, 0]);
    expect(two.callView()).toBeUndefined();
  });

  test("the asking agent's page is reloaded: the consultation waits, and goes on with the new leg", async () => {
    const { one, leg, asked } = await consulting();
    s.sw.drop(one.user);
    await s.advance(1_000);
    expect([s.sw.hears(leg), s.sw.hears(asked)]).toEqual(["music", "music"]);
    s.sw.register(one.user);
    await s.advance(1_000);
    const back = s.sw.at(one.user).at(-1)!;
    expect([s.sw.hears(leg), s.sw.hears(asked), s.sw.hears(back)]).toEqual(["music", `leg ${back}`, `leg ${asked}`]);
  });

  test("the asking agent does not come back: who was asked has the customer, who is not sent to a queue again", async () => {
    const { one, two, leg, asked } = await consulting();
    s.sw.drop(one.user);
    await s.advance(61_000);
    expect([s.sw.hears(leg), two.code(), one.code(), one.reason()]).toEqual([`leg ${asked}`, 8, 0, "legLost"]);
  });

  test("forced reset in a consultation ends the call and everybody's part in it", async () => {
    const { one, two, callId } = await consulting();
    expect((await one.command("recover")).code).toBe(1);
    await s.settle();
    expect([one.code(), two.code(), s.sw.legs, two.callView()]).toEqual([2, 1, 0, undefined]);
    expect((await s.track(callId)).at(-2)).toMatch(/^ended/);
  });

  test("a number outside is asked with a number of the enterprise on its display", async () => {
    const { one, callId, leg } = await talk();
    await leadTo("skillGroup", `g-${s.compId}`);
    const friend = await s.called("13900139000");
    const reply = await one.command("consult", { callId, number: "13900139000" });
    expect(reply).toEqual({ code: 1 });
    const [ringing] = s.sw.at(friend);
    expect(s.sw.request(ringing!)?.from).toBe(s.number);
    s.sw.pickUp(ringing!);
    await s.settle();
    expect(s.sw.hears(leg)).toBe("music");
    await one.command("tranfer", { callId });
    expect([s.sw.hears(leg), s.sw.hears(ringing!), one.code()]).toEqual([`leg ${ringing}`, `leg ${leg}`, 4]);
    s.sw.leave(ringing!);
    await s.settle();
    expect(s.sw.legs).toBe(0);
    // One line of the enterprise in two parts; the customer's time with the agent ends where that one leaves.
    const legs = await s.ports.database.system((trx) =>
      trx
        .selectFrom("call_leg")
        .selectAll()
        .where("compId", "=", s.compId)
        .where("callId", "=", callId)
        .orderBy("seq")
        .execute(),
    );
    expect(legs.map((l) => [l.role, l.agentId, l.number, l.accessNumber, l.party, l.left])).toEqual([
      ["customer", null, "13800138000", s.number, 1, "partyHungUp"],
      ["agent", "1001", "1001", null, 2, "transferredConsult"],
      ["consulted", null, "13900139000", s.number, 3, "tookOver"],
      ["agent", null, "13900139000", s.number, 3, "partyHungUp"],
    ]);
    expect(await s.record(callId)).toMatchObject({ transfers: 1, hungUpBy: "party", firstAgentId: "1001" });
  });

  test("K14 a number outside that is asked takes a line: none is free, or it is not for the next call", async () => {
    const lines = (maxConcurrentCalls: number) =>
      s.ports.database.system((trx) =>
        trx.updateTable("enterprise").set({ maxConcurrentCalls }).where("compId", "=", s.compId).execute(),
      );
    const { one, callId } = await talk();
    await leadTo("skillGroup", `g-${s.compId}`);
    await s.called("13900139000");
    await lines(1);
    expect(await one.command("consult", { callId, number: "13900139000" })).toEqual({
      code: -403,
      msg: "企业线路已占满，请稍后再试",
    });
    await lines(2);
    expect(await one.command("consult", { callId, number: "13900139000" })).toEqual({ code: 1 });
    await s.customer("13700137000");
    await s.advance(1_000);
    expect((await s.records()).map((r) => r["cause"])).toContain("overConcurrency");
    // The line is free again with the consultation's end.
    await one.command("consultCancel", { callId });
    await s.advance(30_000);
    const before = (await s.records()).length;
    await s.customer("13600136000");
    await s.advance(1_000);
    expect((await s.records()).slice(before).map((r) => r["cause"])).toEqual([null]);
    await lines(0);
  });
});
