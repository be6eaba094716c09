/** The CTI socket from outside, with the tools that integrators get: login codes, and lines that are none (checks E1 and E2). */
import { authApi } from "@liantai/api/contract";
import { openCti, type CtiClient } from "@liantai/server/client/cti";
import { ticketOf } from "@liantai/server/client/session";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { directNumber, password } from "./harness/agent-page.ts";
import { apiSignIn, type ApiSession } from "./harness/api.ts";
import { startServer, type RunningServer } from "./harness/server.ts";
import { hears, openToolbox, type Tool, type Toolbox } from "./harness/tools.ts";

let server: RunningServer;
let tools: Toolbox;

beforeAll(async () => {
  server = await startServer();
  tools = openToolbox(password);
});
afterAll(async () => {
  await tools?.close();
  await server?.stop();
});

const login = { agentId: "1001", extension: "1001", compId: "100001", terminalType: "2", instance: "tool" };
const asLine = (fields: Readonly<Record<string, string>>): string =>
  `command|login|${Object.entries({ seq: "1", ...fields })
    .map(([key, value]) => `${key}=${value}`)
    .join("&")}`;
const code = (wanted: string) => (line: string) =>
  new RegExp(`^response\\|login\\|.*\\bcode=${wanted}(&|$)`).test(line);

async function answered(line: string, wanted: string): Promise<void> {
  const link = tools.open("cti", { url: server.url, account: "1001" });
  link.say(line);
  await link.until(code(wanted));
  expect(await link.ended).toBe(0);
  expect(link.errors()).toContain("4401");
}

test("the token of the tool is a session: it opens what its role may", async () => {
  const tool = tools.open("token", { url: server.url, role: "1", account: "admin" });
  const token = await tool.until((line) => line.length > 20);
  const reply = await fetch(`${server.url}${authApi.getUser.path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(await reply.json()).toMatchObject({ code: 1, data: { roleType: 1 } });
  // A second tool of the same account does not push the first out.
  const again = tools.open("token", { url: server.url, role: "1", account: "admin" });
  expect(await again.until((line) => line.length > 20)).toBe(token);
});

test.each([
  ["agentId", "-201"],
  ["ticket", "-202"],
  ["extension", "-203"],
  ["compId", "-204"],
  ["terminalType", "-302"],
  ["instance", "-303"],
])("a login without %s is answered %s", async (missing, wanted) => {
  const { [missing]: _, ...fields } = { ...login, ticket: "TICKET" } as Record<string, string>;
  await answered(asLine(fields), wanted);
});

test("somebody else's agentId is -301, a spent ticket -402, a second login on the same socket -103", async () => {
  await answered(asLine({ ...login, ticket: "TICKET", agentId: "1002" }), "-301");
  const session = await apiSignIn(server.url, "1004", 2);
  const ticket = await ticketOf(session, "cti");
  const own = { ...login, agentId: "1004", extension: "1004", ticket };
  const first = await openCti(server.url);
  expect(await first.command("login", own)).toMatchObject({ code: "1" });
  expect(await first.command("login", own)).toMatchObject({ code: "-103" });
  const second = await openCti(server.url);
  expect(await second.command("login", own)).toMatchObject({ code: "-402" });
  expect(await second.closed).toMatchObject({ code: 4401 });
  expect(await first.command("getAgentState")).toMatchObject({ code: "1" });
  first.close();
});

test("an administrator signs in by the MD5 of a ticket, not of the password; an operator and an agent do not as one", async () => {
  const admin = (account: string, fields: Readonly<Record<string, string>>, role = "1") => {
    const link = tools.open("cti", { url: server.url, account, role });
    link.say(asLine({ type: "admin", compId: "100001", userName: "admin", ...fields }));
    return link;
  };
  const refused = async (link: Tool, wanted: string) => {
    await link.until(code(wanted));
    expect(await link.ended).toBe(0);
  };
  const inside = admin("admin", { password: "MD5(TICKET)" });
  await inside.until(code("1"));
  inside.say("command|showAgentIds|seq=2&agentIds=1001");
  await inside.until((line) => line.startsWith("event|agentStates|full=1"));
  await refused(admin("admin", { password: createHash("md5").update(password).digest("hex") }), "-402");
  await refused(admin("admin", { password: "MD5(TICKET)" }, "0"), "-301");
  await refused(admin("1003", { password: "MD5(TICKET)", userName: "1003" }, "2"), "-301");
});

/** Reproducible noise: mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Lines that no client would send: pieces of the protocol, separators, bytes and other people's letters in any order. */
function noise(random: () => number): string {
  const pieces = ["command", "|", "&", "=", "%", "%E0%A4", "seq", "login", "\u0000", "\n", "汉", "😀", " ", "-1", "x"];
  const length = random() < 0.02 ? 16_000 : Math.floor(random() * 40);
  let line = "";
  while (line.length < length) line += pieces[Math.floor(random() * pieces.length)] as string;
  return line.slice(0, 16_383);
}

/** Resident memory of the server, MB: the process that listens is the one that said so. */
function residentMb(): number {
  const pid = server.pid();
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(join("/proc", String(pid), "status"), "utf8"))?.[1]) / 1_024;
}

async function signedIn(session: ApiSession, agentId: string): Promise<CtiClient> {
  const link = await openCti(server.url);
  const fields = { ...login, agentId, extension: agentId, ticket: await ticketOf(session, "cti") };
  expect(await link.command("login", { ...fields, takeMedia: "1" })).toMatchObject({ code: "1" });
  return link;
}

/** Sends lines until the socket closes; each must be answered -400, and the 21st close it. How many were sent. */
async function flood(link: CtiClient, random: () => number): Promise<number> {
  const answers: string[] = [];
  link.onLine((line) => line.startsWith("response|syntax|") && answers.push(line));
  let sent = 0;
  let open = true;
  void link.closed.then(() => (open = false));
  for (; open && sent < 21; sent += 1) link.raw(noise(random));
  expect(await link.closed).toMatchObject({ code: 1008 });
  expect(answers).toHaveLength(20);
  for (const answer of answers) expect(answer).toContain("code=-400");
  return sent;
}

test("10,000 random lines harm nothing: answered -400 or the socket closed, beside a call that goes on", async () => {
  const agent = tools.open("cti", { url: server.url, account: "1002" });
  const phone: Tool = tools.open("phone", { url: server.url, user: "1000011002", tone: "500", ears: "1100" });
  agent.say(asLine({ ...login, agentId: "1002", extension: "1002", ticket: "TICKET", takeMedia: "1" }));
  await agent.until(code("1"));
  await phone.until((line) => line.includes('"idle"'));
  agent.say("command|setState|seq=2&state=1");
  await agent.until((line) => /^event\|agentState\|code=1&/.test(line));
  const customer = tools.open("phone", { url: server.url, customer: "13800138000", tone: "1100", ears: "500" });
  await customer.until((line) => line.includes('"idle"'));
  customer.say(`call ${directNumber}`);
  await phone.until((line) => line.includes('"ringing"'));
  phone.say("answer");
  await Promise.all([phone.until(hears(1_100)), customer.until(hears(500))]);

  const random = randomOf(10_000);
  await flood(await signedIn(await apiSignIn(server.url, "1003", 2), "1003"), random);
  const growth: number[] = [];
  // What the process takes once is no leak: that would grow by each ten thousand.
  do {
    const before = residentMb();
    for (let sent = 0; sent < 10_000;) sent += await flood(await openCti(server.url), random);
    growth.push(residentMb() - before);
  } while (growth.length < 4 && Math.min(...growth) >= 20);
  expect(Math.min(...growth)).toBeLessThan(20);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  agent.say("command|getAgentState|seq=3");
  await agent.until((line) => /^response\|getAgentState\|.*code=1/.test(line));
  await phone.until(hears(1_100), 5_000, phone.lines.length);
  await customer.until(hears(500), 5_000, customer.lines.length);
  phone.say("hangup");
  await customer.until((line) => line.includes('"idle"'), 5_000, customer.lines.length);
});
