/** The soft phone on the agent's machine, ordered over its local socket as a page orders it (check E23). */
import { randomUUID } from "node:crypto";
import type { LocalPhoneFrame } from "@liantai/api/contract/local-phone";
import { openCti, type CtiClient } from "@liantai/server/client/cti";
import { ticketOf } from "@liantai/server/client/session";
import { directNumber, password } from "./harness/agent-page.ts";
import { apiSignIn, type ApiSession } from "./harness/api.ts";
import { freePort, startServer, type RunningServer } from "./harness/server.ts";
import { hears, is, openToolbox, type Tool, type Toolbox } from "./harness/tools.ts";
import { openLocal, type LocalSocket } from "./harness/local-socket.ts";

const user = "1000011003";
let server: RunningServer;
let tools: Toolbox;
let session: ApiSession;
let link: CtiClient;
let client: Tool;
let socket: string;
let page: LocalSocket;
let caller: Tool;
const codes: string[] = [];

const until = async (holds: () => boolean): Promise<void> => {
  const end = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited in vain; codes ${codes.join(" ")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

beforeAll(async () => {
  server = await startServer();
  tools = openToolbox(password);
  const port = await freePort();
  socket = `ws://127.0.0.1:${port}`;
  client = tools.open("softphone", { url: server.url, port: String(port), tone: "500" });
  await until(() => client.errors().includes(socket));
  const admin = await apiSignIn(server.url, "admin", 1);
  const seat = await admin.post<Readonly<Record<string, unknown>>>("/pbx/api/v1/agent/query", {
    agentId: "1003",
  });
  await admin.post("/pbx/api/v1/agent/update", {
    agentId: "1003",
    ...Object.fromEntries(["name", "roleType", "groupId", "extension"].map((key) => [key, seat[key] ?? ""])),
    terminalType: 4,
  });
  session = await apiSignIn(server.url, "1003", 2);
  link = await openCti(server.url);
  link.onEvent((name, fields) => name === "agentState" && codes.push(fields["code"] ?? ""));
});
afterAll(async () => {
  link?.close();
  page?.close();
  await tools?.close();
  await server?.stop();
});

test("L1 a page of another origin gets no upgrade, and one without any neither", async () => {
  expect(await openLocal(socket, "https://elsewhere.example").catch((error: Error) => error.message)).toContain("401");
  expect(await openLocal(socket, undefined).catch((error: Error) => error.message)).toContain("401");
});

test("701 with a ticket that is none is refused, with the ticket of querySecretKey it registers", async () => {
  page = await openLocal(socket, server.url);
  expect(await page.next(900)).toMatchObject({ version: expect.any(String) });
  page.order({ type: 701, seq: 1, user, realm: "liantai", ticket: "guessed" });
  expect(await page.next(802)).toMatchObject({ seq: 1, code: expect.any(Number), msg: expect.stringMatching(/./) });
  const key = await session.get<{ realm: string; password: string }>(
    `/pbx/api/v1/extension/querySecretKey?name=${user}`,
  );
  page.order({ type: 701, seq: 2, user, realm: key.realm, ticket: key.password });
  expect(await page.next(801)).toMatchObject({ seq: 2 });
  page.order({ type: 502, seq: 3 });
  expect(await page.next(501)).toMatchObject({ seq: 3, level: 0 });
});

test("L3 a caller rings (901), is answered (702, 902), is heard and hears; 502 measures; 703 ends (903)", async () => {
  const login = { agentId: "1003", extension: "1003", compId: "100001", terminalType: "4", instance: randomUUID() };
  expect(await link.command("login", { ...login, ticket: await ticketOf(session, "cti") })).toMatchObject({
    code: "1",
  });
  expect(await link.command("setState", { state: "1" })).toMatchObject({ code: "1" });
  caller = tools.open("phone", { url: server.url, customer: "13800138003", tone: "1100", ears: "500" });
  await caller.until(is("idle"));
  caller.say(`call ${directNumber}`);
  const { callId, number } = (await page.next(901)) as Extract<LocalPhoneFrame, { type: 901 }>;
  expect(number).toMatch(/^138.{4}8003$/);
  page.order({ type: 702, seq: 4, callId });
  await page.next(902);
  await caller.until(hears(500));
  await until(() => codes.includes("8"));
  page.order({ type: 502, seq: 5 });
  const { level } = (await page.next(501)) as Extract<LocalPhoneFrame, { type: 501 }>;
  expect(level).toBeGreaterThanOrEqual(-1);
  expect(level).toBeLessThanOrEqual(4);
  page.order({ type: 703, seq: 6, callId });
  expect(await page.next(903)).toMatchObject({ callId });
  await caller.until(is("idle"), 20_000, caller.lines.length);
  await until(() => codes.at(-1) === "4");
});

test("L3 704 unregisters (803), and nonsense is cut off", async () => {
  page.order({ type: 704, seq: 7 });
  expect(await page.next(803)).toMatchObject({ seq: 7 });
  expect(await link.command("getAgentState")).toMatchObject({ registered: "0" });
  page.raw("{}");
  expect(await page.closed).toBe(1008);
});

test("a client that is killed is a telephone that is gone: its agent is taken out of the ready ones", async () => {
  page = await openLocal(socket, server.url);
  const key = await session.get<{ realm: string; password: string }>(
    `/pbx/api/v1/extension/querySecretKey?name=${user}`,
  );
  page.order({ type: 701, seq: 1, user, realm: key.realm, ticket: key.password });
  await page.next(801);
  await link.command("finishWrapUp");
  await link.command("setState", { state: "1" });
  await until(() => codes.at(-1) === "1");
  await client.end();
  expect(await page.closed).toBe(1006);
  await until(() => codes.at(-1) === "2");
  expect(await link.command("getAgentState")).toMatchObject({ registered: "0", reason: "deviceGone" });
});
