/** Contracts, callers and an app of the tests of the HTTP layer; everything else is real. */
import {
  AppError,
  anyone,
  clientOnly,
  defineEndpoint,
  listOf,
  pageFields,
  roles,
  signedIn,
  type Endpoint,
} from "@liantai/api/contract";
import { array, number, object, string } from "yup";
import { buildApp, type App } from "../../app.ts";
import { createTestPorts, type TestPorts } from "../../testing/index.ts";
import { seatCaller } from "../../testing/who.ts";
import { createLogger } from "../logging.ts";
import { route, type Caller, type Route } from "../routes.ts";

export const caller = (over: Partial<Caller> = {}): Caller => seatCaller({ hiddenGlobalPhone: true, ...over });

export const api = {
  open: defineEndpoint({
    name: "open",
    method: "GET",
    path: "/t/open",
    summary: "anyone",
    permission: anyone,
    query: object({ size: number().label("条数").integer().max(5) }),
    reply: object({ size: number().nullable().defined() }),
  }),
  client: defineEndpoint({
    name: "client",
    method: "POST",
    path: "/t/client",
    summary: "client",
    permission: clientOnly,
    encoding: "form",
    body: object({ grant_type: string().required() }),
    reply: string(),
  }),
  list: defineEndpoint({
    name: "list",
    method: "POST",
    path: "/t/list/:group",
    summary: "list",
    permission: signedIn,
    params: object({ group: string().label("分组").matches(/^\d+$/).required() }),
    body: object({
      ...pageFields,
      phone: string()
        .label("电话")
        .required()
        .matches(/^1\d{10}$/, "请输入正确的11位手机号"),
    }),
    reply: listOf(object({ id: string().required() })),
  }),
  administrators: defineEndpoint({
    name: "administrators",
    method: "GET",
    path: "/t/administrators",
    summary: "roles",
    permission: roles([1]),
  }),
  button: defineEndpoint({
    name: "button",
    method: "GET",
    path: "/t/button",
    summary: "button",
    permission: roles([2], { button: "export" }),
  }),
  operate: defineEndpoint({
    name: "operate",
    method: "GET",
    path: "/t/operate",
    summary: "operate",
    permission: roles([0], { operate: "enterprise.add" }),
  }),
  file: defineEndpoint({
    name: "file",
    method: "GET",
    path: "/t/file",
    summary: "file",
    permission: anyone,
    produces: "binary",
  }),
  broken: defineEndpoint({ name: "broken", method: "GET", path: "/t/broken", summary: "broken", permission: anyone }),
  refused: defineEndpoint({
    name: "refused",
    method: "GET",
    path: "/t/refused",
    summary: "refused",
    permission: anyone,
  }),
  leaky: defineEndpoint({
    name: "leaky",
    method: "GET",
    path: "/t/leaky",
    summary: "leaky",
    permission: anyone,
    reply: object({
      items: array()
        .of(object({ id: string().required() }))
        .required(),
    }),
  }),
  slow: defineEndpoint({
    name: "slow",
    method: "GET",
    path: "/t/slow",
    summary: "slow",
    permission: anyone,
    timeoutMs: 50,
  }),
  search: defineEndpoint({
    name: "search",
    method: "POST",
    path: "/t/search",
    summary: "search",
    permission: signedIn,
    body: object({ phone: string(), name: string() }),
    findsBy: ["phone"],
  }),
  rare: defineEndpoint({
    name: "rare",
    method: "GET",
    path: "/t/rare",
    summary: "rare",
    permission: anyone,
    ratePerMinute: 2,
  }),
} as const;

export const handlers: Route[] = [
  route(api.open, async ({ query }) => ({ size: query.size ?? null })),
  route(api.client, async ({ body }) => body.grant_type),
  route(api.list, async ({ body, params }) => ({
    list: [{ id: params.group }],
    total: 1,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  })),
  route(api.administrators, async () => null),
  route(api.button, async () => null),
  route(api.operate, async () => null),
  route(api.file, async (_input, { headers }) => ({
    binary: Buffer.from("RIFF"),
    contentType: "audio/wav",
    status: headers["range"] ? 206 : 200,
    headers: { "accept-ranges": "bytes" },
  })),
  route(api.broken, async () => {
    throw new Error("call of 13800138000 with token=abcdef failed");
  }),
  route(api.refused, async () => {
    throw new AppError("conflict", undefined, { id: 7 });
  }),
  route(api.leaky, async () => ({ items: [{ id: "1", passwordHash: "x" } as { id: string }] })),
  route(api.slow, () => new Promise(() => undefined)),
  route(api.rare, async () => null),
  route(api.search, async () => null),
];

export const people: Record<string, Caller> = {
  "agent-agent-agent-1": caller(),
  "admin-admin-admin-1": caller({ roleType: 1, sessionId: "s2" }),
  "operator-operator-1": caller({
    roleType: 0,
    sessionId: "s3",
    compId: "000000",
    empower: { "enterprise.add": true },
  }),
  "operator-operator-2": caller({ roleType: 0, sessionId: "s4", compId: "000000" }),
  "operator-operator-3": caller({ roleType: 0, sessionId: "s5", compId: "000000", operator: true }),
};

export const settings = { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined };
/** Tokens that were looked up. */
export const asked: string[] = [];
export let ports: TestPorts;
export let app: App;
export const lines: Record<string, unknown>[] = [];

export const build = (routes: readonly Route[] = handlers, endpoints: readonly Endpoint[] = Object.values(api)) =>
  buildApp(ports, settings, {
    modules: [{ name: "test", routes }],
    endpoints,
    checkReplies: true,
    sessions: {
      resolve: async (token) => {
        asked.push(token);
        return people[token] ?? { refused: token.startsWith("elsewhere") ? "elsewhere" : "noSession" };
      },
    },
    mayPress: async (who, button) => who.sessionId === "s1" && button === "export",
  });

/** One app for all tests of a file. */
export function openApp(): void {
  beforeAll(async () => {
    ports = await createTestPorts({ logger: createLogger("debug", (line) => void lines.push(JSON.parse(line))) });
    app = await build();
  });
  afterAll(async () => {
    await app.stop();
    await ports.close();
  });
}

export const as = (token: string) => ({ authorization: `Bearer ${token}` });
export const get = (url: string, headers: Record<string, string> = {}) => app.fastify.inject({ url, headers });
