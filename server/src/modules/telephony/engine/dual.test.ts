import type { CommandReply, DualCall } from "../../../ports/engine.ts";
import { stageEach, type Stage } from "../testing/stage.ts";

describe("two-way callbacks", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));
  let asked = 0;
  const ask = async (over: Partial<DualCall>): Promise<CommandReply> => {
    const reply = await s.engine.request({
      verb: "dualCall",
      compId: s.compId,
      callId: `dual-${(asked += 1)}`,
      caller: "",
      callee: "",
      callerDisplay: "",
      calleeDisplay: "",
      agentId: "",
      ...over,
    });
    await s.settle();
    return reply as CommandReply;
  };
  const legsOf = async (callId: string) =>
    s.ports.database.tenant(s.compId, (trx) =>
      trx
        .selectFrom("call_leg")
        .select(["number", "agentId", "accessNumber", "result", "talkMs"])
        .where("callId", "=", callId)
        .orderBy("seq")
        .execute(),
    );

  test("K31 the seat's telephone rings first; once it answers the second is dialled; both talk", async () => {
    const page = await s.ready("1001");
    const guest = await s.called("13800138000");
    page.heard.length = 0;
    expect(await ask({ agentId: "1001", callee: "13800138000", callId: "one" })).toEqual({
      code: 1,
      fields: { callId: "one" },
    });
    const [phone] = s.sw.at(page.user);
    expect(page.code()).toBe(15);
    expect(s.sw.at(guest)).toEqual([]);
    s.sw.pickUp(phone!);
    await s.settle();
    const [far] = s.sw.at(guest);
    s.sw.pickUp(far!);
    await s.settle();
    expect(page.callView()).toMatchObject({ callId: "one", phase: "talking", number: "13800138000" });
    expect([page.code(), page.reason()]).toEqual([3, "answered"]);
    await page.command("hold", { callId: "one" });
    expect(page.code()).toBe(13);
    await page.command("unhold", { callId: "one" });
    expect([page.code(), page.reason()]).toEqual([3, "resumed"]);
    expect(s.sw.hears(phone!)).toBe(`leg ${far}`);
    await s.advance(5_000);
    s.sw.leave(far!);
    await s.settle();
    expect(await s.record("one")).toMatchObject({ direction: "outbound", isDual: 1, agentId: "1001", result: 200 });
    // By hand, realtime.md 4 with code 3 for the call that is not his own customer's.
    expect(page.heard.filter((e) => e.name === "agentState").map((e) => Number(e.fields["code"]))).toEqual([
      ...[15, 3, 13, 3, 14, 4],
    ]);
    expect(await s.track("one")).toContain("firstAnswered");
  });

  test("K62 its call data is shown to the agent and stands in the record", async () => {
    const page = await s.ready("1001");
    await s.called("13800138000");
    await ask({ agentId: "1001", callee: "13800138000", callId: "data", callData: { order: "17" } });
    expect(page.callView()).toMatchObject({ callId: "data", callData: { order: "17" } });
    await page.command("hangup", { callId: "data" });
    expect(JSON.parse(String((await s.record("data"))?.["callData"]))).toEqual({ order: "17" });
  });

  test("of two numbers outside each is told what it is shown; the first is a line from its own answer on", async () => {
    const [one, two] = [await s.called("13800138000"), await s.called("13900139000")];
    await ask({ caller: "13800138000", callee: "13900139000", callId: "two" });
    const [first] = s.sw.at(one);
    expect(s.sw.at(two)).toEqual([]);
    s.sw.pickUp(first!);
    await s.settle();
    await s.advance(3_000);
    const [second] = s.sw.at(two);
    s.sw.pickUp(second!);
    await s.settle();
    expect([s.sw.hears(first!), s.sw.hears(second!)]).toEqual([`leg ${second}`, `leg ${first}`]);
    await s.advance(10_000);
    s.sw.leave(second!);
    await s.settle();
    expect(await legsOf("two")).toEqual([
      { number: "13800138000", agentId: null, accessNumber: s.number, result: 200, talkMs: 13_000 },
      { number: "13900139000", agentId: null, accessNumber: s.number, result: 200, talkMs: 10_000 },
    ]);
  });

  test("who does not answer first ends it, and the second is never dialled", async () => {
    const [one, two] = [await s.called("13800138000"), await s.called("13900139000")];
    await ask({ caller: "13800138000", callee: "13900139000", callId: "busy" });
    s.sw.leave(s.sw.at(one)[0]!, "busy", { sipCode: 486 });
    await s.settle();
    expect(s.sw.at(two)).toEqual([]);
    expect(await s.record("busy")).toMatchObject({ cause: "busy", result: 588, isDual: 1 });
    await ask({ caller: "13800138000", callee: "13900139000", callId: "silent" });
    await s.advance(45_000);
    expect(await s.record("silent")).toMatchObject({ cause: "noAnswer", result: 594 });
    expect(s.sw.legs).toBe(0);
  });

  test("K31 the same call id begins one call, asked twice at once or again", async () => {
    const page = await s.ready("1001");
    await s.called("13800138000");
    const question = { agentId: "1001", callee: "13800138000", callId: "same" };
    const begun = { code: 1, fields: { callId: "same" } };
    expect(await Promise.all([ask(question), ask(question)])).toEqual([begun, begun]);
    expect(await ask(question)).toEqual(begun);
    expect(s.sw.at(page.user)).toHaveLength(1);
  });

  test.each([
    [{ agentId: "1002", callee: "13800138000" }, "坐席未签入"],
    [{ agentId: "1003", callee: "13800138000" }, "坐席的话机未注册"],
    [{ agentId: "1001", callee: "1001" }, "主叫号码和被叫号码不能相同"],
    [{ agentId: "1001", callee: "13700000000" }, "被叫号码：号码不存在"],
    [{ caller: "13700000000", callee: "13800138000" }, "主叫号码：号码不存在"],
    [{ agentId: "1001", callee: "13800138000", calleeDisplay: "95555" }, "被叫外显号码不是本企业的接入号码"],
    [{ caller: "13800138000", callee: "1001", callerDisplay: "95555" }, "主叫外显号码不是本企业的接入号码"],
  ] as const)("%o is refused in words, and nothing rings", async (over, msg) => {
    await s.ready("1001");
    await s.signIn("1003", { device: false });
    await s.called("13800138000");
    const reply = await ask(over);
    expect(reply.code).toBe(-403);
    expect(reply.msg).toContain(msg);
    expect(s.sw.legs).toBe(0);
    expect(await s.records()).toEqual([]);
  });

  test("a seat in a call is not called", async () => {
    await s.ready("1001");
    await s.customer();
    await s.called("13900139000");
    expect(await ask({ agentId: "1001", callee: "13900139000" })).toEqual({ code: -403, msg: "坐席正在通话中" });
  });
});
