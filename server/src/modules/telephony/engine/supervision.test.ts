import { subscribe } from "../../topics.ts";
import { stageEach, type Page, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

describe("supervision, in the engine", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

  /** 1001 talks with a customer; 1003 is there. */
  async function talk() {
    const { page: agent, ...talk } = await talkWith(s);
    return { agent, ...talk, monitor: await s.ready("1003") };
  }
  async function listening(mode = "listen") {
    const at = await talk();
    expect(await at.monitor.command("monitor", { agentId: "1001", mode })).toMatchObject({ code: 1 });
    return { ...at, ear: s.sw.at(at.monitor.user)[0]! };
  }
  const recorded = (callId: string) => s.sw.recordings.get(callId)?.legs;
  const code = async (page: Page, name: string, fields: Record<string, string>) =>
    (await page.command(name, fields)).code;

  test("K22 listen, whisper, insert on one leg: heard by nobody, by the agent, by both; recorded only when both hear it", async () => {
    const { agent, monitor, leg, phone, ear, callId } = await listening();
    const ears = () => [leg, phone, ear].map((one) => s.sw.hears(one));
    expect(ears()).toEqual([`leg ${phone}`, `leg ${leg}`, `leg ${leg} ${phone}`]);
    expect([agent.code(), monitor.code(), monitor.reason()]).toEqual([8, 3, "supervising"]);
    expect(monitor.callView()).toMatchObject({ supervises: { agentId: "1001", mode: "listen" } });
    expect(agent.callView()?.supervises).toBeUndefined();
    await monitor.command("monitor", { agentId: "1001", mode: "whisper" });
    expect(ears()).toEqual([`leg ${phone}`, `leg ${leg} ${ear}`, `leg ${leg} ${phone}`]);
    expect(recorded(callId)).toEqual({ left: [leg], right: [phone] });
    await monitor.command("insert", { agentId: "1001" });
    expect(ears()).toEqual([`leg ${phone} ${ear}`, `leg ${leg} ${ear}`, `leg ${leg} ${phone}`]);
    expect(recorded(callId)).toEqual({ left: [leg], right: [phone, ear] });
    await monitor.command("monitor", { agentId: "1001" });
    expect(ears()).toEqual([`leg ${phone}`, `leg ${leg}`, `leg ${leg} ${phone}`]);
    expect(s.sw.at(monitor.user)).toEqual([ear]);
    expect((await s.track(callId)).filter((t) => t.startsWith("supervised"))).toHaveLength(4);
  });

  test("K59 switch to a seat that is named: it rings there, the agent wraps up as taken over, and in vain it is his again", async () => {
    const { agent, monitor, leg, callId } = await talk();
    const third = await s.ready("1002");
    expect(await monitor.command("switch", { agentId: "1001", target: "1002" })).toEqual({
      code: 1,
      fields: { callId },
    });
    expect([agent.code(), agent.reason(), third.code(), monitor.code()]).toEqual([4, "takenOver", 5, 1]);
    const next = s.sw.at(third.user)[0]!;
    s.sw.pickUp(next);
    await s.settle();
    expect([s.sw.hears(leg), s.sw.hears(next), third.code()]).toEqual([`leg ${next}`, `leg ${leg}`, 8]);
    expect(await s.track(callId)).toEqual(expect.arrayContaining(["sentOn:byMonitor", "transferred"]));
    // From there back to 1001, who does not lift: 1002 has it again.
    await agent.command("finishWrapUp");
    expect(await monitor.command("switch", { agentId: "1002", target: "1001" })).toMatchObject({ code: 1 });
    await s.advance(31_000);
    expect([agent.code(), third.code(), third.callView()?.callId]).toEqual([2, 5, callId]);
  });

  test("K59 who may not be given a call: its own agent, nobody, who is busy or away, and while nobody talks", async () => {
    const { monitor } = await talk();
    const to = async (target: string, agentId = "1001") => {
      const { code, msg } = await monitor.command("switch", { agentId, target });
      return [code, msg];
    };
    expect(await to("1001")).toEqual([-403, "该坐席正在这个通话中，请选择其他坐席"]);
    expect(await to("1002")).toEqual([-403, "对方坐席未签入"]);
    expect(await to("abc")).toEqual([-400, "命令有误：target"]);
    expect(await to("1003", "1002")).toEqual([-403, "该坐席当前不在通话中"]);
    // The monitor himself may be who is named, without having listened.
    expect(await to("1003")).toEqual([1, undefined]);
    expect(monitor.code()).toBe(5);
  });

  test("K22 the monitor hangs up: the two talk on, and he is what he was; the customer's hang-up frees him, too", async () => {
    const { agent, monitor, leg, phone, ear, callId } = await listening();
    await monitor.command("hangup", { callId });
    expect([s.sw.hears(leg), s.sw.hears(ear), agent.code(), monitor.code()]).toEqual([`leg ${phone}`, "gone", 8, 1]);
    await monitor.command("monitor", { agentId: "1001" });
    s.sw.leave(leg);
    await s.settle();
    expect([monitor.code(), monitor.callView(), s.sw.legs]).toEqual([1, undefined, 0]);
  });

  test("K22 a reload of the agent's page, and of the monitor's, goes by without anybody being heard who should not be", async () => {
    const { agent, monitor, leg, ear } = await listening("whisper");
    s.sw.drop(agent.user);
    await s.advance(500);
    s.sw.register(agent.user);
    await s.advance(500);
    const back = s.sw.at(agent.user).at(-1)!;
    expect([s.sw.hears(leg), s.sw.hears(back), s.sw.hears(ear)]).toEqual([
      `leg ${back}`,
      `leg ${leg} ${ear}`,
      `leg ${leg} ${back}`,
    ]);
    s.sw.drop(monitor.user);
    await s.advance(500);
    s.sw.register(monitor.user);
    await s.advance(500);
    const again = s.sw.at(monitor.user).at(-1)!;
    expect([s.sw.hears(leg), s.sw.hears(back), s.sw.hears(again)]).toEqual([
      `leg ${back}`,
      `leg ${leg} ${again}`,
      `leg ${leg} ${back}`,
    ]);
  });

  test("K22 switch: the call is the monitor's, the agent wraps up, the record names who talked last", async () => {
    const { agent, monitor, leg, ear, callId } = await listening();
    expect(await code(monitor, "switch", { agentId: "1001" })).toBe(1);
    expect([s.sw.hears(leg), s.sw.hears(ear), monitor.code(), agent.callView()]).toEqual([
      `leg ${ear}`,
      `leg ${leg}`,
      8,
      undefined,
    ]);
    expect(recorded(callId)).toEqual({ left: [leg], right: [ear] });
    s.sw.leave(leg);
    await s.settle();
    expect(await s.record(callId)).toMatchObject({ agentId: "1003", cause: "completed" });
  });

  test("K22 switch of a seat that he does not hear is refused in words: nobody's call is taken under another's name", async () => {
    const { agent, monitor, leg, ear, phone } = await listening();
    const { log } = s.sw;
    const { length } = log;
    expect(await monitor.command("switch", { agentId: "1002" })).toEqual({
      code: -403,
      msg: "您正在监听的不是坐席1002的通话",
    });
    expect([s.sw.hears(leg), s.sw.hears(ear), agent.code(), monitor.code()]).toEqual([
      `leg ${phone}`,
      `leg ${leg} ${phone}`,
      8,
      3,
    ]);
    expect(log.slice(length)).toEqual([]);
    expect(await code(monitor, "switch", { agentId: "1001" })).toBe(1);
  });

  test("K22 switch by who hears nobody says so, in no call, in one of his own, and after he had it", async () => {
    const { agent, monitor, leg } = await talk();
    const hearsNobody = { code: -403, msg: "您没有在监听该坐席的通话" };
    const order = () => monitor.command("switch", { agentId: "1001" });
    expect(await order()).toEqual(hearsNobody);
    await monitor.command("makeCall", { number: "1002" });
    expect(await order()).toEqual(hearsNobody);
    const own = await s.signIn("1002");
    await monitor.command("makeCall", { number: "1002" });
    s.sw.pickUp(s.sw.at(own.user)[0]!);
    await s.settle();
    expect(monitor.callView()?.phase).toBe("talking");
    expect(await order()).toEqual(hearsNobody);
    expect([agent.code(), s.sw.hears(leg)]).toEqual([8, `leg ${s.sw.at(agent.user)[0]}`]);
  });

  test("K23 recordControl of who supervises says where he orders it; assistRecord is that order", async () => {
    const { monitor, callId } = await listening();
    for (const action of ["start", "stop", "pause", "resume", "mark"])
      expect([action, await monitor.command("recordControl", { callId, action })]).toEqual([
        action,
        { code: -403, msg: "您正在监控该通话，请在监控页面操作录音" },
      ]);
    expect(await code(monitor, "assistRecord", { agentId: "1001", action: "mark" })).toBe(1);
  });

  test("C10 a call that is named beside an agent must be his: nothing of another's is heard, taken or ended", async () => {
    const { agent, monitor, leg, phone, callId } = await talk();
    await s.signIn("1002");
    const { length } = s.sw.log;
    for (const name of ["monitor", "insert", "switch", "pickup", "forceHangup", "assistRecord", "forceExit"])
      expect([name, await code(monitor, name, { agentId: "1002", callId, action: "start" })]).toEqual([name, -404]);
    expect([agent.code(), s.sw.hears(leg), s.sw.hears(phone)]).toEqual([8, `leg ${phone}`, `leg ${leg}`]);
    expect(s.sw.log.slice(length)).toEqual([]);
  });

  test("K22 forceHangup ends the call and says who did it", async () => {
    const { agent, monitor, callId } = await talk();
    expect(await code(monitor, "forceHangup", { agentId: "1001" })).toBe(1);
    expect([agent.callView(), s.sw.legs]).toEqual([undefined, 0]);
    expect(await s.record(callId)).toMatchObject({ cause: "byMonitor", result: 200 });
  });

  /** Of the call's parties, how the ended stretches of this one ended. */
  const ends = async (callId: string, agentId: string) => {
    await s.settle();
    const legs = await s.ports.database.system((trx) =>
      trx
        .selectFrom("call_leg")
        .select(["left"])
        .where("compId", "=", s.compId)
        .where("callId", "=", callId)
        .where("agentId", "=", agentId)
        .orderBy("seq")
        .execute(),
    );
    return legs.map(({ left }) => left);
  };

  test("K89 forceHangup of who is asked: who asked has the customer again and reads it; of who asks: the call ends", async () => {
    const { agent, monitor, leg, phone, callId } = await talk();
    const asked = await s.ready("1002");
    await agent.command("consult", { callId, agentId: "1002" });
    // It rings there yet, and is no talk of his.
    expect(await code(monitor, "forceHangup", { agentId: "1002" })).toBe(-403);
    s.sw.pickUp(s.sw.at(asked.user)[0]!);
    await s.settle();
    expect(await code(monitor, "forceHangup", { agentId: "1002" })).toBe(1);
    expect([s.sw.hears(leg), agent.code(), asked.code(), asked.callView()]).toEqual([`leg ${phone}`, 8, 1, undefined]);
    expect(agent.last("notice")?.["msg"]).toBe("班长结束了咨询，客户已接回");
    expect(await ends(callId, "1002")).toEqual(["byMonitor"]);
    await agent.command("consult", { callId, agentId: "1002" });
    s.sw.pickUp(s.sw.at(asked.user)[0]!);
    await s.settle();
    expect(await code(monitor, "forceHangup", { agentId: "1001" })).toBe(1);
    expect([s.sw.legs, (await s.record(callId))?.["cause"]]).toEqual([0, "byMonitor"]);
  });

  test("K89 forceHangup of one who was brought into a conference: the others go on; of who has it: it is over for all", async () => {
    const { agent, monitor, leg, phone, callId } = await talk();
    const other = await s.ready("1002");
    const join = async () => {
      await agent.command("consult", { callId, agentId: "1002" });
      s.sw.pickUp(s.sw.at(other.user)[0]!);
      await s.settle();
      expect(await agent.command("meeting", { callId })).toEqual({ code: 1 });
    };
    await join();
    expect(await code(monitor, "forceHangup", { agentId: "1002" })).toBe(1);
    expect([s.sw.hears(leg), agent.code(), other.code(), other.callView()]).toEqual([`leg ${phone}`, 8, 1, undefined]);
    expect(await ends(callId, "1002")).toEqual(["joined", "byMonitor"]);
    await join();
    expect(await code(monitor, "forceHangup", { agentId: "1001" })).toBe(1);
    expect([s.sw.legs, (await s.record(callId))?.["cause"]]).toEqual([0, "byMonitor"]);
  });

  test("K22 ready, busy and out are forced upon who is in no call, with the reason; in a call nothing is", async () => {
    const { agent, monitor } = await talk();
    for (const name of ["forceReady", "forceBusy", "forceExit"])
      expect(await code(monitor, name, { agentId: "1001" })).toBe(-403);
    expect(agent.code()).toBe(8);
    const free = await s.ready("1002");
    const messages: unknown[] = [];
    await subscribe(s.ports.broker, "message.send", (message) => messages.push(message));
    await monitor.command("forceBusy", { agentId: "1002" });
    expect([free.code(), free.reason()]).toEqual([2, "byMonitor"]);
    // Busy he is already: no new stretch of it begins.
    const { length } = free.heard;
    const again = { code: -403, msg: "该坐席已是忙碌状态" };
    expect(await monitor.command("forceBusy", { agentId: "1002" })).toEqual(again);
    expect([free.heard.length, free.reason()]).toEqual([length, "byMonitor"]);
    expect(await code(monitor, "forceReady", { agentId: "1002" })).toBe(1);
    expect([free.code(), free.reason()]).toEqual([1, "byMonitor"]);
    expect(await code(monitor, "forceReady", { agentId: "1002" })).toBe(-403);
    // RT 4: told to the seat's pages, once each and to nobody else.
    const by = `班长坐席${monitor.agentId}（${monitor.agentId}）`;
    const to = { compId: s.compId, agentId: "1002" };
    expect(messages).toEqual([
      { to, message: { type: "seatBusy", agentId: "1002", by } },
      { to, message: { type: "seatForceReady", agentId: "1002", by } },
    ]);
    await monitor.command("forceExit", { agentId: "1002" });
    expect([free.code(), free.reason(), free.last("notice")?.["msg"]]).toEqual([
      0,
      "byMonitor",
      "您已被班长坐席1003（1003）强制签出",
    ]);
    expect(await code(monitor, "forceBusy", { agentId: "1002" })).toBe(-403);
  });

  test("E9 while a call of his goes out nothing is forced upon an agent, and there is nothing to hear", async () => {
    await s.called();
    const agent = await s.ready("1001");
    const monitor = await s.signIn("1003");
    s.sw.autoAnswers = true;
    await agent.command("makeCall", { number: "13800138000" });
    expect([agent.code(), agent.callView()?.phase]).toEqual([15, "dialling"]);
    for (const name of ["forceReady", "forceBusy", "forceExit", "monitor", "insert", "forceHangup", "pickup"])
      expect([name, await code(monitor, name, { agentId: "1001" })]).toEqual([name, -403]);
    await s.signIn("1002");
    // What he would take himself he must hear first.
    expect(await code(monitor, "switch", { agentId: "1001" })).toBe(-403);
    for (const target of ["1002", "1003"])
      expect(await code(monitor, "switch", { agentId: "1001", target })).toBe(-403);
    expect([agent.code(), agent.callView()?.phase, monitor.code()]).toEqual([15, "dialling", 2]);
  });

  test("nobody supervises himself, who is not talking, or from within another call; nonsense is refused", async () => {
    const { monitor } = await talk();
    expect(await code(monitor, "monitor", { agentId: "1003" })).toBe(-403);
    expect(await code(monitor, "monitor", { agentId: "1002" })).toBe(-403);
    expect(await code(monitor, "monitor", { agentId: "1001", mode: "shout" })).toBe(-400);
    expect(await code(monitor, "monitor", {})).toBe(-400);
    expect(await code(monitor, "switch", { agentId: "1001" })).toBe(-403);
    await monitor.command("setState", { state: "2" });
    const two = await s.ready("1002");
    await s.customer("13800138001");
    s.sw.pickUp(s.sw.at(two.user)[0]!);
    await s.settle();
    await monitor.command("monitor", { agentId: "1001" });
    expect(await code(monitor, "monitor", { agentId: "1002" })).toBe(-403);
  });

  test("a monitor whose telephone is not there hears why; his leg that does not come up frees him", async () => {
    const { monitor } = await talk();
    s.sw.autoAnswers = false;
    await monitor.command("monitor", { agentId: "1001" });
    expect(monitor.code()).toBe(15);
    await s.advance(16_000);
    expect([monitor.code(), monitor.callView()]).toEqual([1, undefined]);
  });
});
