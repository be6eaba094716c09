import { once } from "node:events";
import type { AddressInfo } from "node:net";
import WebSocket, { WebSocketServer } from "ws";
import { assistCloses } from "@liantai/api/contract/assist";
import { auditionPush } from "@liantai/api/contract/flow-editor";
import type { SocketInfo } from "../../http/module.ts";
import type { AssistOrder } from "../../ports/engine.ts";
import { createVirtualClock } from "../../testing/clock.ts";
import { seatCaller } from "../../testing/who.ts";
import { createProcessBroker } from "../../adapters/embedded/broker/index.ts";
import { publish } from "../topics.ts";
import { createPushSocket } from "./push-socket.ts";

const clock = createVirtualClock();
const orders: AssistOrder[] = [];
/** Bytes of what auditions heard. */
const said: number[] = [];
let running = true;
let code = 1;
let caller = seatCaller({ roleType: 2, agentId: "1001" });
const broker = createProcessBroker(clock);
const pushing = createPushSocket({
  clock,
  broker,
  tickets: {
    redeem: async (ticket, use) =>
      (ticket === "good" && use === "assist") || (ticket === "voice" && use === "audition") ? caller : undefined,
  },
  ears: {
    own: async ({ userId }, msgId) => userId === caller.userId && msgId === "m1",
    async hear(_caller, _msgId, audio) {
      if (!running) return false;
      said.push(audio.length);
      return true;
    },
  },
  engine: {
    async assist(compId, agentId, callId, order) {
      if (order.do === "audio") orders.push(order);
      return { code: compId === caller.compId && agentId === "1001" && callId === "c1" ? code : -404 };
    },
  },
});
const { route } = pushing;
const url = (query: string) => new URL(`http://localhost${route.path}?${query}`);
const admitted = (query: string) => route.authorise({ url: url(query) } as SocketInfo);
const open: (() => void)[] = [];
beforeAll(() => pushing.start());
afterAll(() => pushing.stop());
beforeEach(() => {
  code = 1;
  orders.length = 0;
  caller = seatCaller({ roleType: 2, agentId: "1001" });
});
afterEach(() => open.splice(0).forEach((end) => end()));

async function connect(query = "token=good&callId=c1&side=customer") {
  const authorised = await admitted(query);
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket, request) =>
    route.accept(socket, { url: url(query), address: "", device: "", request }, authorised),
  );
  await once(server, "listening");
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  open.push(() => (socket.terminate(), server.close()));
  await once(socket, "open");
  return { socket, closed: once(socket, "close").then(([closed]) => closed as number) };
}
const second = () => Buffer.alloc(16_000, 1);
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
};

test("A7 the socket opens with a ticket of its use, for a seat and its own call", async () => {
  expect(await admitted("token=good&callId=c1")).toMatchObject({ caller: { agentId: "1001" } });
  for (const query of ["callId=c1", "token=bad&callId=c1", "token=good", "token=good&callId=c2"])
    expect(await admitted(query)).toBe(false);
  expect(await admitted("token=good&callId=c1&side=both")).toBe(false);
  caller = seatCaller({ roleType: 1, agentId: null });
  expect(await admitted("token=good&callId=c1")).toBe(false);
});

test("A7 a second a frame goes on to the engine, in order and of its side", async () => {
  const { socket } = await connect();
  socket.send(second());
  socket.send(Buffer.alloc(16_000, 2));
  await until(() => orders.length === 2);
  expect(orders.map((order) => order.do === "audio" && [order.side, Buffer.from(order.audio, "base64")[0]])).toEqual([
    ["customer", 1],
    ["customer", 2],
  ]);
});

test.each([
  ["15,999 bytes", () => Buffer.alloc(15_999), 1009],
  ["two seconds", () => Buffer.alloc(32_000), 1009],
  ["text", () => "x".repeat(16_000), 1009],
])("A7 a frame of %s closes the socket", async (_what, frame, closes) => {
  const { socket, closed } = await connect();
  socket.send(frame());
  expect(await closed).toBe(closes);
  expect(orders).toEqual([]);
});

test("A7 faster than it was said, the call over, the switch hears it itself, no recogniser: each closes with its code", async () => {
  const fast = await connect();
  for (let i = 0; i < 4; i++) fast.socket.send(second());
  expect(await fast.closed).toBe(1008);
  for (const [answer, closes] of [
    [-404, assistCloses.callOver],
    [-403, assistCloses.carried],
    [-500, assistCloses.failed],
  ] as const) {
    code = 1;
    const { socket, closed } = await connect();
    code = answer;
    socket.send(second());
    expect(await closed).toBe(closes);
  }
});

test("A12 with msgId and a ticket of its own it is the voice of an audition: whole frames, and none when that is over", async () => {
  caller = seatCaller({ roleType: 1, agentId: null });
  for (const query of ["token=good&msgId=m1", "token=voice&msgId=other", "token=voice&callId=c1", "token=voice&msgId="])
    expect(await admitted(query)).toBe(false);
  const { socket, closed } = await connect("token=voice&msgId=m1");
  socket.send(Buffer.alloc(1_600));
  socket.send(Buffer.alloc(320));
  await until(() => said.length === 2);
  expect(said).toEqual([1_600, 320]);
  running = false;
  socket.send(Buffer.alloc(1_600));
  expect(await closed).toBe(assistCloses.callOver);
  running = true;
});

test.each([321, 0, 16_320])("A12 a message of %i bytes closes the voice of an audition", async (bytes) => {
  const { socket, closed } = await connect("token=voice&msgId=m1");
  socket.send(Buffer.alloc(bytes));
  expect(await closed).toBe(1009);
});

test("A12 the path is the specification's", () => expect(auditionPush.path).toBe(route.path));

test("A7 the socket closes with its session, and one of a session that ended meanwhile does not open", async () => {
  const { closed } = await connect();
  const { sessionId, compId } = caller;
  await publish(broker, "session.ended", { sessionId, accountId: "u", compId, agentId: "1001", reason: "ended" });
  expect(await closed).toBe(4001);
  expect(await (await connect()).closed).toBe(4001);
});
