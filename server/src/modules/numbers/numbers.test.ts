import { createHmac } from "node:crypto";
import { customerApi, telephonyApi, type Endpoint } from "@liantai/api/contract";
import { extensionApi } from "@liantai/api/contract/admin";
import { buildApp, type App } from "../../app.ts";
import type { Caller } from "../../http/routes.ts";
import { seatCaller } from "../../testing/who.ts";
import { createTestPorts, type TestPorts } from "../../testing/index.ts";
import { createEventLog, type Entry } from "../event-log/index.ts";
import { demoDirectNumber, demoEnterprise, sealerOf } from "../system/index.ts";
import { seed } from "../first-start/index.ts";
import { createDirectory, createLocalPhone, createNumbersModule, type NumbersModuleOptions } from "./index.ts";
import { createGuests } from "./guests.ts";

const { compId } = demoEnterprise;
const direct = demoDirectNumber.number;
const sealer = sealerOf(Buffer.alloc(32, 3));
const caller = (more: Partial<Caller>): Caller => seatCaller({ compId, hiddenGlobalPhone: true, ...more });
let ports: TestPorts;
let app: App;
let who: Caller;
let served = true;

beforeAll(async () => {
  ports = await createTestPorts();
  await seed(ports, sealer, { host: "127.0.0.1" });
  app = await appWith({});
});
afterAll(async () => {
  await app.fastify.close();
  await ports.close();
});

function appWith(more: Pick<NumbersModuleOptions, "turn">): Promise<App> {
  const module = createNumbersModule({
    ports,
    sealer,
    realm: "liantai",
    engine: { serves: async () => served },
    localPhone: { script: async (sessionId) => `/local-phone/${sessionId}.js` },
    ...more,
  });
  return buildApp(
    ports,
    { host: "127.0.0.1", port: 0, publicUrl: "https://desk.example.com", tls: undefined },
    {
      modules: [module],
      endpoints: module.routes.map((route) => route.endpoint),
      checkReplies: true,
      sessions: { resolve: async () => who },
      mayPress: async () => true,
      maySee: async () => true,
    },
  );
}

async function ask(
  endpoint: Endpoint,
  as: Caller | undefined,
  input: Record<string, string> = {},
  of: App = app,
): Promise<{ status: number; code: number; msg: string; data: Record<string, unknown> }> {
  if (as) who = as;
  const url = endpoint.method === "GET" ? `${endpoint.path}?${new URLSearchParams(input)}` : endpoint.path;
  const reply = await of.fastify.inject({
    method: endpoint.method,
    url,
    ...(as ? { headers: { authorization: `Bearer ${"t".repeat(20)}` } } : {}),
    ...(endpoint.method === "POST" ? { payload: input } : {}),
  });
  return {
    status: reply.statusCode,
    ...(reply.json() as { code: number; msg: string; data: Record<string, unknown> }),
  };
}

test("where the sockets are: the address the browser used", async () => {
  expect((await ask(telephonyApi.getCti, caller({}), { wsType: "wss" })).data).toEqual({
    domain: "desk.example.com",
    port: 443,
    serverId: "main",
    path: "/cti/ws",
  });
  expect((await ask(telephonyApi.getReg, caller({}), { wsType: "wss" })).data).toMatchObject({ path: "/xcc/ws" });
});

test.each(["getCti", "getReg"] as const)(
  "L7 %s knows its own server, and names one that it does not know",
  async (name) => {
    const at = (serverId: string) => ask(telephonyApi[name], caller({}), { wsType: "ws", serverId });
    for (const own of ["main", ""]) expect(await at(own)).toMatchObject({ code: 1, data: { serverId: "main" } });
    expect(await at("media-7")).toMatchObject({ code: 404, msg: "服务器“media-7”不存在", data: null });
    const without = await ask(telephonyApi[name], caller({}), {});
    expect([without.code, without.msg]).toEqual([400, expect.stringContaining("连接协议")]);
    expect(without.msg).not.toContain("wsType");
  },
);

test("K39 colleagues say whose calls go to a transfer number in the state that they are in", async () => {
  const change = (forwardModes: string, forwardTo: string) =>
    ports.database.system((trx) =>
      trx
        .updateTable("seat")
        .set({ forwardModes, forwardTo })
        .where("compId", "=", compId)
        .where("agentId", "=", "1002")
        .execute(),
    );
  const forwards = async () => {
    const { agents } = (await ask(telephonyApi.colleagues, caller({}), {})).data as unknown as {
      agents: { agentId: string; forwards: boolean }[];
    };
    return ["1002", "1003"].map((id) => agents.find(({ agentId }) => agentId === id)?.forwards);
  };
  // Nobody is signed in.
  for (const [modes, away] of [
    ["offline", true],
    ["busy,noAnswer", false],
    ["always", true],
  ] as const) {
    await change(modes, "13900001111");
    expect([modes, await forwards()]).toEqual([modes, [away, false]]);
  }
  await change("", "");
});

test("the group extension/query answers the own key as querySecretKey does, and nobody else's", async () => {
  const name = `${compId}1001`;
  const own = { user: name, realm: "liantai", extension: "1001" };
  for (const endpoint of [telephonyApi.querySecretKey, extensionApi.own]) {
    expect((await ask(endpoint, caller({}), { name })).data).toMatchObject(own);
    expect((await ask(endpoint, caller({}), { name: `${compId}1002` })).status).toBe(403);
  }
  expect([extensionApi.own.method, extensionApi.own.path]).toEqual(["GET", "/pbx/api/v1/extension/query"]);
});

test("an extension's password goes to its own agent and nobody else", async () => {
  const { data } = await ask(telephonyApi.querySecretKey, caller({}), { name: `${compId}1001` });
  expect(data).toMatchObject({ user: `${compId}1001`, realm: "liantai", extension: "1001" });
  const directory = createDirectory({ ...ports, sealer });
  // Nobody is signed in: the password is worth nothing (engine/sip-credentials.test.ts tries it on the wire).
  expect(await directory.credentials(`${compId}1001`)).toEqual([]);
  for (const name of [`${compId}1002`, "1000021001", "1001"])
    expect((await ask(telephonyApi.querySecretKey, caller({}), { name })).status).toBe(403);
  expect((await ask(telephonyApi.querySecretKey, caller({ compId: "100002" }), { name: "1000021001" })).code).toBe(0);
  for (const user of ["1001", `${compId}9999`, "1000021001", "", "'; drop table seat", "g123", "g000000000000000000"])
    expect(await directory.credentials(user)).toEqual([]);
});

test("K43 of which enterprise a SIP user is: an extension's, a customer's page's, an administrator's of the session", async () => {
  const directory = createDirectory({ ...ports, sealer });
  const guest = await createGuests(ports.broker, ports.random).create({ compId, number: "4001" }, undefined);
  const administrator = caller({ agentId: null, roleType: 1, userName: `${compId}1admin`, sessionId: "s1" });
  const { data } = await ask(telephonyApi.querySecretKey, administrator, { name: `${compId}admin` });
  expect(data["user"]).toMatch(/^s\d{18}$/);
  for (const user of [`${compId}1001`, `${compId}9999`, guest.user, String(data["user"])])
    expect([user, await directory.enterpriseOf(user)]).toEqual([user, compId]);
  for (const user of ["9999991001", "1001", "", "g000000000000000000", "s000000000000000000", "'; drop table seat"])
    expect([user, await directory.enterpriseOf(user)]).toEqual([user, undefined]);
});

test("L5 the script that reaches the soft phone on the agent's machine is for terminal type 4, and its ticket for one use", async () => {
  const seat = (terminalType: number) =>
    ports.database.system((trx) =>
      trx
        .updateTable("seat")
        .set({ terminalType })
        .where("compId", "=", compId)
        .where("agentId", "=", "1001")
        .execute(),
    );
  const script = async () =>
    (await ask(telephonyApi.querySecretKey, caller({ sessionId: "s9" }), { name: `${compId}1001` })).data["localPhone"];
  expect(await script()).toBeUndefined();
  await seat(4);
  expect(await script()).toBe("/local-phone/s9.js");
  const issued = new Map<string, Caller>();
  const phone = createLocalPhone({
    database: ports.database,
    tickets: {
      async issue({ sessionId }, use) {
        issued.set(`${use}-${sessionId}`, caller({ sessionId }));
        return { ticket: `${use}-${sessionId}`, expiresIn: 30 };
      },
      async redeem(ticket) {
        const found = issued.get(ticket);
        issued.delete(ticket);
        return found;
      },
    },
  });
  expect(await phone.script("s9")).toBe("/local-phone/localPhone-s9.js");
  expect(await phone.port("localPhone-s9")).toBe(17_010);
  expect(await phone.port("localPhone-s9")).toBeUndefined();
  await phone.script("s9");
  await seat(2);
  expect(await phone.port("localPhone-s9")).toBeUndefined();
});

describe("P24 with a TURN server", () => {
  const secret = "north-south-east-west";
  const urls = ["turn:turn.example.com:3478?transport=udp"];
  type Ice = { urls: string[]; username: string; credential: string }[];
  let relaying: App;
  const liveS1 = (forMs: number) =>
    ports.database.system(async (trx) => {
      await trx.deleteFrom("session").where("id", "=", "s1").execute();
      const { id: accountId } = await trx
        .selectFrom("account")
        .select("id")
        .where("compId", "=", compId)
        .where("agentId", "=", "1001")
        .executeTakeFirstOrThrow();
      const [now, until] = [ports.clock.now(), ports.clock.now() + forMs].map((at) => new Date(at)) as [Date, Date];
      const lives = { accessExpiresAt: until, refreshExpiresAt: until, createdAt: now, lastSeenAt: now };
      const told = { accessHash: "s1", refreshHash: "s1", address: "127.0.0.1", device: "" };
      await trx
        .insertInto("session")
        .values({ id: "s1", compId, accountId, ...lives, ...told })
        .execute();
    });
  /** As coturn reads it: until when (Unix seconds), for whom, and whether we said so. */
  const read = (ice: unknown) => {
    const [{ urls: at, username, credential }] = ice as [Ice[number]];
    const [until, user] = username.split(":");
    const proven = credential === createHmac("sha1", secret).update(username).digest("base64");
    return { at, seconds: Number(until) - Math.floor(ports.clock.now() / 1_000), user, proven };
  };

  beforeAll(async () => (relaying = await appWith({ turn: { urls, secret } })));
  afterAll(() => relaying.fastify.close());
  const keyOf = async (agent: Caller, name: string) => {
    const { data } = await ask(telephonyApi.querySecretKey, agent, { name }, relaying);
    return data;
  };

  test("an agent and an administrator's ears: to the session's end, 12 hours at most, nothing when it is over", async () => {
    const own = `${compId}1001`;
    await liveS1(3_600_000);
    expect(read((await keyOf(caller({}), own))["iceServers"])).toEqual({
      at: urls,
      seconds: 3_600,
      user: own,
      proven: true,
    });
    await liveS1(86_400_000);
    expect(read((await keyOf(caller({}), own))["iceServers"]).seconds).toBe(43_200);
    const ears = await keyOf(caller({ agentId: null, roleType: 1, userName: "1000011admin" }), `${compId}admin`);
    expect(read(ears["iceServers"])).toMatchObject({ user: ears["user"], proven: true });
    await liveS1(-1);
    expect(await keyOf(caller({}), own)).not.toHaveProperty("iceServers");
  });

  test("a customer's page: for its hour", async () => {
    const { data } = await ask(customerApi.customerSession, undefined, { number: direct }, relaying);
    expect(read(data["iceServers"])).toEqual({ at: urls, seconds: 3_600, user: data["user"], proven: true });
  });

  test("without one replies say nothing of it", async () => {
    await liveS1(3_600_000);
    for (const [endpoint, who, input] of [
      [telephonyApi.querySecretKey, caller({}), { name: `${compId}1001` }],
      [customerApi.customerSession, undefined, { number: direct }],
    ] as const) {
      const { code, data } = await ask(endpoint, who, input);
      expect(code).toBe(1);
      expect(data).not.toHaveProperty("iceServers");
    }
  });
});

test("the customer's page: credentials for one number for an hour, or a polite refusal", async () => {
  const { data } = await ask(customerApi.customerSession, undefined, { number: direct, phone: "13800138000" });
  expect(data).toMatchObject({
    number: direct,
    realm: "liantai",
    socket: "wss://desk.example.com/xcc/ws",
    expiresIn: 3_600,
    title: expect.any(String),
  });
  const directory = createDirectory({ ...ports, sealer });
  expect(await directory.credentials(data["user"] as string)).toMatchObject([{ password: data["password"] }]);
  expect(await ask(customerApi.customerSession, undefined, { number: "4999" })).toMatchObject({
    code: 0,
    msg: "您拨打的号码不存在",
  });
  served = false;
  expect(await ask(customerApi.customerSession, undefined, { number: direct })).toMatchObject({
    code: 0,
    msg: "当前没有客服人员在线，请稍后再拨",
  });
  await ports.database.system((trx) => trx.updateTable("skill_group").set({ overflowAbsentKind: "hangup" }).execute());
  expect((await ask(customerApi.customerSession, undefined, { number: direct })).code).toBe(1);
  await ports.database.system((trx) => trx.updateTable("skill_group").set({ overflowAbsentKind: "none" }).execute());
  served = true;
  await ports.database.system((trx) => trx.updateTable("enterprise").set({ forbidden: 0 }).execute());
  expect(await ask(customerApi.customerSession, undefined, { number: direct })).toMatchObject({
    code: 0,
    msg: "您拨打的号码暂停服务，请稍后再拨",
  });
  await ports.database.system((trx) => trx.updateTable("enterprise").set({ forbidden: 1 }).execute());
  expect((await ask(customerApi.customerSession, undefined, { number: "abc" })).code).toBe(400);
  await ports.clock.advance(3_600_000);
  expect(await directory.credentials(data["user"] as string)).toEqual([]);
});

test("an agent's day counts only what lies in it; the enterprise's day lists its agents", async () => {
  const eventLog = createEventLog(ports);
  const now = ports.clock.now();
  const state = (code: 0 | 1 | 2 | 4, at: number): Entry => ({
    stream: "agent",
    kind: "agent",
    compId,
    id: "1001",
    at,
    actor: "1001",
    reason: "byAgent",
    fact: { type: "stateChanged", code },
  });
  const midnight = Date.parse("2026-03-02T00:00:00+08:00");
  void eventLog.append(state(1, midnight - 600_000));
  void eventLog.append(state(2, midnight + 60_000));
  void eventLog.append(state(1, now - 30_000));
  const call = (id: string, facts: [string, object][]) => {
    for (const [i, [reason, fact]] of facts.entries())
      void eventLog.append({
        stream: "contact",
        kind: "call",
        compId,
        id,
        at: now - 20_000 + i * 1_000,
        actor: "engine",
        ...(reason ? { reason } : {}),
        fact,
      } as Entry);
  };
  const created = { type: "created", direction: "inbound", caller: "138", callee: "4001" };
  call("a", [
    ["", created],
    ["", { type: "answered", agentId: "1001" }],
    ["completed", { type: "ended" }],
  ]);
  call("b", [
    ["", created],
    ["abandonedInQueue", { type: "ended" }],
  ]);
  call("c", [
    ["", { ...created, direction: "outbound", agentId: "1001" }],
    ["busy", { type: "ended" }],
  ]);
  await eventLog.flush();
  const mine = (await ask(telephonyApi.myDay, caller({}))).data;
  expect(mine).toMatchObject({
    inbound: 1,
    outbound: 1,
    answered: 1,
    talkS: 1,
    readyS: 60 + 30,
    wrapUpS: 0,
    busyS: (now - 30_000 - midnight - 60_000) / 1_000,
  });
  expect(mine["states"]).toHaveLength(3);
  const all = (await ask(telephonyApi.enterpriseDay, caller({ roleType: 1, agentId: null }))).data;
  expect(all["agents"]).toHaveLength(5);
  expect(all["agents"]).toContainEqual(expect.objectContaining({ agentId: "1001", code: 1, reason: "byAgent" }));
  expect((await ask(telephonyApi.enterpriseDay, caller({ roleType: 3, agentId: "9999" }))).data["agents"]).toEqual([]);
  expect((await ask(telephonyApi.enterpriseDay, caller({}))).status).toBe(403);
});
