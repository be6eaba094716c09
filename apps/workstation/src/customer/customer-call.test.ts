import { makeCustomer } from "../testing/customer.ts";
import { FakeCall } from "../testing/fake-phone.ts";
import { settle } from "../testing/virtual-clock.ts";
import { endText } from "./causes.ts";
import { headline } from "./labels.ts";

test("calls the access number with temporary credentials and talks", async () => {
  const { line, begin, state, speaker, call, clock } = makeCustomer();
  await begin("13800001111");
  expect(state().kind).toBe("calling");
  const placed = line.phone.placed[0]!;
  expect(placed.number).toBe("4001");
  const track = {} as MediaStreamTrack;
  placed.events.track(track);
  placed.events.connected();
  expect(state()).toMatchObject({ kind: "queued", stage: undefined });
  placed.events.stage?.({ stage: "talking", agent: "1001" });
  expect(state()).toMatchObject({ kind: "talking", stage: { stage: "talking", agent: "1001" } });
  expect(speaker.played).toEqual([track]);
  call.digits("5");
  call.toggleMute();
  expect(call.read().muted).toBe(true);
  expect(placed.call.log).toEqual(["digits 5"]);
  await clock.pass(61_000);
  placed.events.ended({ by: "remote", cause: "Terminated" });
  expect(state()).toEqual({ kind: "ended", text: "对方已挂断", seconds: 61 });
  expect(call.read().muted).toBe(false);
});

test("a number that nobody serves is refused in the server's words, and the microphone is let go", async () => {
  const { begin, state, answerSession, microphone } = makeCustomer();
  answerSession({ refusal: "您拨打的号码暂时无人服务，请稍后再拨" });
  await begin();
  expect(state()).toEqual({ kind: "refused", text: "您拨打的号码暂时无人服务，请稍后再拨" });
  expect(microphone.on).toBe(false);
});

test("a refused microphone is said, and nothing is asked of the server", async () => {
  const { begin, state, microphone, asked } = makeCustomer();
  microphone.allowed = false;
  await begin();
  expect(state()).toEqual({ kind: "refused", text: "请授权麦克风(和摄像头) 权限！" });
  expect(asked).toEqual([]);
});

test("a server that cannot be reached is given up after 10 s", async () => {
  const { call, state, clock } = makeCustomer();
  void call.begin("");
  await clock.pass(10_000);
  expect(state()).toMatchObject({ kind: "refused", text: "暂时无法连接服务器，请稍后再试" });
});

test("can be cancelled while it connects", async () => {
  const { call, state, line } = makeCustomer();
  void call.begin("");
  await settle();
  call.hangup();
  line.phone.accept();
  await settle();
  expect(state()).toMatchObject({ kind: "ended", text: "已取消呼叫" });
  expect(line.phone.placed).toEqual([]);
});

test("a second call uses the registration of the first", async () => {
  const { begin, line, asked } = makeCustomer();
  await begin();
  line.phone.placed[0]!.events.ended({ by: "remote", cause: "Busy", code: 486 });
  await begin();
  expect(asked).toEqual([""]);
  expect(line.phone.placed).toHaveLength(2);
});

test("an agent calls back: it rings, is answered, and rings no more", async () => {
  const { begin, line, state, rings, call } = makeCustomer();
  await begin();
  line.phone.placed[0]!.events.ended({ by: "local", cause: "Canceled" });
  const back = new FakeCall("c9");
  const events = line.phone.ring(back);
  expect(state()).toEqual({ kind: "incoming", from: "13800001111" });
  expect(rings.at(-1)).toBe("ring");
  await call.answer();
  expect(back.log).toEqual(["answer"]);
  events.connected();
  expect(state().kind).toBe("talking");
  expect(rings.at(-1)).toBe("quiet");
});

test("what the switch says of the call is shown, whenever it comes; only the time with an agent counts", async () => {
  const { begin, line, state, clock } = makeCustomer();
  await begin();
  const { events } = line.phone.placed[0]!;
  const at = () => [state().kind, headline(state())];
  events.stage?.({ stage: "greeting" });
  expect(state().kind).toBe("calling");
  events.connected();
  expect(at()).toEqual(["queued", "正在播放欢迎语"]);
  const since = state();
  events.stage?.({ stage: "queued", position: 3 });
  expect(at()).toEqual(["queued", "排队中，前面还有2位"]);
  await clock.pass(5_000);
  events.stage?.({ stage: "queued", position: 1 });
  expect(at()).toEqual(["queued", "排队中，您是下一位"]);
  expect(state()).toMatchObject({ since: (since as { since: number }).since });
  events.stage?.({ stage: "ringing" });
  expect(at()).toEqual(["queued", "正在为您接通坐席…"]);
  events.stage?.({ stage: "talking", agent: "1001" });
  expect(at()).toEqual(["talking", "已接通坐席1001"]);
  await clock.pass(2_000);
  events.stage?.({ stage: "held", agent: "1001" });
  expect(at()).toEqual(["talking", "坐席请您稍候…"]);
  events.stage?.({ stage: "agentLost", agent: "1001" });
  expect(at()).toEqual(["talking", "坐席连接中断，正在恢复…"]);
  await clock.pass(2_000);
  events.ended({ by: "remote", cause: "Terminated" });
  expect(state()).toEqual({ kind: "ended", text: "对方已挂断", seconds: 4 });
});

test("who hangs up in the queue has not talked", async () => {
  const { begin, line, state, clock } = makeCustomer();
  await begin();
  const { events } = line.phone.placed[0]!;
  events.connected();
  events.stage?.({ stage: "farewell" });
  expect(headline(state())).toBe("正在播放提示语");
  await clock.pass(9_000);
  events.ended({ by: "local", cause: "Terminated" });
  expect(state()).toEqual({ kind: "ended", text: "您已挂断", seconds: 0 });
});

test("nobody can make a customer's page pick up by itself", async () => {
  const { begin, line, state } = makeCustomer();
  await begin();
  line.phone.placed[0]!.events.ended({ by: "local", cause: "Canceled" });
  const back = new FakeCall("c9", true);
  line.phone.ring(back);
  await settle();
  expect(back.log).toEqual([]);
  expect(state().kind).toBe("incoming");
});

test("nothing heard for 5 s is said; for 20 s without a path the call is over", async () => {
  const { begin, line, state, call, clock } = makeCustomer();
  await begin();
  const placed = line.phone.placed[0]!;
  placed.events.connected();
  await clock.pass(4_000);
  placed.call.next = { received: 200, lost: 0, jitter: 0 };
  await clock.pass(6_000);
  expect(call.read().quiet).toBe(false);
  await clock.pass(6_000);
  expect(call.read().quiet).toBe(true);
  placed.call.next = { received: 300, lost: 0, jitter: 0 };
  await clock.pass(2_000);
  expect(call.read().quiet).toBe(false);
  await clock.pass(30_000);
  expect(placed.call.log).toEqual([]);
  placed.call.path = false;
  await clock.pass(2_000);
  expect(placed.call.log).toEqual(["hangup"]);
  placed.events.ended({ by: "local", cause: "Terminated" });
  expect(state()).toMatchObject({ kind: "ended", text: "连接中断，通话已结束" });
  expect(call.read().quiet).toBe(false);
});

test("a leg brought back into the conversation replaces the dead one", async () => {
  const { begin, line, state } = makeCustomer();
  await begin();
  const placed = line.phone.placed[0]!;
  placed.events.connected();
  placed.events.stage?.({ stage: "talking", agent: "1001" });
  const before = state();
  const back = new FakeCall("c1", true);
  const events = line.phone.ring(back);
  await settle();
  expect(back.log).toEqual(["answer"]);
  placed.events.ended({ by: "system", cause: "gone" });
  events.connected();
  expect(before.kind).toBe("talking");
  expect(state()).toEqual(before);
});

test("credentials are renewed before they end, but not in a call", async () => {
  const { begin, line, clock, asked } = makeCustomer();
  await begin("13800001111");
  await clock.pass(90_000);
  expect(asked).toHaveLength(1);
  line.phone.placed[0]!.events.ended({ by: "remote", cause: "Terminated" });
  await settle();
  expect(asked).toEqual(["13800001111", "13800001111"]);
  expect(line.phones[0]!.log).toEqual(["stop"]);
  expect(line.phone.config.user).toBe("c2");
});

test.each([
  [{ by: "local", cause: "Canceled" }, false, "已取消呼叫"],
  [{ by: "local", cause: "Terminated" }, true, "您已挂断"],
  [{ by: "system", cause: "RTP Timeout" }, true, "连接中断，通话已结束"],
  [{ by: "remote", cause: "Busy", code: 486 }, false, "对方正忙，请稍后再拨"],
  [{ by: "remote", cause: "Not Found", code: 404 }, false, "您拨打的号码不存在"],
  [{ by: "remote", cause: "Canceled" }, false, "对方已取消呼叫"],
  [{ by: "system", cause: "Connection Error" }, false, "呼叫未能接通，请稍后再拨"],
] as const)("%o after talk %s reads %s", (how, talked, text) => {
  expect(endText(how, talked)).toBe(text);
});

test("T6 a leg that was to bring the customer back is taken back: the old one, which hears again, goes on", async () => {
  const { begin, line, state, call, speaker, microphone } = makeCustomer();
  await begin();
  const { events, call: first } = line.phone.placed[0]!;
  const track = {} as MediaStreamTrack;
  events.track(track);
  events.connected();
  events.stage?.({ stage: "talking", agent: "1001" });
  const second = new FakeCall("c2", true);
  const later = line.phone.ring(second);
  await settle();
  // What is said to the old leg meanwhile is known when it goes on.
  events.stage?.({ stage: "held", agent: "1001" });
  later.ended({ by: "remote", cause: "Canceled" });
  expect(state()).toMatchObject({ kind: "talking", stage: { stage: "held" } });
  expect([speaker.played.at(-1), microphone.on]).toEqual([track, true]);
  call.digits("7");
  expect(first.log.at(-1)).toBe("digits 7");
  events.stage?.({ stage: "talking", agent: "1001" });
  expect(state()).toMatchObject({ stage: { stage: "talking" } });
  // Of two that come one after the other, too.
  const third = line.phone.ring(new FakeCall("c3", true));
  const fourth = line.phone.ring(new FakeCall("c4", true));
  third.ended({ by: "remote", cause: "Canceled" });
  fourth.ended({ by: "remote", cause: "Canceled" });
  expect(state()).toMatchObject({ kind: "talking" });
  events.ended({ by: "remote", cause: "Terminated" });
  expect(state()).toMatchObject({ kind: "ended", text: "对方已挂断" });
});

test("T6 the old leg ended while the new one came: with the new one it is over", async () => {
  const { begin, line, state } = makeCustomer();
  await begin();
  const { events } = line.phone.placed[0]!;
  events.connected();
  events.stage?.({ stage: "talking", agent: "1001" });
  const later = line.phone.ring(new FakeCall("c2", true));
  await settle();
  events.ended({ by: "remote", cause: "Terminated" });
  expect(state().kind).toBe("talking");
  later.ended({ by: "remote", cause: "Canceled" });
  expect(state().kind).toBe("ended");
});
