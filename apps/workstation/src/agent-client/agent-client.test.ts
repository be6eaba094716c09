import { selectTokens, store } from "@liantai/api/client";
import { FakeCall } from "../testing/fake-phone.ts";
import { agentCallView, makeAgentClient } from "../testing/agent-client.ts";
import { settle } from "../testing/virtual-clock.ts";

test("an agent signs in: both links up, the phone registers once this tab owns the media", async () => {
  const client = makeAgentClient();
  await client.core.follow(client.user);
  await settle();
  expect(client.line.phones).toHaveLength(0);
  await client.up();
  expect(client.state()).toMatchObject({
    cti: "up",
    socket: "up",
    softphone: "up",
    ownsMedia: true,
    microphone: "granted",
    quality: 0,
  });
  expect(client.published("session.signedIn")).toHaveLength(1);
});

test("M8: the message socket of an ended session is not opened again; one request asks for the sentence", async () => {
  const client = makeAgentClient();
  await client.up();
  const socket = client.net.last("/ws/api/v1/socket");
  const asked = () => client.tickets().filter((use) => use === "message").length;
  const before = asked();
  socket.die(4001);
  await client.clock.pass(60_000);
  expect(client.net.last("/ws/api/v1/socket")).toBe(socket);
  expect(asked()).toBe(before + 1);
  expect(client.state().socket).toBe("off");
});

test("a tab whose stream was replaced says so and stays quiet", async () => {
  const client = makeAgentClient();
  await client.up();
  const socket = client.net.last("/ws/api/v1/socket");
  socket.die(4002);
  await client.clock.pass(60_000);
  expect(client.net.last("/ws/api/v1/socket")).toBe(socket);
  expect(client.notices()).toEqual(["此标签页的消息连接已被新的连接取代，需要时请刷新页面"]);
});

test("nobody owns the media: this tab asks for it", async () => {
  const client = makeAgentClient();
  await client.up("");
  expect(client.commands().at(-1)!.name).toBe("takeMedia");
  expect(client.line.phones).toHaveLength(0);
});

test("C5 a second tab shows the call, registers nothing and can take the call over", async () => {
  const client = makeAgentClient();
  await client.up("another");
  client.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_000 }));
  expect(client.line.phones).toHaveLength(0);
  expect(client.state()).toMatchObject({ ownsMedia: false, call: expect.objectContaining({ callId: "c1" }) });
  client.actions.takeMedia();
  expect(client.commands().at(-1)!.name).toBe("takeMedia");
  client.event("mediaOwner", { instance: "tab-1" });
  await settle();
  expect(client.line.phones).toHaveLength(1);
});

test("the tab that loses the media lets go quietly and says so", async () => {
  const client = makeAgentClient();
  await client.up();
  client.event("mediaOwner", { instance: "another" });
  expect(client.line.phone.log).toEqual(["abandon"]);
  expect(client.state().ownsMedia).toBe(false);
  expect(client.notices()).toEqual(["通话已转到另一个浏览器标签页"]);
});

test("a reloaded tab registers before the CTI login is through, and its muted call comes back muted", async () => {
  const before = makeAgentClient();
  await before.up();
  before.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_000 }));
  before.line.phone.ring(new FakeCall("c1", true)).connected();
  before.core.phone.setMuted(true);
  const after = makeAgentClient({ storage: before.kept });
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
  const before = makeAgentClient();
  await before.up();
  before.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_000 }));
  const after = makeAgentClient({ storage: before.kept });
  await after.up();
  await settle();
  expect(after.microphone).toMatchObject({ opened: 1, on: false });
});

test("a call goes through the bus and the slice from ring to record", async () => {
  const client = makeAgentClient();
  await client.up();
  const ringing = agentCallView({ skillGroupId: "g1", accessNumber: "4001", callData: { 工单: "A1" } });
  client.callIs(ringing);
  client.callIs(ringing);
  client.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_500 }));
  client.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_500, held: true }));
  client.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_500 }));
  client.event("callEnd", { callId: "c1", cause: "completed" });
  client.net.last("/ws/api").say({ seq: 1, type: "callRecorded", callId: "c1", cause: "completed" });
  const calls = client.heard.filter((h) => h.name.startsWith("call.")).map((h) => h.name);
  expect(calls).toEqual(["call.ringing", "call.answered", "call.held", "call.resumed", "call.ended", "call.recorded"]);
  expect(client.published("call.ringing")[0]).toEqual({
    callId: "c1",
    direction: "inbound",
    number: "138****1111",
    skillGroupName: "售前",
    groupId: "g1",
    accessNumber: "4001",
    callData: { 工单: "A1" },
    at: 1_000_000,
  });
  expect(client.state().call).toBeNull();
});

test("late news of an earlier call does not end the present one", async () => {
  const client = makeAgentClient();
  await client.up();
  client.callIs(agentCallView({ callId: "c2" }));
  client.event("callEnd", { callId: "c1", cause: "completed" });
  expect(client.state().call?.callId).toBe("c2");
});

test("agent states come with reason and the end of wrap-up", async () => {
  const client = makeAgentClient();
  await client.up();
  client.agentIs(4, { reason: "ended", endsAt: "1030000" });
  expect(client.state().agent).toEqual({ code: 4, reason: "ended", since: 1_000_000, endsAt: 1_030_000 });
  expect(client.published("agent.state").at(-1)).toEqual({
    code: 4,
    text: "话后处理",
    since: 1_000_000,
    reason: "ended",
    endsAt: 1_030_000,
  });
});

test.each([
  [{ phase: "dialling", direction: "outbound" }, "numberUnknown", ["呼叫未接通：号码不存在"]],
  [{ phase: "ringing" }, "abandonedRinging", ["来电未接：振铃中放弃"]],
  [{ phase: "talking", answeredAt: 1_000_000 }, "callerLost", ["通话已结束：客户连接中断"]],
  [{ phase: "talking", answeredAt: 1_000_000 }, "completed", []],
  [{ phase: "dialling", direction: "outbound" }, "cancelled", []],
] as const)("the end of %o by %s is told: %j", async (call, cause, published) => {
  const client = makeAgentClient();
  await client.up();
  client.callIs(agentCallView(call));
  client.event("callEnd", { callId: "c1", cause });
  expect(client.notices()).toEqual(published);
});

test("a call that ends before the bar saw it is told, too", async () => {
  const client = makeAgentClient();
  await client.up();
  client.event("callEnd", { callId: "c9", cause: "numberUnknown" });
  client.event("callEnd", { callId: "c8", cause: "agentLost" });
  expect(client.notices()).toEqual(["呼叫未接通：号码不存在"]);
});

test("a leg that outlives its call, because the process that held it died, is ended here", async () => {
  const client = makeAgentClient();
  await client.up();
  const leg = new FakeCall("c1", true);
  client.line.phone.ring(leg).connected();
  client.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_000 }));
  client.event("callEnd", { callId: "c1", cause: "serverRestart" });
  await client.clock.pass(999);
  expect(leg.log).not.toContain("hangup");
  await client.clock.pass(1);
  expect(leg.log).toContain("hangup");
});

test("dialling: the order goes out with the number alone; refusals in words", async () => {
  const client = makeAgentClient();
  await client.up();
  const done = client.actions.dial(" 13800001111 ");
  expect(client.commands().at(-1)).toMatchObject({
    name: "makeCall",
    fields: { number: "13800001111", callType: "1" },
  });
  await client.answer("makeCall");
  await expect(done).resolves.toBe(true);
  await client.actions.dial("");
  for (const wrong of ["abc", "*43", "1002#", "+8613800001111", "138-0000 1111", "1".repeat(21)])
    await client.actions.dial(wrong);
  client.callIs(agentCallView({ phase: "dialling", direction: "outbound" }));
  await client.actions.dial("1002");
  expect(client.commands().filter(({ name }) => name === "makeCall")).toHaveLength(1);
  const noNumber = Array.from({ length: 6 }, () => "号码只能是数字，最多20位");
  expect(client.notices()).toEqual(["请输入号码", ...noNumber, "当前正在通话中，无法外呼"]);
});

test("a number of a preview task is dialled by reference, with its task", async () => {
  const client = makeAgentClient();
  await client.up();
  void client.actions.dial({ ref: "v1.sealed" }, 2, "t1");
  await settle();
  expect(client.commands().at(-1)).toMatchObject({
    name: "makeCall",
    fields: { ref: "v1.sealed", callType: "2", taskId: "t1" },
  });
});

test("a refused order says why and lets the microphone go", async () => {
  const client = makeAgentClient();
  await client.up();
  const done = client.actions.dial("1002");
  await settle();
  expect(client.microphone.on).toBe(true);
  await client.answer("makeCall", -403, { msg: "对方分机未注册" });
  await expect(done).resolves.toBe(false);
  expect(client.notices()).toEqual(["对方分机未注册"]);
  await settle();
  expect(client.microphone.on).toBe(false);
});

test("without a microphone there is no call, and the text says what to do", async () => {
  const client = makeAgentClient();
  client.microphone.allowed = false;
  await client.up();
  expect(client.state().microphone).toBe("denied");
  await expect(client.actions.dial("1002")).resolves.toBe(false);
  expect(client.notices()).toEqual(["请授权麦克风(和摄像头) 权限！"]);
});

test("digits are sent one per 100 ms over the CTI link; none are asked for", async () => {
  const client = makeAgentClient();
  await client.up();
  client.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_000 }));
  client.actions.digits("12#");
  await client.clock.pass(1_000);
  expect(
    client
      .commands()
      .filter((l) => l.name === "dtmf")
      .map((l) => l.fields.digits),
  ).toEqual(["1", "2", "#"]);
  client.actions.digits("");
  expect(client.notices().at(-1)).toBe("请输入按键！");
});

test("signed in elsewhere: everything stops, the sign-in page says the sentence, nothing reconnects", async () => {
  const client = makeAgentClient();
  await client.up();
  client.event("forceOut", { msg: "您的账号已在别处登录，您将被强制退出" });
  expect(selectTokens(store.getState())).toBeNull();
  expect(store.getState().session.farewell).toBe("您的账号已在别处登录，您将被强制退出");
  expect(client.published("session.signedOut")).toEqual([{ reason: "elsewhere" }]);
  // C6, without a BYE: a call goes on in the page that took over.
  expect(client.line.phone.log).toEqual(["abandon"]);
  const sockets = client.net.wires.length;
  await client.clock.pass(120_000);
  expect(client.net.wires).toHaveLength(sockets);
  expect(client.state()).toMatchObject({ cti: "off", socket: "off", softphone: "off", call: null });
});

test("an expired session leaves the call to the server, which gives the agent time to come back", async () => {
  const client = makeAgentClient();
  await client.up();
  client.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_000 }));
  await client.core.follow(null, "expired");
  expect(client.line.phone.log).toEqual(["abandon"]);
});

test("a sign-out stops the links and tells the bus", async () => {
  const client = makeAgentClient();
  await client.up();
  await client.core.follow(null);
  expect(client.line.phone.log).toEqual(["stop"]);
  expect(client.commands().at(-1)!.name).toBe("logout");
  expect(client.published("session.signedOut")).toEqual([{ reason: "logout" }]);
});

test("lost messages: lists are refetched and the user is told", async () => {
  const client = makeAgentClient();
  await client.up();
  client.net.last("/ws/api").say({ type: "refetch" });
  expect(client.published("link.refetch")).toHaveLength(1);
  expect(client.notices()).toEqual(["连接曾中断，列表已刷新"]);
});

test("a phone that is not registered 10 s after login is told", async () => {
  const client = makeAgentClient();
  await client.up();
  client.line.phone.lose();
  await client.clock.pass(10_000);
  expect(client.notices()).toEqual(["分机未注册，暂时不能接打电话，正在重试"]);
  expect(client.state().quality).toBe(-1);
});

test("no reply for 5 s: the network is abnormal", async () => {
  const client = makeAgentClient();
  await client.up();
  client.agentIs(1);
  void client.core.cti.command("setState", { state: "1" });
  await client.clock.pass(5_000);
  expect(client.state().quality).toBeNull();
});

test("a hardware terminal has a CTI link and no soft phone", async () => {
  const client = makeAgentClient({ user: { terminalType: 1 } });
  await client.core.follow(client.user);
  await settle();
  client.cti().accept();
  await settle();
  await client.answer("login");
  client.event("mediaOwner", { instance: "" });
  await settle();
  expect(client.commands().map((l) => l.name)).toEqual(["login"]);
  expect(client.line.phones).toHaveLength(0);
});

test("a repeated refusal of the login is told once", async () => {
  const client = makeAgentClient();
  await client.core.follow(client.user);
  await settle();
  for (let i = 0; i < 3; i += 1) {
    client.cti().accept();
    await settle();
    await client.answer("login", -301);
    await client.clock.pass(2_000);
  }
  expect(client.notices()).toEqual(["CTI注册失败：坐席不存在"]);
});

test("C10 an administrator has the message socket and a link without a seat, and no telephone is opened", async () => {
  const client = makeAgentClient({ user: { roleType: 1, agentId: null, extension: null, userName: "1000011admin" } });
  await client.core.follow(client.user);
  await settle();
  expect(client.net.wires.map((w) => new URL(w.url).pathname)).toEqual(["/ws/api/v1/socket", "/cti/ws"]);
  client.cti().accept();
  await settle();
  const { name, fields } = client.commands().at(-1)!;
  expect([name, { ...fields }]).toEqual([
    "login",
    { seq: "1", type: "admin", compId: "100001", userName: "admin", ticket: "cti-2", takeMedia: "0" },
  ]);
  expect(client.line.phones).toEqual([]);
});
