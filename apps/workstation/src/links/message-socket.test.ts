import type { ServerMessage } from "@liantai/api/contract";
import type { AgentPull } from "@liantai/api/contract/admin";
import { FakeNet } from "../testing/fake-wire.ts";
import { settle, VirtualClock } from "../testing/virtual-clock.ts";
import { MessageSocket } from "./message-socket.ts";

function setUp() {
  const clock = new VirtualClock();
  const net = new FakeNet();
  const seen = {
    states: [] as string[],
    messages: [] as number[],
    pulls: [] as AgentPull[],
    refetches: 0,
    offset: 0,
    socketId: "",
    tickets: 0,
    over: [] as string[],
  };
  let ticketFails = false;
  const socket = new MessageSocket({
    clock,
    open: net.open,
    origin: "ws://desk",
    ticket: async () => (ticketFails ? undefined : `t${++seen.tickets}`),
    state: (s) => seen.states.push(s),
    clockOffset: (ms) => (seen.offset = ms),
    named: (id) => (seen.socketId = id),
    message: (m: ServerMessage) => seen.messages.push(m.seq),
    pull: (pull) => seen.pulls.push(pull),
    refetch: () => (seen.refetches += 1),
    over: (why) => seen.over.push(why),
  });
  const up = async (stream = "s1") => {
    await settle();
    net.last().accept();
    net.last().say({ type: "socket-uuid", data: { time: clock.now() + 5_000, socketId: "x", stream } });
  };
  const message = (seq: number) => net.last().say({ seq, type: "menuChanged" });
  return { clock, net, seen, socket, up, message, failTickets: (on: boolean) => (ticketFails = on) };
}

test("opens with a fresh ticket and takes the time difference and its own name from socket-uuid", async () => {
  const { socket, up, net, seen } = setUp();
  socket.start();
  await up();
  expect(net.last().url).toBe("ws://desk/ws/api/v1/socket?token=t1");
  expect(seen).toMatchObject({ states: ["connecting", "up"], offset: 5_000, socketId: "x" });
});

test("M1 pings every 20 s; a ping without any answer until the next one ends the socket", async () => {
  const { socket, up, net, clock } = setUp();
  socket.start();
  await up();
  await clock.pass(20_000);
  expect(net.last().sent).toEqual(['{"type":"ping"}']);
  net.last().say({ type: "pong" });
  await clock.pass(20_000);
  expect(net.wires).toHaveLength(1);
  await clock.pass(20_000);
  expect(net.wires).toHaveLength(2);
});

test("M1 a closed socket is tried again after 5 s, and so is a refused ticket", async () => {
  const { socket, up, net, clock, seen, failTickets } = setUp();
  socket.start();
  await up();
  net.last().die();
  await clock.pass(4_999);
  expect(net.wires).toHaveLength(1);
  failTickets(true);
  await clock.pass(1);
  expect(net.wires).toHaveLength(1);
  failTickets(false);
  await clock.pass(5_000);
  expect(net.wires).toHaveLength(2);
  expect(seen.tickets).toBe(2);
});

test("a deliberate stop does not reconnect", async () => {
  const { socket, up, net, clock, seen } = setUp();
  socket.start();
  await up();
  socket.stop();
  await clock.pass(60_000);
  expect(net.wires).toHaveLength(1);
  expect(seen.states.at(-1)).toBe("off");
});

test.each([
  [4001, "sessionEnded"],
  [4002, "replaced"],
] as const)("M8: after close code %i it does not come back by itself, and says why", async (code, why) => {
  const { socket, up, net, clock, seen, message } = setUp();
  socket.start();
  await up();
  message(1);
  net.last().die(code);
  await clock.pass(120_000);
  expect(net.wires).toHaveLength(1);
  expect(seen).toMatchObject({ tickets: 1, over: [why] });
  expect(seen.states.at(-1)).toBe("off");
  // The next sign-in begins with a stream of its own.
  socket.start();
  await up("s2");
  expect(net.last().query.has("resume")).toBe(false);
});

test.each([1001, 1006, 1008, 1011, 1012])("close code %i is retried", async (code) => {
  const { socket, up, net, clock, seen } = setUp();
  socket.start();
  await up();
  net.last().die(code);
  await clock.pass(5_000);
  expect(net.wires).toHaveLength(2);
  expect(seen.over).toEqual([]);
});

test("a reconnect resumes after the last message handled: nothing lost, nothing doubled", async () => {
  const { socket, up, net, clock, seen, message } = setUp();
  socket.start();
  await up();
  message(1);
  message(2);
  net.last().die();
  await clock.pass(5_000);
  expect(net.last().query.get("resume")).toBe("s1");
  expect(net.last().query.get("last")).toBe("2");
  await up();
  net.last().say({ type: "resumed", from: 3 });
  message(2);
  message(3);
  expect(seen).toMatchObject({ messages: [1, 2, 3], refetches: 0 });
});

test("a drop before the first message resumes from 0", async () => {
  const { socket, up, net, clock } = setUp();
  socket.start();
  await up();
  net.last().die();
  await clock.pass(5_000);
  expect(net.last().query.get("last")).toBe("0");
});

test("a buffer that no longer reaches back is told once, and later messages are taken", async () => {
  const { socket, up, net, clock, seen, message } = setUp();
  socket.start();
  await up();
  message(1);
  net.last().die();
  await clock.pass(5_000);
  await up("s2");
  net.last().say({ type: "refetch" });
  message(1);
  message(2);
  expect(seen).toMatchObject({ messages: [1, 1, 2], refetches: 1 });
});

test("a gap is asked for again once; if it stays, the loss is told", async () => {
  const { socket, up, net, clock, seen, message } = setUp();
  socket.start();
  await up();
  message(1);
  message(4);
  await clock.pass(0);
  expect(net.wires).toHaveLength(2);
  expect(net.last().query.get("last")).toBe("1");
  await up();
  message(4);
  expect(seen).toMatchObject({ messages: [1, 4], refetches: 1 });
});

test("what was handled is acknowledged, at most once a second", async () => {
  const { socket, up, net, clock, message } = setUp();
  socket.start();
  await up();
  message(1);
  message(2);
  await clock.pass(1_000);
  expect(net.last().sent).toEqual(['{"type":"ack","seq":2}']);
});

test("text that is no message harms nobody", async () => {
  const { socket, up, net, seen, message } = setUp();
  socket.start();
  await up();
  net.last().say("{");
  net.last().say({ type: "menuChanged" });
  message(1);
  expect(seen.messages).toEqual([1]);
});

test("M10 whom the page follows is said once, and again only to a new stream; states go past the numbers", async () => {
  const { socket, up, net, seen, clock, message } = setUp();
  const follows = (wire = net.last()) => wire.sent.filter((frame) => frame.includes("AGENT_"));
  const subscribe = JSON.stringify({
    type: "agent",
    content: { type: "AGENT_SUBSCRIBE", userId: "u", compId: "100001", subscribeAgents: "*" },
  });
  socket.start();
  socket.follow({ userId: "u", compId: "100001" }, "*");
  await up();
  expect(follows()).toEqual([subscribe]);
  message(1);
  net.last().say({ type: "AGENT_PULL", full: true, agents: [] });
  message(2);
  expect(seen).toMatchObject({ messages: [1, 2], refetches: 0, pulls: [{ full: true, agents: [] }] });
  net.last().die();
  await clock.pass(5_000);
  await up();
  expect(follows()).toEqual([]);
  net.last().die();
  await clock.pass(5_000);
  await up("s2");
  expect(follows()).toEqual([subscribe]);
  socket.follow({ userId: "u", compId: "100001" }, null);
  expect(follows().at(-1)).toBe(
    JSON.stringify({ type: "agent", content: { type: "AGENT_UNSUBSCRIBE", userId: "u", compId: "100001" } }),
  );
});

test("A8 whose talks the page hears is said at once, and again only to a new stream; signed out it is forgotten", async () => {
  const { socket, up, net, clock } = setUp();
  const who = { userId: "u", compId: "100001" };
  const hears = (wire = net.last()) => wire.sent.filter((frame) => frame.includes("ASSIST_"));
  const frame = (content: object) => JSON.stringify({ type: "agent", content });
  const subscribe = frame({ type: "ASSIST_SUBSCRIBE", ...who, agentId: "1001" });
  socket.start();
  await up();
  socket.hear(who, "1001");
  expect(hears()).toEqual([subscribe]);
  net.last().die();
  await clock.pass(5_000);
  await up();
  expect(hears()).toEqual([]);
  net.last().die();
  await clock.pass(5_000);
  await up("s2");
  expect(hears()).toEqual([subscribe]);
  socket.hear(who, null);
  expect(hears().at(-1)).toBe(frame({ type: "ASSIST_UNSUBSCRIBE", ...who }));
});

test("D46 which tasks the page watches is said at once, and to the old stream what changed while the socket was away", async () => {
  const { socket, up, net, clock } = setUp();
  const who = { userId: "u", compId: "100001" };
  const said = () => net.last().sent.filter((frame) => frame.includes("TASK_"));
  const frame = (taskIds: readonly string[]) =>
    JSON.stringify({ type: "agent", content: { type: "TASK_SUBSCRIBE", ...who, taskIds } });
  socket.start();
  await up();
  socket.followTasks(who, ["t1", "t2"]);
  expect(said()).toEqual([frame(["t1", "t2"])]);
  net.last().die();
  await clock.pass(5_000);
  await up();
  expect(said()).toEqual([]);
  net.last().die();
  socket.followTasks(who, []);
  await clock.pass(5_000);
  await up();
  expect(said()).toEqual([frame([])]);
  net.last().die();
  await clock.pass(5_000);
  await up("s2");
  expect(said()).toEqual([]);
});
