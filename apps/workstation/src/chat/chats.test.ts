import { createBus, type BusNotification } from "@liantai/bus";
import type { ChatAgentState, ChatFriend, ChatMessage } from "@liantai/api/contract/im";
import { FakeNet } from "../testing/fake-wire.ts";
import { settle, VirtualClock } from "../testing/virtual-clock.ts";
import { Chats } from "./chats.ts";

const seat = { agentId: "1001", agentName: "张敏" };

const friend = (sessionId: string, more: Partial<ChatFriend> = {}): ChatFriend => ({
  ...{ userId: `u-${sessionId}`, nick: "访客42", accessMode: "web", status: 1, number: 0, temporaryTidings: "" },
  ...{ sessionId, sessionStartTime: "2026-11-30 10:00:00", recentTime: "2026-11-30 10:00:00" },
  fromData: { skillGroupId: "g1", skillGroupName: "售前", webName: "官网" },
  ...{ phone: "", openid: "", externalUserId: "" },
  ...more,
});

const message = (sessionId: string, content: string, sender: "visitor" | "robot" = "visitor"): ChatMessage => ({
  ...{ id: "m1", sessionId, seq: 3, from: `u-${sessionId}`, to: "1001", content, msgType: 0, flag: 0 },
  createTime: "2026-11-30 10:01:00",
  extras: { guid: "g", direction: "in", accessMode: "web", sender, senderName: "访客42" },
});

async function setUp(...given: readonly (ChatAgentState | undefined)[]) {
  const [status] = given.length === 0 ? (["online"] as const) : given;
  const clock = new VirtualClock();
  const net = new FakeNet();
  const bus = createBus();
  const shown: BusNotification[] = [];
  const states: string[] = [];
  const unsent: unknown[] = [];
  let checked = 0;
  bus.subscribe("notification.show", (notification) => shown.push(notification));
  bus.subscribe("chat.link", ({ state }) => states.push(state));
  bus.subscribe("chat.unsent", (frame) => unsent.push(frame));
  const chats = new Chats({
    ...{ bus, clock, open: net.open, origin: "ws://desk", ticket: async () => "t" },
    status: async () => status,
    checkSession: () => (checked += 1),
  });
  await chats.begin(seat, undefined);
  await settle();
  const up = () => {
    net.last().accept();
    net.last().say({ cmd: 6, code: 10_007, data: { userId: "1001", time: 1 } });
  };
  return { clock, net, bus, chats, shown, states, unsent, up, checked: () => checked };
}

test.each([
  ["online", 1],
  ["busy", 1],
  ["offline", 0],
  [undefined, 0],
] as const)("J57 a seat that is %s at chats, %i links", async (status, links) => {
  expect((await setUp(status)).net.wires).toHaveLength(links);
});

test("J57 the desk links while it is open, and a seat that goes offline there ends with it", async () => {
  const { bus, net, states } = await setUp("offline");
  bus.publish("chat.watch", { open: true, sessionId: null });
  await settle();
  expect(net.wires).toHaveLength(1);
  bus.publish("chat.agent", { status: "online" });
  bus.publish("chat.watch", { open: false, sessionId: null });
  expect(net.last().closedByClient).toBe(false);
  bus.publish("chat.agent", { status: "offline" });
  expect([net.last().closedByClient, states.at(-1)]).toEqual([true, "off"]);
});

test("J57 a desk that opens is told how the link is, and the conversations are asked for at once", async () => {
  const { bus, net, states, up, clock } = await setUp();
  up();
  await clock.pass(700);
  states.length = 0;
  bus.publish("chat.watch", { open: true, sessionId: null });
  bus.publish("chat.watch", { open: true, sessionId: "s1" });
  expect(states).toEqual(["up"]);
  expect(net.last().sent).toEqual(['{"cmd":17}', '{"cmd":17}']);
});

test("J57 a sign-out ends the link, and whoever signs in next has his own", async () => {
  const { bus, net, chats } = await setUp();
  bus.publish("session.signedOut", { reason: "logout" });
  expect(net.last().closedByClient).toBe(true);
  await chats.begin({ agentId: "1002", agentName: "李强" }, undefined);
  await settle();
  expect(net.wires).toHaveLength(2);
});

test("J58 what cannot be sent is told", async () => {
  const { bus, net, unsent, up } = await setUp();
  const frame = { cmd: 11, data: { sessionId: "s1", guid: "g1", content: "您好" } } as const;
  bus.publish("chat.send", frame);
  expect(unsent).toEqual([frame]);
  up();
  bus.publish("chat.send", frame);
  expect(unsent).toHaveLength(1);
  expect(JSON.parse(net.last().sent.at(-1)!)).toEqual(frame);
});

test("J59 a new conversation and a visitor's words are told, but not of the one that is read", async () => {
  const { bus, net, shown, up } = await setUp();
  up();
  net.last().say({ cmd: 9, data: friend("s1", { temporaryTidings: "在吗" }) });
  net.last().say({ cmd: 9, code: 10_011, data: friend("s1") });
  net.last().say({ cmd: 11, data: message("s1", "字".repeat(50)) });
  net.last().say({ cmd: 11, data: message("s1", "请按1", "robot") });
  const target = { name: "chateditor", params: { sessionId: "s1" }, cover: true };
  expect(shown).toEqual([
    { id: "chat:s1", title: "新会话", text: "访客42：在吗", level: "info", sound: true, target },
    { id: "chat:s1", title: "访客42", text: "字".repeat(40), level: "info", sound: true, target },
  ]);
  const closed: string[] = [];
  bus.subscribe("notification.close", ({ id }) => closed.push(id));
  bus.publish("chat.watch", { open: true, sessionId: "s1" });
  expect(closed).toEqual(["chat:s1"]);
  net.last().say({ cmd: 11, data: message("s1", "好的") });
  expect(shown).toHaveLength(2);
  net.last().say({ cmd: 11, data: message("s2", "你好") });
  expect(shown).toHaveLength(3);
});

test("J59 what came while the link was away is told with the list, once", async () => {
  const { net, shown, up, clock } = await setUp();
  up();
  const list = [friend("s1", { number: 2, temporaryTidings: "在吗" }), friend("s2")];
  net.last().say({ cmd: 18, data: list });
  await clock.pass(300);
  net.last().say({ cmd: 18, data: list });
  await clock.pass(300);
  expect(shown.map(({ title, text }) => [title, text])).toEqual([["新会话", "访客42：在吗"]]);
});

test("J55 a link that another page replaced comes back when a person asks", async () => {
  const { bus, net, shown, up, checked } = await setUp();
  up();
  net.last().die(4002);
  expect(shown).toMatchObject([{ id: "chat-replaced", level: "warning" }]);
  bus.publish("chat.agent", { status: "online" });
  await settle();
  expect(net.wires).toHaveLength(1);
  bus.publish("chat.connect", {});
  await settle();
  expect(net.wires).toHaveLength(2);
  net.last().die(4001);
  expect([shown.length, checked()]).toEqual([1, 1]);
});
