import { selectTokens, store } from "@liantai/api/client";
import { FakeCall } from "../testing/fake-phone.ts";
import { barCall, makeDesk } from "../testing/desk.ts";
import { settle } from "../testing/virtual-clock.ts";

test("an agent signs in: both links up, the phone registers once this tab owns the media", async () => {
  const desk = makeDesk();
  await desk.core.follow(desk.user);
  await settle();
  expect(desk.line.phones).toHaveLength(0);
  await desk.up();
  expect(desk.state()).toMatchObject({
    cti: "up",
    socket: "up",
    softphone: "up",
    ownsMedia: true,
    microphone: "granted",
    quality: 0,
  });
  expect(desk.told("session.signedIn")).toHaveLength(1);
});

test("M8: the message socket of an ended session is not opened again; one request asks for the sentence", async () => {
  const desk = makeDesk();
  await desk.up();
  const socket = desk.net.last("/ws/api/v1/socket");
  const asked = () => desk.tickets().filter((use) => use === "message").length;
  const before = asked();
  socket.die(4001);
  await desk.clock.pass(60_000);
  expect(desk.net.last("/ws/api/v1/socket")).toBe(socket);
  expect(asked()).toBe(before + 1);
  expect(desk.state().socket).toBe("off");
});

test("a tab whose stream was replaced says so and stays quiet", async () => {
  const desk = makeDesk();
  await desk.up();
  const socket = desk.net.last("/ws/api/v1/socket");
  socket.die(4002);
  await desk.clock.pass(60_000);
  expect(desk.net.last("/ws/api/v1/socket")).toBe(socket);
  expect(desk.notices()).toEqual(["此标签页的消息连接已被新的连接取代，需要时请刷新页面"]);
});

test("nobody owns the media: this tab asks for it", async () => {
  const desk = makeDesk();
  await desk.up("");
  expect(desk.commands().at(-1)!.name).toBe("takeMedia");
  expect(desk.line.phones).toHaveLength(0);
});

test("a second tab shows the call, registers nothing and can take the call over", async () => {
  const desk = makeDesk();
  await desk.up("another");
  desk.callIs(barCall({ phase: "talking", answeredAt: 1_000_000 }));
  expect(desk.line.phones).toHaveLength(0);
  expect(desk.state()).toMatchObject({ ownsMedia: false, call: expect.objectContaining({ callId: "c1" }) });
  desk.actions.takeMedia();
  expect(desk.commands().at(-1)!.name).toBe("takeMedia");
  desk.event("mediaOwner", { instance: "tab-1" });
  await settle();
  expect(desk.line.phones).toHaveLength(1);
});

test("the tab that loses the media lets go quietly and says so", async () => {
  const desk = makeDesk();
  await desk.up();
  desk.event("mediaOwner", { instance: "another" });
  expect(desk.line.phone.log).toEqual(["abandon"]);
  expect(desk.state().ownsMedia).toBe(false);
  expect(desk.notices()).toEqual(["通话已转到另一个浏览器标签页"]);
});

test("a reloaded tab registers before the CTI login is through, and its muted call comes back muted", async () => {
  const before = makeDesk();
  await before.up();
  before.callIs(barCall({ phase: "talking", answeredAt: 1_000_000 }));
  before.line.phone.ring(new FakeCall("c1", true)).connected();
  before.core.phone.setMuted(true);
  const after = makeDesk({ storage: before.kept });
  await after.core.follow(after.user);
  await settle();
  expect(after.line.phones).toHaveLength(1);
  expect(after.cti().sent).toEqual([]);
  expect(after.microphone.on).toBe(true);
  after.line.phone.accept();
  const leg = new FakeCall("c1", true);
  const events = after.line.phone.ring(leg);
  await settle();
  expect(leg.log).toEqual(["answer"]);
  events.connected();
  expect(after.state().muted).toBe(true);
});

test("a reloaded tab whose call is gone lets the microphone go", async () => {
  const before = makeDesk();
  await before.up();
  before.callIs(barCall({ phase: "talking", answeredAt: 1_000_000 }));
  const after = makeDesk({ storage: before.kept });
  await after.up();
  await settle();
  expect(after.microphone).toMatchObject({ opened: 1, on: false });
});

test("a call goes through the bus and the slice from ring to record", async () => {
  const desk = makeDesk();
  await desk.up();
  desk.callIs(barCall());
  desk.callIs(barCall());
  desk.callIs(barCall({ phase: "talking", answeredAt: 1_000_500 }));
  desk.callIs(barCall({ phase: "talking", answeredAt: 1_000_500, held: true }));
  desk.callIs(barCall({ phase: "talking", answeredAt: 1_000_500 }));
  desk.event("callEnd", { callId: "c1", cause: "completed" });
  desk.net.last("/ws/api").say({ seq: 1, type: "callRecorded", callId: "c1", cause: "completed" });
  const calls = desk.heard.filter((h) => h.name.startsWith("call.")).map((h) => h.name);
  expect(calls).toEqual(["call.ringing", "call.answered", "call.held", "call.resumed", "call.ended", "call.recorded"]);
  expect(desk.told("call.ringing")[0]).toEqual({
    callId: "c1",
    direction: "inbound",
    number: "138****1111",
    skillGroupName: "售前",
    at: 1_000_000,
  });
  expect(desk.state().call).toBeNull();
});

test("late news of an earlier call does not end the present one", async () => {
  const desk = makeDesk();
  await desk.up();
  desk.callIs(barCall({ callId: "c2" }));
  desk.event("callEnd", { callId: "c1", cause: "completed" });
  expect(desk.state().call?.callId).toBe("c2");
});

test("agent states come with reason and the end of wrap-up", async () => {
  const desk = makeDesk();
  await desk.up();
  desk.agentIs(4, { reason: "ended", endsAt: "1030000" });
  expect(desk.state().agent).toEqual({ code: 4, reason: "ended", since: 1_000_000, endsAt: 1_030_000 });
  expect(desk.told("agent.state").at(-1)).toEqual({
    code: 4,
    text: "话后处理",
    since: 1_000_000,
    reason: "ended",
    endsAt: 1_030_000,
  });
});

test("hang-up asks the server, and with the network gone ends the call here and tells the server later", async () => {
  const desk = makeDesk();
  await desk.up();
  const leg = new FakeCall("c1", true);
  desk.line.phone.ring(leg).connected();
  desk.callIs(barCall({ phase: "talking", answeredAt: 1_000_000 }));
  desk.cti().die();
  desk.actions.hangup();
  await settle();
  expect(leg.log).toContain("hangup");
  expect(desk.state().call).toBeNull();
  expect(desk.notices().at(-1)).toContain("已在本机挂断");
  await desk.clock.pass(2_000);
  desk.cti().accept();
  await settle();
  await desk.answer("login");
  desk.callIs(barCall({ phase: "talking", answeredAt: 1_000_000 }));
  expect(desk.commands().at(-1)).toMatchObject({ name: "hangup", fields: { callId: "c1" } });
  expect(desk.state().call).toBeNull();
});

test("a hang-up that the server does not answer within 5 s is done here", async () => {
  const desk = makeDesk();
  await desk.up();
  const leg = new FakeCall("c1", true);
  desk.line.phone.ring(leg).connected();
  desk.callIs(barCall({ phase: "talking", answeredAt: 1_000_000 }));
  desk.actions.hangup();
  await desk.clock.pass(5_000);
  expect(leg.log).toContain("hangup");
});

test.each([
  [{ phase: "dialling", direction: "outbound" }, "numberUnknown", ["呼叫未接通：号码不存在"]],
  [{ phase: "ringing" }, "abandonedRinging", ["来电未接：振铃中放弃"]],
  [{ phase: "talking", answeredAt: 1_000_000 }, "callerLost", ["通话已结束：客户连接中断"]],
  [{ phase: "talking", answeredAt: 1_000_000 }, "completed", []],
  [{ phase: "dialling", direction: "outbound" }, "cancelled", []],
] as const)("the end of %o by %s is told: %j", async (call, cause, told) => {
  const desk = makeDesk();
  await desk.up();
  desk.callIs(barCall(call));
  desk.event("callEnd", { callId: "c1", cause });
  expect(desk.notices()).toEqual(told);
});

test("a call that ends before the bar saw it is told, too", async () => {
  const desk = makeDesk();
  await desk.up();
  desk.event("callEnd", { callId: "c9", cause: "numberUnknown" });
  desk.event("callEnd", { callId: "c8", cause: "agentLost" });
  expect(desk.notices()).toEqual(["呼叫未接通：号码不存在"]);
});

test("a leg that outlives its call, because the process that held it died, is ended here", async () => {
  const desk = makeDesk();
  await desk.up();
  const leg = new FakeCall("c1", true);
  desk.line.phone.ring(leg).connected();
  desk.callIs(barCall({ phase: "talking", answeredAt: 1_000_000 }));
  desk.event("callEnd", { callId: "c1", cause: "serverRestart" });
  await desk.clock.pass(999);
  expect(leg.log).not.toContain("hangup");
  await desk.clock.pass(1);
  expect(leg.log).toContain("hangup");
});

test("dialling: the order goes out with the number alone; refusals in words", async () => {
  const desk = makeDesk();
  await desk.up();
  const done = desk.actions.dial("138-0000 1111");
  expect(desk.commands().at(-1)).toMatchObject({ name: "makeCall", fields: { number: "13800001111", callType: "1" } });
  await desk.answer("makeCall");
  await expect(done).resolves.toBe(true);
  await desk.actions.dial("");
  await desk.actions.dial("abc");
  desk.callIs(barCall({ phase: "dialling", direction: "outbound" }));
  await desk.actions.dial("1002");
  expect(desk.notices()).toEqual(["请输入号码", "号码只能是数字、*和#，最多20位", "当前正在通话中，无法拨号"]);
});

test("a refused order says why and lets the microphone go", async () => {
  const desk = makeDesk();
  await desk.up();
  const done = desk.actions.dial("1002");
  await settle();
  expect(desk.microphone.on).toBe(true);
  await desk.answer("makeCall", -403, { msg: "对方分机未注册" });
  await expect(done).resolves.toBe(false);
  expect(desk.notices()).toEqual(["对方分机未注册"]);
  await settle();
  expect(desk.microphone.on).toBe(false);
});

test("without a microphone there is no call, and the text says what to do", async () => {
  const desk = makeDesk();
  desk.microphone.allowed = false;
  await desk.up();
  expect(desk.state().microphone).toBe("denied");
  await expect(desk.actions.dial("1002")).resolves.toBe(false);
  expect(desk.notices()).toEqual(["请授权麦克风(和摄像头) 权限！"]);
});

test("digits are sent one per 100 ms over the CTI link; none are asked for", async () => {
  const desk = makeDesk();
  await desk.up();
  desk.callIs(barCall({ phase: "talking", answeredAt: 1_000_000 }));
  desk.actions.digits("12#");
  await desk.clock.pass(1_000);
  expect(
    desk
      .commands()
      .filter((l) => l.name === "dtmf")
      .map((l) => l.fields.digits),
  ).toEqual(["1", "2", "#"]);
  desk.actions.digits("");
  expect(desk.notices().at(-1)).toBe("请输入按键！");
});

test("signed in elsewhere: everything stops, the sign-in page says the sentence, nothing reconnects", async () => {
  const desk = makeDesk();
  await desk.up();
  desk.event("forceOut", { msg: "您的账号已在别处登录，您将被强制退出" });
  expect(selectTokens(store.getState())).toBeNull();
  expect(store.getState().session.farewell).toBe("您的账号已在别处登录，您将被强制退出");
  expect(desk.told("session.signedOut")).toEqual([{ reason: "elsewhere" }]);
  // C6, without a BYE: a call goes on in the page that took over.
  expect(desk.line.phone.log).toEqual(["abandon"]);
  const sockets = desk.net.wires.length;
  await desk.clock.pass(120_000);
  expect(desk.net.wires).toHaveLength(sockets);
  expect(desk.state()).toMatchObject({ cti: "off", socket: "off", softphone: "off", call: null });
});

test("an expired session leaves the call to the server, which gives the agent time to come back", async () => {
  const desk = makeDesk();
  await desk.up();
  desk.callIs(barCall({ phase: "talking", answeredAt: 1_000_000 }));
  await desk.core.follow(null, "expired");
  expect(desk.line.phone.log).toEqual(["abandon"]);
});

test("a sign-out stops the links and tells the bus", async () => {
  const desk = makeDesk();
  await desk.up();
  await desk.core.follow(null);
  expect(desk.line.phone.log).toEqual(["stop"]);
  expect(desk.commands().at(-1)!.name).toBe("logout");
  expect(desk.told("session.signedOut")).toEqual([{ reason: "logout" }]);
});

test("lost messages: lists are refetched and the user is told", async () => {
  const desk = makeDesk();
  await desk.up();
  desk.net.last("/ws/api").say({ type: "refetch" });
  expect(desk.told("link.refetch")).toHaveLength(1);
  expect(desk.notices()).toEqual(["连接曾中断，列表已刷新"]);
});

test("a phone that is not registered 10 s after login is told", async () => {
  const desk = makeDesk();
  await desk.up();
  desk.line.phone.lose();
  await desk.clock.pass(10_000);
  expect(desk.notices()).toEqual(["分机未注册，暂时不能接打电话，正在重试"]);
  expect(desk.state().quality).toBe(-1);
});

test("no reply for 5 s: the network is abnormal", async () => {
  const desk = makeDesk();
  await desk.up();
  desk.agentIs(1);
  void desk.core.cti.command("setState", { state: "1" });
  await desk.clock.pass(5_000);
  expect(desk.state().quality).toBeNull();
});

test("an administrator has the message socket and no seat", async () => {
  const desk = makeDesk({ user: { roleType: 1, agentId: null } });
  await desk.core.follow(desk.user);
  await settle();
  expect(desk.net.wires.map((w) => new URL(w.url).pathname)).toEqual(["/ws/api/v1/socket"]);
});

test("a hardware terminal has a CTI link and no soft phone", async () => {
  const desk = makeDesk({ user: { terminalType: 1 } });
  await desk.core.follow(desk.user);
  await settle();
  desk.cti().accept();
  await settle();
  await desk.answer("login");
  desk.event("mediaOwner", { instance: "" });
  await settle();
  expect(desk.commands().map((l) => l.name)).toEqual(["login"]);
  expect(desk.line.phones).toHaveLength(0);
});

test("a repeated refusal of the login is told once", async () => {
  const desk = makeDesk();
  await desk.core.follow(desk.user);
  await settle();
  for (let i = 0; i < 3; i += 1) {
    desk.cti().accept();
    await settle();
    await desk.answer("login", -301);
    await desk.clock.pass(2_000);
  }
  expect(desk.notices()).toEqual(["CTI注册失败：坐席不存在"]);
});
