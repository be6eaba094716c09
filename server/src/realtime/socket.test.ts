import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { authApi, socketCloses, socketPath } from "@liantai/api/contract";
import { WebSocket, WebSocketServer } from "ws";
import type { SocketInfo } from "../http/module.ts";
import { publish } from "../modules/topics.ts";
import { administrator, agent, type Demo } from "../testing/demo.ts";
import { naughtyStrings } from "../testing/naughty/index.ts";
import type { RealtimeModule } from "./index.ts";
import { openSockets, type Client, type Sockets } from "./testing/sockets.ts";

let sockets: Sockets;
let demo: Demo;
let realtime: RealtimeModule;

beforeAll(async () => {
  sockets = await openSockets();
  ({ demo, realtime } = sockets);
});
afterEach(() => sockets.reset());
afterAll(() => sockets.close());

const connect: Sockets["connect"] = (...of) => sockets.connect(...of);
const ticket: Sockets["ticket"] = (...of) => sockets.ticket(...of);
const streamOf = (client: Client) =>
  (client.frames.find((frame) => frame["type"] === "socket-uuid")!["data"] as { stream: string }).stream;
const notify = (text: string) =>
  publish(demo.ports.broker, "message.send", {
    to: { compId: "100001", agentId: "1001" },
    message: { type: "msgNotify", id: text, title: "公告", text, level: "info" },
  });

test.each([socketPath, "/msg/api/v1/socket"])(
  "%s opens with a ticket, once, and never with a token or another use",
  async (path) => {
    const { access_token } = await demo.signIn(agent);
    const token = await ticket(access_token);
    const client = await connect({ token }, path);
    const [hello] = await client.until(1);
    expect(hello).toEqual({
      type: "socket-uuid",
      data: { time: demo.clock.now(), socketId: expect.stringMatching(/^[\w-]{24}$/), stream: expect.any(String) },
    });
    for (const bad of [{ token }, { token: access_token }, { token: await ticket(access_token, "cti") }, {}])
      await expect(connect(bad as Record<string, string>, path)).rejects.toThrow("401");
  },
);

test("E24 515 naughty texts come over the socket as they were sent", async () => {
  const client = await connect({ token: await ticket((await demo.signIn(agent)).access_token) });
  await client.until(1);
  for (const text of naughtyStrings) await notify(text);
  const frames = await client.until(1 + naughtyStrings.length);
  expect(frames.slice(1).map((frame) => frame["text"])).toEqual(naughtyStrings);
});

test("M1 a ping is answered and messages come in Chinese, numbered", async () => {
  const client = await connect({ token: await ticket((await demo.signIn(agent)).access_token) });
  client.socket.send('{"type":"ping"}');
  await client.until(2);
  await notify("今天下午三点开会 👍");
  await notify("长".repeat(30_000));
  const frames = await client.until(4);
  expect(frames.slice(1)).toEqual([
    { type: "pong" },
    { seq: 1, type: "msgNotify", id: "今天下午三点开会 👍", title: "公告", text: "今天下午三点开会 👍", level: "info" },
    expect.objectContaining({ seq: 2, text: "长".repeat(30_000) }),
  ]);
});

test("a dropped connection resumes with what it missed", async () => {
  const { access_token } = await demo.signIn(agent);
  const first = await connect({ token: await ticket(access_token) });
  await notify("一");
  await first.until(2);
  first.socket.terminate();
  await first.closed;
  await demo.eventually(() => realtime.stats.sockets === 0);
  await notify("二");
  const second = await connect({ token: await ticket(access_token), resume: streamOf(first), last: "1" });
  expect((await second.until(3)).slice(1)).toEqual([
    { type: "resumed", from: 1 },
    expect.objectContaining({ seq: 2, text: "二" }),
  ]);
});

test("M4 M7 a stream is not resumed by another session, and a nonsense number is a refetch", async () => {
  const first = await connect({ token: await ticket((await demo.signIn(agent)).access_token) });
  await first.until(1);
  const other = (await demo.signIn({ ...agent, account: "1002" })).access_token;
  for (const last of ["0", "x", "-1", "99999999999999999999"]) {
    const client = await connect({ token: await ticket(other), resume: streamOf(first), last });
    expect((await client.until(2)).map((frame) => frame["type"])).toEqual(["refetch", "socket-uuid"]);
  }
  expect(first.socket.readyState).toBe(WebSocket.OPEN);
});

test("signing in elsewhere tells the old page the sentence of the specification and closes its socket", async () => {
  const client = await connect({ token: await ticket((await demo.signIn(agent)).access_token) });
  await client.until(1);
  await demo.signIn({ ...agent, address: "10.0.0.9" });
  expect(await client.closed).toBe(socketCloses.sessionEnded);
  expect(client.frames.at(-1)).toEqual({ seq: 1, type: "loginOut", msg: "您的账号已在别处登录，您将被强制退出" });
});

test("S13 a session that ends between its ticket and its socket is told so and closed", async () => {
  const { access_token } = await demo.signIn(agent);
  const url = new URL(`ws://desk${socketPath}?token=${await ticket(access_token)}`);
  const route = realtime.sockets!.find(({ path }) => path === socketPath)!;
  const authorised = await route.authorise({ url, address: "", device: "" } as SocketInfo);
  await demo.call(authApi.logout, {}, access_token);
  await demo.clock.settle();
  const upgrades = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  upgrades.on("connection", (ws, request) => route.accept(ws, { url, address: "", device: "", request }, authorised));
  await once(upgrades, "listening");
  try {
    const socket = new WebSocket(`ws://127.0.0.1:${(upgrades.address() as AddressInfo).port}`);
    sockets.open.push(socket);
    const frames: unknown[] = [];
    socket.on("message", (data) => frames.push(JSON.parse((data as Buffer).toString())));
    const [code] = (await once(socket, "close")) as [number];
    expect(code).toBe(socketCloses.sessionEnded);
    expect(frames.at(-1)).toEqual({ seq: 1, type: "loginOut", msg: "您已退出登录" });
  } finally {
    upgrades.close();
  }
});

test("a session whose end nobody heard of loses its socket within a minute", async () => {
  const client = await connect({ token: await ticket((await demo.signIn(agent)).access_token) });
  await client.until(1);
  await demo.ports.database.system((trx) =>
    trx.updateTable("session").set({ endedAt: new Date(), endReason: "ended" }).execute(),
  );
  await demo.clock.advance(50_000);
  client.socket.send("ping");
  await client.until(2);
  await demo.clock.advance(10_000);
  expect(await client.closed).toBe(socketCloses.sessionEnded);
});

test("a recorded call reaches its agent and the supervisors of its enterprise", async () => {
  const one = await connect({ token: await ticket((await demo.signIn(agent)).access_token) });
  const two = await connect({ token: await ticket((await demo.signIn({ ...agent, account: "1002" })).access_token) });
  const boss = await connect({ token: await ticket((await demo.signIn(administrator)).access_token) });
  await Promise.all([one, two, boss].map((client) => client.until(1)));
  await publish(demo.ports.broker, "call.recorded", {
    compId: "100001",
    callId: "c1",
    agentId: "1001",
    cause: "completed",
  });
  const message = { seq: 1, type: "callRecorded", callId: "c1", agentId: "1001", cause: "completed" };
  expect((await one.until(2))[1]).toEqual(message);
  expect((await boss.until(2))[1]).toEqual(message);
  expect(two.frames).toHaveLength(1);
});

test("a recorded call's id reaches no administrator without 通话记录, and nobody by the role of before", async () => {
  const system: Demo["ports"]["database"]["system"] = (run) => demo.ports.database.system(run);
  const role = (roleId: string) =>
    system((trx) =>
      trx
        .updateTable("account")
        .set({ roleId })
        .where("compId", "=", "100001")
        .where("account", "=", "admin")
        .returning("id")
        .execute(),
    );
  const { id: before } = await system((trx) =>
    trx
      .selectFrom("role")
      .select("id")
      .where("compId", "=", "100001")
      .where("roleType", "=", 1)
      .executeTakeFirstOrThrow(),
  );
  await system((trx) =>
    trx
      .insertInto("role")
      .values({ id: "blind", compId: "100001", name: "无菜单", kind: "custom", roleType: 1 })
      .execute(),
  );
  const end = (callId: string, agentId: string | null) =>
    publish(demo.ports.broker, "call.recorded", { compId: "100001", callId, agentId, cause: "completed" });
  const one = await connect({ token: await ticket((await demo.signIn(agent)).access_token) });
  const boss = await connect({ token: await ticket((await demo.signIn(administrator)).access_token) });
  await Promise.all([one, boss].map((client) => client.until(1)));
  const change = async (roleId: string) => {
    const [account] = await role(roleId);
    await publish(demo.ports.broker, "grants.changed", { accountIds: [account!.id] });
    await demo.clock.settle();
  };
  await change("blind");
  await end("c1", "1001");
  await end("c2", null);
  await demo.clock.settle();
  await change(before);
  await end("c3", null);
  expect((await one.until(2))[1]).toMatchObject({ callId: "c1" });
  expect((await boss.until(2)).slice(1)).toMatchObject([{ type: "callRecorded", callId: "c3" }]);
  // Whether numbers are hidden is of the enterprise: then all who are signed in there are read anew.
  await role("blind");
  await publish(demo.ports.broker, "enterprise.changed", { compId: "100001" });
  await publish(demo.ports.broker, "grants.changed", { compId: "100001" });
  await demo.clock.settle();
  await end("c4", null);
  await demo.clock.settle();
  await change(before);
  await end("c5", null);
  expect((await boss.until(3)).slice(2)).toMatchObject([{ type: "callRecorded", callId: "c5" }]);
});

test("a recorded call's id reaches of the monitors only those who find the call in 通话记录", async () => {
  const system: Demo["ports"]["database"]["system"] = (run) => demo.ports.database.system(run);
  const far = await system((trx) =>
    trx.insertInto("agent_group").values({ compId: "100001", id: "far", name: "售后部" }).returning("id").execute(),
  );
  const seat = (groupId: string) =>
    system((trx) => trx.updateTable("seat").set({ groupId }).where("agentId", "=", "1001").execute());
  const { groupId: near } = await system((trx) =>
    trx.selectFrom("seat").select("groupId").where("agentId", "=", "1001").executeTakeFirstOrThrow(),
  );
  const monitor = await connect({
    token: await ticket((await demo.signIn({ ...agent, roleType: 3, account: "1005" })).access_token),
  });
  const boss = await connect({ token: await ticket((await demo.signIn(administrator)).access_token) });
  await Promise.all([monitor, boss].map((client) => client.until(1)));
  const end = (callId: string, agentId: string | null) =>
    publish(demo.ports.broker, "call.recorded", { compId: "100001", callId, agentId, cause: "completed" });
  await seat(far[0]!.id);
  await end("elsewhere", "1001");
  // Nobody's: a caller who gave up is in no group.
  await end("nobody's", null);
  await boss.until(3);
  await seat(near!);
  await end("ours", "1001");
  await end("own", "1005");
  const ids = (frames: readonly Record<string, unknown>[]) => frames.slice(1).map((frame) => frame["callId"]);
  expect(ids(await monitor.until(3))).toEqual(["ours", "own"]);
  expect(ids(await boss.until(5)).sort()).toEqual(["elsewhere", "nobody's", "ours", "own"]);
});

test("M9: that the day changed is told to the supervisors of the enterprise and to nobody else", async () => {
  const one = await connect({ token: await ticket((await demo.signIn(agent)).access_token) });
  const boss = await connect({ token: await ticket((await demo.signIn(administrator)).access_token) });
  await Promise.all([one, boss].map((client) => client.until(1)));
  await publish(demo.ports.broker, "day.changed", { compId: "999999" });
  await publish(demo.ports.broker, "day.changed", { compId: "100001" });
  expect((await boss.until(2))[1]).toEqual({ seq: 1, type: "dayChanged" });
  expect(one.frames).toHaveLength(1);
});

test("M10 seats are followed over the socket, by whoever may and in the own name; back on its stream a page gets the whole", async () => {
  const { access_token } = await demo.signIn(administrator);
  const { userId } = await demo.caller(access_token);
  const boss = await connect({ token: await ticket(access_token) });
  const follow = (client: Client, who: string, compId: string, subscribeAgents: unknown) =>
    client.socket.send(
      JSON.stringify({ type: "agent", content: { type: "AGENT_SUBSCRIBE", userId: who, compId, subscribeAgents } }),
    );
  follow(boss, "somebody else", "100001", "*");
  follow(boss, userId, "999999", "*");
  // As long as a thousand work numbers, and longer than any other frame may be.
  const named = ["1001", ...Array.from({ length: 4_000 }, (_, at) => String(1_000_000_000 + at))];
  follow(boss, userId, "100001", named);
  const whole = { type: "AGENT_PULL", full: true, agents: [expect.objectContaining({ agentId: "1001", code: 0 })] };
  expect((await boss.until(2)).slice(1)).toEqual([whole]);
  boss.socket.terminate();
  await boss.closed;
  await demo.eventually(() => realtime.stats.sockets === 0);
  await demo.clock.advance(250);
  const back = await connect({ token: await ticket(access_token), resume: streamOf(boss), last: "0" });
  expect(await back.until(3)).toEqual([expect.anything(), { type: "resumed", from: 0 }, whole]);
  const seat = await demo.signIn(agent);
  const one = await connect({ token: await ticket(seat.access_token) });
  follow(one, (await demo.caller(seat.access_token)).userId, "100001", "*");
  expect((await one.until(2))[1]).toEqual({ type: "AGENT_PULL", full: true, agents: [], desc: expect.any(String) });
  follow(
    back,
    userId,
    "100001",
    Array.from({ length: 6_000 }, (_, at) => String(1_000_000_000 + at)),
  );
  expect(await back.closed).toBe(1009);
});

test.each([
  ["too large", (socket: WebSocket) => socket.send("x".repeat(5_000)), 1009],
  ["binary", (socket: WebSocket) => socket.send(Buffer.from([1])), 1009],
  ["too many", (socket: WebSocket) => Array.from({ length: 201 }, () => socket.send("ping")), 1008],
])("frames that are %s close the socket", async (_what, send, code) => {
  const client = await connect({ token: await ticket((await demo.signIn(agent)).access_token) });
  send(client.socket);
  expect(await client.closed).toBe(code);
});

test("frames that mean nothing are ignored", async () => {
  const client = await connect({ token: await ticket((await demo.signIn(agent)).access_token) });
  for (const frame of ["", "{}", "null", "[", '{"type":"ack"}', '{"type":"loginOut"}']) client.socket.send(frame);
  client.socket.send("ping");
  expect((await client.until(2))[1]).toEqual({ type: "pong" });
});
