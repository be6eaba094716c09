/** A forced password change holds on the server: whoever skips the page gets no further than the page would let them. */
import { AppError, authApi, errors, type Endpoint } from "@liantai/api/contract";
import { allEndpoints } from "@liantai/api/contract/all";
import { buildApp, type App } from "../../app.ts";
import type { SocketInfo } from "../../http/module.ts";
import type { Route } from "../../http/routes.ts";
import { createRealtimeModule } from "../../realtime/index.ts";
import { administrator, agent, openDemo, operatorLogin, refusal, type Demo } from "../../testing/demo.ts";
import { nobodyFollows } from "../../testing/idle.ts";
import { demoPassword } from "../system/index.ts";

const day = 86_400_000;
const reached: Route["handler"] = async () => {
  throw new AppError("refused", "reached");
};

let demo: Demo;
/** Every endpoint of the contract behind the real admission; handlers answer 'reached' and do nothing. */
let gate: App;
beforeAll(async () => {
  demo = await openDemo();
  gate = await buildApp(
    demo.ports,
    { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined },
    {
      modules: [{ name: "gate", routes: allEndpoints.map((endpoint) => ({ endpoint, handler: reached })) }],
      sessions: demo.auth.sessions,
      mayPress: demo.auth.mayPress,
      maySee: demo.auth.maySee,
      mayDo: demo.auth.mayDo,
    },
  );
});
afterEach(() => demo.reset());
afterAll(async () => {
  await gate.stop();
  await demo.close();
});

const force = (forcePasswordChange: 0 | 1) =>
  demo.ports.database.system((trx) =>
    trx.updateTable("enterprise").set({ reminderCycle: 30, forcePasswordChange }).execute(),
  );
const grow = (days: number) =>
  demo.ports.database.system((trx) =>
    trx
      .updateTable("account")
      .set({ passwordChangedAt: new Date(demo.clock.now() - days * day) })
      .execute(),
  );
const ask = async (endpoint: Endpoint, token: string) => {
  const reply = await gate.fastify.inject({
    method: endpoint.method,
    url: endpoint.path.replace(/:\w+/g, "x"),
    headers: { authorization: `Bearer ${token}`, ...(endpoint.body ? { "content-type": "application/json" } : {}) },
    ...(endpoint.body ? { payload: "{}" } : {}),
  });
  return { status: reply.statusCode, ...reply.json<{ code: number; msg: string }>() };
};
const signedIn = allEndpoints.filter(
  ({ permission }) => permission.kind === "session" || (permission.kind === "roles" && permission.roles.includes(2)),
);
const closedFor = async (token: string) => {
  const closed: string[] = [];
  for (const endpoint of signedIn) {
    const { status, code, msg } = await ask(endpoint, token);
    if (status === 200) continue;
    // What an agent's role was not given is closed to it at any age of the password.
    if (
      code === errors.forbidden.code &&
      endpoint.permission.kind === "roles" &&
      (endpoint.permission.button ?? endpoint.permission.purview ?? endpoint.permission.account) !== undefined
    )
      continue;
    expect({ name: endpoint.name, status, code, msg }).toEqual({
      name: endpoint.name,
      status: 403,
      code: errors.passwordOverdue.code,
      msg: "密码已过期，请先修改密码",
    });
    closed.push(endpoint.name);
  }
  return closed;
};

test("S5 overdue and forced: what the password page needs is open, everything else is refused with a sentence", async () => {
  await force(1);
  await grow(31);
  const { access_token } = await demo.signIn(agent);
  const closed = await closedFor(access_token);
  const open = signedIn.map(({ name }) => name).filter((name) => !closed.includes(name));
  expect(open.sort()).toEqual(["getUser", "logout", "resetPassword", "roleMenu", "userExpired"]);
  expect(closed).toEqual(
    expect.arrayContaining(["ticket", "querySecretKey", "callRecords", "playRecording", "sessions", "deferPassword"]),
  );
});

test.each([
  ["not overdue", 1, 29],
  ["not forced", 0, 31],
] as const)("%s: nothing is closed", async (_name, forced, days) => {
  await force(forced);
  await grow(days);
  expect(await closedFor((await demo.signIn(agent)).access_token)).toEqual([]);
});

test("operators are exempt, administrators are not", async () => {
  await force(1);
  await grow(400);
  expect((await ask(authApi.operatorHome, (await demo.signIn(operatorLogin)).access_token)).msg).toBe("reached");
  expect((await ask(authApi.sessions, (await demo.signIn(administrator)).access_token)).status).toBe(403);
});

test("a session that grows overdue while it lives is closed within 30 s, and open again at once after the change", async () => {
  await force(1);
  await grow(29.99);
  const { access_token } = await demo.signIn(agent);
  expect((await ask(authApi.sessions, access_token)).status).toBe(200);
  await demo.clock.advance(0.01 * day + 30_000);
  expect((await ask(authApi.sessions, access_token)).status).toBe(403);
  const [old, next] = [await demo.encrypt(demoPassword), await demo.encrypt("Kranich7#Morgen")];
  await demo.call(
    authApi.resetPassword,
    { body: { kid: old.kid, oldPassword: old.password, newPassword: next.password } },
    access_token,
  );
  expect(await closedFor(access_token)).toEqual([]);
});

test("S5 no socket opens: neither with a ticket from before nor a CTI login", async () => {
  await force(1);
  await grow(29.99);
  const { access_token } = await demo.signIn(agent);
  const issue = async (use: "message" | "cti") =>
    (await demo.call(authApi.ticket, { body: { use } }, access_token)).ticket;
  const realtime = createRealtimeModule({
    ports: demo.ports,
    tickets: demo.auth.tickets,
    sessions: demo.auth.sessions,
    monitorsOf: async () => [],
    maySee: async () => true,
    watches: nobodyFollows,
    engine: { assist: async () => ({ code: -404 }) },
    taskCounts: async () => undefined,
    waiting: async () => [],
  });
  const open = (token: string) =>
    realtime.sockets![0]!.authorise({
      url: new URL(`ws://desk/ws/api/v1/socket?token=${token}`),
      address: "",
      device: "",
    } as SocketInfo);
  expect(await open(await issue("message"))).toMatchObject({ caller: { agentId: "1001" } });
  const [message, cti] = [await issue("message"), await issue("cti")];
  await grow(31);
  expect(await open(message)).toBe(false);
  expect(await demo.auth.tickets.redeem(cti, "cti")).toBeUndefined();
});

test("a refresh keeps the session, and keeps it closed", async () => {
  await force(1);
  await grow(31);
  const first = await demo.signIn(agent);
  const next = await demo.call(authApi.refresh, { body: { hour: 24, token: first.refresh_token } });
  expect((await ask(authApi.sessions, next.access_token)).status).toBe(403);
  expect((await refusal(demo.call(authApi.deferPassword, {}, next.access_token))).message).toBe(
    "企业要求定期修改密码，不能推迟",
  );
});
