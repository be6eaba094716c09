/** Terminal type 4: the page orders the soft phone on the agent's machine (docs/protocol.md, section Local soft phone). */
import { agentCallView, makeAgentClient } from "../testing/agent-client.ts";
import { settle } from "../testing/virtual-clock.ts";

async function setUp(isAutoAnswer = 0) {
  const made = makeAgentClient({ user: { terminalType: 4, isAutoAnswer } });
  await made.up();
  const wire = () => made.net.last("/local-phone/");
  const orders = () => wire().sent.map((text) => JSON.parse(text) as { type: number; seq: number });
  const last = (type: number) =>
    orders()
      .filter((order) => order.type === type)
      .at(-1);
  const say = async (frame: object) => {
    wire().say(frame);
    await settle();
  };
  return { made, wire, orders, last, say, greet: made.localPhoneUp };
}

test("L2 after the hello it signs in with the ticket of querySecretKey; 801 is registered; the page asks for no microphone", async () => {
  const { made, last, say } = await setUp();
  expect(made.state().softphone).toBe("connecting");
  await say({ type: 900, version: "1" });
  expect(last(701)).toMatchObject({ user: "1000018001", realm: "liantai", ticket: "p" });
  await say({ type: 801, seq: last(701)!.seq });
  expect(made.state()).toMatchObject({ softphone: "up", trouble: "" });
  expect(made.line.phones).toEqual([]);
});

test("L3 a call rings (901), is answered at a press (702, 902) and ended at one; 903 is its end", async () => {
  const { made, greet, last, say } = await setUp();
  await greet();
  made.callIs(agentCallView());
  await say({ type: 901, callId: "c1", number: "13800001111", autoAnswer: false });
  expect(made.core.phone.stage()).toBe("offered");
  expect(last(702)).toBeUndefined();
  made.actions.answer();
  await settle();
  expect(last(702)).toMatchObject({ callId: "c1" });
  await say({ type: 902, callId: "c1" });
  expect(made.core.phone.stage()).toBe("connected");
  made.core.phone.hangup();
  expect(last(703)).toMatchObject({ callId: "c1" });
  await say({ type: 903, callId: "c1", code: 0 });
  expect(made.core.phone.hasLeg()).toBe(false);
});

test.each([
  ["isAutoAnswer 1", 1, false],
  ["isAutoAnswer 2", 2, false],
  ["a leg the switch wants answered", 0, true],
])("%s is answered by itself", async (_what, isAutoAnswer, autoAnswer) => {
  const { greet, last, say } = await setUp(isAutoAnswer);
  await greet();
  await say({ type: 901, callId: "c1", number: "13800001111", autoAnswer });
  expect(last(702)).toMatchObject({ callId: "c1" });
});

test("L4 502 is asked again and again; the level is shown, 异常 until the first and after 5 s without one", async () => {
  const { made, greet, last, say } = await setUp();
  expect(made.state().quality).toBeNull();
  await greet();
  await say({ type: 501, seq: last(502)!.seq, level: 3 });
  expect(made.state().quality).toBe(3);
  const answered = last(502)!.seq;
  await made.clock.pass(4_000);
  expect(last(502)!.seq).toBeGreaterThan(answered);
  expect(made.state().quality).toBe(3);
  await made.clock.pass(4_000);
  expect(made.state().quality).toBeNull();
  await say({ type: 501, seq: last(502)!.seq, level: 0 });
  expect(made.state().quality).toBe(0);
});

test("L6 E23 a refused login is told with the client's reason, CTI stays signed in, and it is tried again every 10 s", async () => {
  const { made, say, orders, last } = await setUp();
  await say({ type: 900, version: "1" });
  await say({ type: 802, seq: last(701)!.seq, code: 403, msg: "注册被拒绝" });
  expect(made.state()).toMatchObject({
    softphone: "down",
    cti: "up",
    trouble: "本机软电话注册失败：注册被拒绝（403）",
  });
  const before = orders().filter(({ type }) => type === 701).length;
  await made.clock.pass(15_000);
  expect(orders().filter(({ type }) => type === 701).length).toBeGreaterThan(before);
  await say({ type: 801, seq: last(701)!.seq });
  expect(made.state()).toMatchObject({ softphone: "up", trouble: "" });
});

test("L6 a client that is gone is told; the first look is after 5 s, then one every 10 s, and a press looks at once", async () => {
  const { made, greet, wire } = await setUp();
  await greet();
  const wires = () => made.net.wires.filter(({ url }) => url.includes("/local-phone/")).length;
  wire().die(1006);
  await settle();
  // The server is still there: it is the telephone that is away.
  expect(made.state()).toMatchObject({
    softphone: "down",
    connection: "up",
    quality: null,
    trouble: "未连接到本机软电话，请启动软电话客户端，正在重试",
  });
  await made.clock.pass(5_000);
  expect(wires()).toBe(2);
  wire().die(1006);
  await made.clock.pass(9_000);
  expect(wires()).toBe(2);
  made.actions.retry();
  await settle();
  expect(wires()).toBe(3);
  await greet();
  expect(made.state()).toMatchObject({ softphone: "up", trouble: "" });
});

test("L1 another page that took the client is named; L3 a call that was on goes on when the page is back", async () => {
  const { made, greet, wire, say, last } = await setUp();
  await greet();
  made.callIs(agentCallView({ phase: "talking", answeredAt: 1 }));
  await say({ type: 901, callId: "c1", number: "13800001111", autoAnswer: false });
  await say({ type: 902, callId: "c1" });
  wire().die(4001);
  await settle();
  expect(made.state().trouble).toBe("本机软电话正由另一个页面使用");
  expect(made.core.phone.hasLeg()).toBe(false);
  await made.clock.pass(5_000);
  await say({ type: 900, version: "1" });
  await say({ type: 901, callId: "c1", number: "13800001111", autoAnswer: false });
  await say({ type: 902, callId: "c1" });
  await say({ type: 801, seq: last(701)!.seq });
  expect(made.core.phone.stage()).toBe("connected");
  expect(last(703)).toBeUndefined();
});

test("what is no frame of the client's is passed over", async () => {
  const { made, wire, greet } = await setUp();
  for (const text of ["", "null", "{", "[]", '"901"', '{"type":999}']) wire().say(text);
  await greet();
  expect(made.state()).toMatchObject({ softphone: "up", trouble: "" });
});

test("704 is said when the agent leaves, and not when another tab takes over", async () => {
  const { made, greet, last, wire } = await setUp();
  await greet();
  made.event("mediaOwner", { instance: "tab-2" });
  await settle();
  expect(last(704)).toBeUndefined();
  expect(wire().closedByClient).toBe(true);
  made.event("mediaOwner", { instance: "tab-1" });
  await settle();
  await greet();
  await made.core.follow(null);
  expect(last(704)).toBeDefined();
  expect(wire().closedByClient).toBe(true);
});
