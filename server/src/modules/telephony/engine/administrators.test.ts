import type { AgentCallView } from "@liantai/api/contract";
import type { CommandReply } from "../../../ports/engine.ts";
import { listenerUser } from "../../numbers/index.ts";
import { publish } from "../../topics.ts";
import { sessionNoticeId } from "../cti/links.ts";
import { agentTopic, type AgentNotice } from "../topics.ts";
import { stageEach, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

describe("administrators hear (C10)", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

  /** The page of an administrator: his session's telephone, and what his link is told. */
  async function administrator({ sessionId = "s-admin", by = "admin", hideNumbers = false, page = true } = {}) {
    const user = listenerUser(sessionId);
    const heard: AgentNotice[] = [];
    await s.ports.broker.subscribe(agentTopic, (message) => {
      const notice = message as AgentNotice;
      if (notice.agentId === sessionNoticeId(sessionId) && notice.compId === s.compId) heard.push(notice);
    });
    if (page) s.sw.register(user, "urn:tab");
    const command = async (name: string, fields: Record<string, string> = {}) => {
      const title = `管理员${by}`;
      const asked = { verb: "administer", compId: s.compId, by, title, sessionId, hideNumbers, name, fields } as const;
      const reply = (await s.engine.request(asked)) as CommandReply;
      await s.settle();
      return reply;
    };
    const view = (): AgentCallView | undefined => {
      const last = heard.at(-1);
      return last?.name === "call" ? (JSON.parse(last.fields["json"] ?? "") as AgentCallView) : undefined;
    };
    return { user, sessionId, heard, command, view, ear: () => s.sw.at(user).at(-1) ?? "none" };
  }
  const listen = { agentId: "1001" };

  test("C10 listen, whisper and insert on one leg of the page; nobody hears what he should not, the agent knows of nothing", async () => {
    const { page: agent, leg, phone, callId } = await talkWith(s);
    const admin = await administrator();
    expect(await admin.command("monitor", listen)).toEqual({ code: 1, fields: { callId } });
    const ear = admin.ear();
    const ears = () => [leg, phone, ear].map((one) => s.sw.hears(one));
    expect(ears()).toEqual([`leg ${phone}`, `leg ${leg}`, `leg ${leg} ${phone}`]);
    expect(admin.view()).toMatchObject({ callId, supervises: { agentId: "1001", mode: "listen" } });
    expect([agent.code(), agent.callView()?.supervises]).toEqual([8, undefined]);
    await admin.command("monitor", { ...listen, mode: "whisper" });
    expect(ears()).toEqual([`leg ${phone}`, `leg ${leg} ${ear}`, `leg ${leg} ${phone}`]);
    await admin.command("insert", listen);
    expect(ears()).toEqual([`leg ${phone} ${ear}`, `leg ${leg} ${ear}`, `leg ${leg} ${phone}`]);
    expect(s.sw.recordings.get(callId)?.legs).toEqual({ left: [leg], right: [phone, ear] });
    expect(s.sw.at(admin.user)).toEqual([ear]);
    expect(await admin.command("hangup")).toEqual({ code: 1 });
    expect([s.sw.hears(ear), s.sw.hears(leg), admin.heard.at(-1)?.name]).toEqual(["gone", `leg ${phone}`, "callEnd"]);
    expect(await admin.command("hangup")).toEqual({ code: -404 });
  });

  test("C10 a reload: the page registers again and hears on, within the same step; the customer is told nothing of it", async () => {
    const { leg, phone, callId } = await talkWith(s);
    const admin = await administrator();
    await admin.command("monitor", { ...listen, mode: "whisper" });
    s.sw.drop(admin.user);
    await s.advance(500);
    s.sw.register(admin.user, "urn:tab");
    await s.advance(100);
    expect([s.sw.hears(leg), s.sw.hears(phone), s.sw.hears(admin.ear())]).toEqual([
      `leg ${phone}`,
      `leg ${leg} ${admin.ear()}`,
      `leg ${leg} ${phone}`,
    ]);
    const { events } = (await s.engine.request({ verb: "hearing", compId: s.compId, sessionId: admin.sessionId })) as {
      events: { name: string; fields: Record<string, string> }[];
    };
    expect(JSON.parse(events[0]!.fields["json"]!)).toMatchObject({ callId, supervises: { mode: "whisper" } });
    expect((await s.track(callId)).filter((t) => t.startsWith("caller"))).toEqual([]);
  });

  test("K22 a supervisor whose device is lost in mid-listen is out after its grace; the two talk on", async () => {
    const { page: agent, leg, phone, callId } = await talkWith(s);
    const admin = await administrator();
    const monitor = await s.ready("1003");
    await admin.command("monitor", listen);
    await monitor.command("monitor", listen);
    s.sw.drop(admin.user);
    s.sw.drop(monitor.user);
    await s.advance(61_000);
    expect([s.sw.hears(leg), agent.code(), admin.heard.at(-1)?.name]).toEqual([`leg ${phone}`, 8, "callEnd"]);
    // Who was lost for good is signed out (T6), as an agent who talks is.
    expect([monitor.callView(), monitor.code(), monitor.reason()]).toEqual([undefined, 0, "legLost"]);
    expect((await s.track(callId)).filter((t) => t.startsWith("supervisionEnded"))).toHaveLength(2);
  });

  test("K4 an administrator who took the call over and is lost for 60 s: the customer is first in line where he came from", async () => {
    const { page: agent, leg, callId } = await talkWith(s);
    const admin = await administrator();
    await admin.command("monitor", listen);
    expect(await admin.command("switch", listen)).toMatchObject({ code: 1 });
    await agent.command("setState", { state: "2" });
    await s.customer("13700137000");
    s.sw.drop(admin.user);
    await s.advance(59_000);
    expect(await s.track(callId)).not.toContain("requeued:afterLoss");
    await s.advance(2_000);
    expect([s.sw.hears(leg), admin.heard.at(-1)?.name]).toEqual(["music", "callEnd"]);
    expect((await s.record(callId))?.["endAt"]).toBeNull();
    const other = await s.ready("1002");
    expect(other.callView()).toMatchObject({ phase: "ringing", callId });
    const next = s.sw.at(other.user).at(-1)!;
    s.sw.pickUp(next);
    await s.settle();
    expect([s.sw.hears(leg), s.sw.hears(next)]).toEqual([`leg ${next}`, `leg ${leg}`]);
    s.sw.leave(leg);
    await s.settle();
    expect(await s.record(callId)).toMatchObject({ cause: "completed", agentId: "1002" });
  });

  test("K4 one who picked a waiting call up and is lost gives it back likewise", async () => {
    const busy = await s.signIn("1001");
    const { leg } = await s.customer();
    const { waiting } = (await s.engine.request({ verb: "queues", compId: s.compId })) as {
      waiting: { callId: string }[];
    };
    const { callId } = waiting[0]!;
    const admin = await administrator();
    expect(await admin.command("pickup", { callId })).toMatchObject({ code: 1 });
    s.sw.pickUp(admin.ear());
    await s.settle();
    expect(s.sw.hears(leg)).toBe(`leg ${admin.ear()}`);
    s.sw.drop(admin.user);
    await s.advance(61_000);
    await busy.command("setState", { state: "1" });
    expect(busy.callView()).toMatchObject({ phase: "ringing", callId });
  });

  test("C10 switch: the call is the administrator's, the agent wraps up; his hang-up ends it", async () => {
    const { page: agent, leg, callId } = await talkWith(s);
    const admin = await administrator();
    const hearsNobody = { code: -403, msg: "您没有在监听该坐席的通话" };
    expect(await admin.command("switch", listen)).toEqual(hearsNobody);
    await admin.command("monitor", listen);
    expect(await admin.command("switch", { agentId: "1002" })).toEqual({
      code: -403,
      msg: "您正在监听的不是坐席1002的通话",
    });
    expect([agent.code(), s.sw.hears(leg)]).toEqual([8, `leg ${s.sw.at(agent.user)[0]}`]);
    expect(await admin.command("switch", listen)).toMatchObject({ code: 1 });
    expect([s.sw.hears(leg), agent.callView(), agent.code()]).toEqual([`leg ${admin.ear()}`, undefined, 4]);
    expect(admin.view()).toMatchObject({ callId, phase: "talking" });
    s.sw.drop(admin.user);
    await s.advance(500);
    s.sw.register(admin.user, "urn:tab");
    await s.advance(100);
    expect(s.sw.hears(leg)).toBe(`leg ${admin.ear()}`);
    await admin.command("hangup");
    expect(s.sw.legs).toBe(0);
    expect(await s.record(callId)).toMatchObject({ cause: "completed", result: 200 });
  });

  test("C10 pickup of what rings at a seat, and of what waits, by its call", async () => {
    const agent = await s.ready("1001");
    const first = await s.customer();
    const admin = await administrator();
    const { callId } = agent.callView()!;
    expect(await admin.command("pickup", listen)).toEqual({ code: 1, fields: { callId } });
    s.sw.pickUp(admin.ear());
    await s.settle();
    expect([s.sw.hears(first.leg), agent.code(), agent.reason()]).toEqual([`leg ${admin.ear()}`, 1, "pickedUp"]);
    expect(await admin.command("pickup", listen)).toMatchObject({ code: -403 });
    await admin.command("hangup");
    await agent.command("setState", { state: "2" });
    const second = await s.customer("13900000002");
    await s.advance(3_000);
    const waiting = (await s.engine.request({ verb: "queues", compId: s.compId })) as {
      waiting: { callId: string }[];
    };
    const { callId: later } = waiting.waiting[0]!;
    expect(await s.engine.request({ verb: "whereIs", compId: s.compId, callId: later })).toEqual({
      agentIds: [],
      groupIds: [`g-${s.compId}`],
    });
    expect(await s.engine.request({ verb: "whereIs", compId: "999999", callId: later })).toBeNull();
    expect(await admin.command("pickup", { agentId: "1001", callId: later })).toEqual({ code: -404 });
    expect(await admin.command("pickup", { callId: later })).toMatchObject({ code: 1 });
    s.sw.pickUp(admin.ear());
    await s.settle();
    expect(s.sw.hears(second.leg)).toBe(`leg ${admin.ear()}`);
  });

  test("C10 a picked-up call that he does not answer is first in line again", async () => {
    const agent = await s.ready("1001");
    const caller = await s.customer();
    const admin = await administrator();
    s.sw.autoAnswers = false;
    await admin.command("pickup", listen);
    expect(s.sw.hears(caller.leg)).toBe("tone");
    await agent.command("setState", { state: "2" });
    expect(await admin.command("hangup")).toEqual({ code: 1 });
    await s.advance(1_000);
    expect(s.sw.hears(caller.leg)).toBe("music");
    await agent.command("setState", { state: "1" });
    await s.advance(1_000);
    expect(agent.code()).toBe(5);
  });

  test("C10 an extension that he names rings instead; one with somebody signed in, unknown, or not there is refused in words", async () => {
    const { leg, phone } = await talkWith(s);
    const admin = await administrator({ page: false });
    const at = (extension: string) => admin.command("monitor", { ...listen, extension });
    expect((await admin.command("monitor", listen)).msg).toBe("本页的话机未连接，请稍后再试，或改用分机接听");
    expect((await at("1001")).msg).toBe("分机1001有坐席签入，请换一个分机");
    expect((await at("9999")).msg).toBe("分机9999不存在");
    expect((await at("x;drop")).msg).toBe("分机x;drop不存在");
    expect((await at("1002")).msg).toBe("分机1002未注册");
    const user = `${s.compId}1002`;
    s.sw.register(user);
    expect(await at("1002")).toMatchObject({ code: 1 });
    s.sw.pickUp(s.sw.at(user)[0]!);
    await s.settle();
    expect(s.sw.hears(s.sw.at(user)[0]!)).toBe(`leg ${leg} ${phone}`);
    const other = await administrator({ sessionId: "s-2", by: "second", page: false });
    expect((await other.command("monitor", { ...listen, extension: "1002" })).msg).toBe("分机1002正在通话中");
  });

  test("C10 numbers are masked for him who may not see them; the end of his session ends his hearing", async () => {
    const { leg, phone } = await talkWith(s);
    const admin = await administrator({ hideNumbers: true });
    await admin.command("monitor", listen);
    expect(admin.view()?.number).toMatch(/^\d{3}\*{4}\d{4}$/);
    const { sessionId } = admin;
    const end = { sessionId, accountId: "a", compId: s.compId, agentId: null, reason: "logout" } as const;
    await publish(s.ports.broker, "session.ended", end);
    await s.settle();
    expect([s.sw.at(admin.user), s.sw.hears(leg)]).toEqual([[], `leg ${phone}`]);
  });
});
