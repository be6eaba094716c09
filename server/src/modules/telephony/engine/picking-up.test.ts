import { stageEach, type Stage } from "../testing/stage.ts";

describe("picking up, in the engine", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

  async function ringing() {
    const agent = await s.ready("1001");
    const { leg } = await s.customer();
    const phone = s.sw.at(agent.user)[0]!;
    const monitor = await s.signIn("1003");
    return { agent, monitor, leg, phone, callId: agent.callView()!.callId };
  }

  test("K27 what rings at a seat rings at the monitor, who hears the customer; the agent goes on waiting", async () => {
    const { agent, monitor, leg, phone, callId } = await ringing();
    expect(await monitor.command("pickup", { agentId: "1001" })).toMatchObject({ code: 1, fields: { callId } });
    const [ear] = s.sw.at(monitor.user);
    s.sw.pickUp(ear!);
    await s.settle();
    expect([s.sw.hears(leg), s.sw.hears(ear!), s.sw.hears(phone)]).toEqual([`leg ${ear}`, `leg ${leg}`, "gone"]);
    expect([monitor.code(), agent.code(), agent.reason(), agent.callView()]).toEqual([8, 1, "pickedUp", undefined]);
    expect(await s.track(callId)).toEqual(expect.arrayContaining(["offerEnded:pickedUp", "offered:pickedUp"]));
    s.sw.leave(leg);
    await s.settle();
    expect(await s.record(callId)).toMatchObject({ agentId: "1003", cause: "completed", result: 200 });
    // The agent it was taken from gets the next one.
    await s.customer("13800138001");
    expect(agent.code()).toBe(5);
  });

  test("K27 in vain, the customer is first in line again and the seat it was taken from is rung", async () => {
    const { agent, monitor, callId } = await ringing();
    s.sw.autoAnswers = false;
    await monitor.command("pickup", { agentId: "1001" });
    await s.advance(16_000);
    expect([monitor.code(), agent.code(), agent.callView()?.callId]).toEqual([2, 5, callId]);
  });

  test("K27 the customer hangs up meanwhile: everybody is what he was", async () => {
    const { agent, monitor, leg } = await ringing();
    s.sw.autoAnswers = false;
    await monitor.command("pickup", { agentId: "1001" });
    s.sw.leave(leg);
    await s.settle();
    expect([monitor.code(), agent.code(), s.sw.legs]).toEqual([2, 1, 0]);
  });

  test("K27 two monitors at once: one gets it, the other is told", async () => {
    const { monitor } = await ringing();
    const second = await s.signIn("1002");
    s.sw.autoAnswers = false;
    const [one, two] = await Promise.all([monitor, second].map((page) => page.command("pickup", { agentId: "1001" })));
    expect([one!.code, two]).toEqual([1, { code: -403, msg: "该坐席没有正在振铃的来电" }]);
  });

  test("C10 an agent and a call: what rings at him, and nothing that rings at another, or waits", async () => {
    const { monitor, agent, callId, phone } = await ringing();
    await s.signIn("1002");
    const { length } = s.sw.log;
    const take = async (fields: Record<string, string>) => (await monitor.command("pickup", fields)).code;
    expect(await take({ agentId: "1002", callId })).toBe(-404);
    expect(await take({ agentId: "1001", callId: "another" })).toBe(-404);
    expect(await take({ agentId: "x", callId })).toBe(-400);
    await s.customer("13800138001");
    await s.advance(3_000);
    const waits = (await s.engine.request({ verb: "queues", compId: s.compId })) as { waiting: { callId: string }[] };
    const waiting = waits.waiting.find((each) => each.callId !== callId)!.callId;
    expect(await take({ agentId: "1001", callId: waiting })).toBe(-404);
    expect(s.sw.log.slice(length).filter((verb) => verb.includes(monitor.user))).toEqual([]);
    expect([agent.code(), s.sw.at(agent.user), s.sw.at(monitor.user)]).toEqual([5, [phone], []]);
    expect(await take({ agentId: "1001", callId })).toBe(1);
  });

  test("K27 refused: nothing rings, the own call, the own telephone gone, himself", async () => {
    const { agent, monitor } = await ringing();
    const msg = async (agentId: string) => (await monitor.command("pickup", { agentId })).msg;
    expect(await msg("1002")).toBe("该坐席没有正在振铃的来电");
    expect(await msg("1003")).toBe("该坐席没有正在振铃的来电");
    s.sw.drop(monitor.user);
    await s.settle();
    expect(await msg("1001")).toBe("话机未注册，无法代接");
    expect(agent.code()).toBe(5);
    expect((await monitor.command("pickup", {})).code).toBe(-400);
  });
});
