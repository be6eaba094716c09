/** docs/protocol.md, section Sockets, over real sockets. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { createVirtualClock, silentLogger } from "../testing/index.ts";
import { addressSet, peerOf } from "./address.ts";
import type { SocketRoute } from "./module.ts";
import { createSockets, originAllowed, type Sockets } from "./sockets.ts";

const clock = createVirtualClock();
let server: Server;
let sockets: Sockets;
let base: string;
let hold: Promise<void> = Promise.resolve();
/** Told when `hold` is asked for. */
let asking: () => void = () => undefined;

const echo: SocketRoute["accept"] = (socket) => void socket.on("message", (data) => socket.send(String(data)));
const routes: readonly SocketRoute[] = [
  {
    path: "/ws",
    authorise: async ({ url }) => (url.searchParams.get("token") === "good" ? { who: "agent" } : false),
    accept: (socket, info, authorised) => {
      socket.send(JSON.stringify({ ...(authorised as object), device: info.device }));
      echo(socket, info, authorised);
    },
  },
  { path: "/sip", protocol: "sip", allowNoOrigin: true, authorise: async () => true, accept: echo },
  { path: "/slow", authorise: () => (asking(), hold.then(() => true)), accept: echo },
  { path: "/broken", authorise: () => Promise.reject(new Error("database away")), accept: echo },
];

beforeEach(async () => {
  sockets = createSockets({
    routes,
    clock,
    logger: silentLogger,
    publicUrl: "https://desk.example.com",
    addressOf: (request) => peerOf(request, addressSet([])),
  });
  server = createServer((_request, response) => response.end());
  sockets.attach(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await sockets.drain(200);
  await new Promise((resolve) => server.close(resolve));
});

type Outcome = { readonly socket: WebSocket; readonly first: Promise<string> } | number;

/** The open socket, or the status it was refused with. */
function connect(
  path: string,
  { origin = `http://${base}`, protocol }: { origin?: string; protocol?: string } = {},
): Promise<Outcome> {
  const socket = new WebSocket(`ws://${base}${path}`, protocol ? [protocol] : [], {
    origin,
    headers: { "user-agent": "jest" },
  });
  const first = new Promise<string>((resolve) => void socket.once("message", (data) => resolve(String(data))));
  return new Promise((resolve, reject) => {
    socket.once("open", () => resolve({ socket, first }));
    socket.once("unexpected-response", (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.once("error", reject);
  });
}

async function opened(path: string, options = {}): Promise<{ socket: WebSocket; first: Promise<string> }> {
  const outcome = await connect(path, options);
  if (typeof outcome === "number") throw new Error(`refused with ${outcome}`);
  return outcome;
}

test("S1 a path nobody serves is 404", async () => {
  expect(await connect("/nowhere")).toBe(404);
});

test("S2 a page of another site opens nothing; the own host and PUBLIC_URL do", async () => {
  for (const origin of [
    "https://evil.example",
    `http://${base}.evil.example`,
    "null",
    `http://evil@${base.replace(":", "@")}`,
    "file://x",
    "",
  ])
    expect(await connect("/ws?token=good", { origin })).toBe(403);
  for (const origin of [`http://${base}`, "https://desk.example.com"]) await opened("/ws?token=good", { origin });
});

test("S2 no Origin is let in only where SIP phones come", async () => {
  const bare = (path: string, protocols: string[]): Promise<number | "open"> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://${base}${path}`, protocols);
      socket.once("open", () => resolve("open"));
      socket.once("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
      socket.once("error", () => undefined);
    });
  expect(await bare("/ws?token=good", [])).toBe(403);
  expect(await bare("/sip", ["sip"])).toBe("open");
});

test("S3 who is not authorised gets 401 and no socket; who is, gets what was found out", async () => {
  expect(await connect("/ws?token=bad")).toBe(401);
  expect(await connect("/broken")).toBe(500);
  const { first } = await opened("/ws?token=good");
  expect(JSON.parse(await first)).toEqual({ who: "agent", device: "jest" });
});

test("a path with a sub-protocol answers with it, and refuses without", async () => {
  const { socket } = await opened("/sip", { protocol: "sip" });
  expect(socket.protocol).toBe("sip");
  expect(await connect("/sip")).toBe(400);
  expect(await connect("/sip", { protocol: "mqtt" })).toBe(400);
});

test("a frame over 64 KB closes with 1009", async () => {
  const { socket } = await opened("/ws?token=good");
  const closed = new Promise<number>((resolve) => void socket.once("close", resolve));
  socket.send("x".repeat(65 * 1024));
  expect(await closed).toBe(1009);
});

test("a peer that answers no ping is ended; one that does stays", async () => {
  const silent = await opened("/ws?token=good");
  const living = await opened("/ws?token=good");
  // ws answers pings by itself; a dead peer does not.
  silent.socket.pause();
  const ended = new Promise((resolve) => void silent.socket.once("close", resolve));
  const count = () => [...sockets.counts()].find(([path]) => path === "/ws")?.[1];
  /** What is sent behind the pong has come, and so has the pong. */
  const echoed = async (): Promise<void> => {
    const answer = new Promise((resolve) => void living.socket.once("message", resolve));
    living.socket.send("there");
    await answer;
  };
  await living.first;
  const pinged = new Promise((resolve) => void living.socket.once("ping", resolve));
  await clock.advance(30_000);
  await pinged;
  await echoed();
  expect(count()).toBe(2);
  await clock.advance(30_000);
  while (count() === 2) await new Promise((resolve) => setImmediate(resolve));
  await echoed();
  expect([count(), living.socket.readyState]).toEqual([1, WebSocket.OPEN]);
  silent.socket.resume();
  await ended;
});

test("S4 a stop closes with 1001 and takes no more, not even one that is being authorised", async () => {
  const { socket } = await opened("/ws?token=good");
  const closed = new Promise<number>((resolve) => void socket.once("close", resolve));
  let release: () => void = () => undefined;
  hold = new Promise((resolve) => {
    release = resolve;
  });
  const asked = new Promise<void>((resolve) => (asking = resolve));
  const late = connect("/slow");
  await asked;
  await sockets.drain(1_000);
  expect(await closed).toBe(1001);
  release();
  expect(await late).toBe(503);
  expect(await connect("/ws?token=good")).toBe(503);
});

test.each([
  ["https://a.example", "a.example", true],
  ["https://a.example", "a.example:443", true],
  ["http://a.example:8080", "a.example:8080", true],
  ["http://a.example:8081", "a.example:8080", false],
  ["https://a.example.evil", "a.example", false],
  ["https://a.example", undefined, false],
  ["chrome-extension://a.example", "a.example", false],
])("origin %s asked under host %s: %s", (origin, host, allowed) => {
  expect(originAllowed(origin, host, undefined, false)).toBe(allowed);
});
