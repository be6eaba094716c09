/**
 * Two server processes, PostgreSQL, Redis and Asterisk: the one that has the calls is killed (docs/protocol.md P22, P23, C12, K33 to K35).
 * What this machine itself stood still is taken off the gaps of ears.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { customerApi, telephonyApi, type ReplyOf } from "@liantai/api/contract";
import { seatStatusApi } from "@liantai/api/contract/admin";
import { Client } from "pg";
import { administer, administrativeUrl, ownName } from "./testing/services.ts";
import type { SipCall } from "./testing/sip/sip-call.ts";
import { SipClient } from "./testing/sip/sip-client.ts";
import { openCti, type CtiClient } from "./tools/client/cti-client.ts";
import { publicCall, signIn, ticketOf } from "./tools/client/session.ts";

const compId = "100001";
const [AGENT, CUSTOMER] = [500, 1_100];
const GAP_MS = 300;
const agents = ["1001", "1002", "1003", "1004"];
const WAITING = 4;
/** Not the goal, which is 3 s, but what a busy machine with two processes on two cores keeps. */
const BACK_MS = 15_000;

interface Process {
  readonly url: string;
  readonly child: ChildProcess;
  output(): string;
}

const name = ownName();
let folder = "";
let database: Client;
const processes: Process[] = [];
const phones: SipClient[] = [];
const links: CtiClient[] = [];
/** Of links that the server closed. */
const closed: number[] = [];

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

async function until(what: string, holds: () => Promise<boolean> | boolean, ms = 20_000): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what}: did not happen\n${processes.map((each) => each.output().slice(-3_000)).join("\n----\n")}`);
}

async function start(): Promise<Process> {
  const port = await freePort();
  let said = "";
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: {
      PATH: process.env["PATH"],
      NODE_NO_WARNINGS: "1",
      LIANTAI_E2E: "1",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      DATABASE_URL: Object.assign(new URL(administrativeUrl), { pathname: `/${name}` }).href,
      REDIS_URL: process.env["TEST_REDIS_URL"],
      SWITCH: "asterisk",
      ASTERISK_ARI_URL: process.env["TEST_ASTERISK_URL"],
      ASTERISK_ARI_USER: process.env["TEST_ASTERISK_USER"],
      ASTERISK_ARI_PASSWORD: process.env["TEST_ASTERISK_PASSWORD"],
      ASTERISK_SIP_COPIES: process.env["TEST_ASTERISK_COPIES"],
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += String(chunk)));
  const one = { url: `http://127.0.0.1:${port}`, child, output: () => said };
  processes.push(one);
  await until(
    "a process is ready",
    async () => (await fetch(`${one.url}/readyz`).catch(() => undefined))?.ok === true,
    30_000,
  );
  return one;
}

async function count(sql: string): Promise<number> {
  const { rows } = await database.query<{ n: string }>(sql);
  return Number(rows[0]?.n);
}

type Fields = Readonly<Record<string, string>>;

/** A seat at work: link and telephone, both at this process. */
async function agent(url: string, account: string, roleType = 2) {
  const session = await signIn(url, { account, roleType, code: compId, password: "Liantai#2026" });
  const line = await session.get<ReplyOf<typeof telephonyApi.querySecretKey>>(
    `${telephonyApi.querySecretKey.path}?name=${compId}${account}`,
  );
  const phone = await SipClient.connect({ url: `${url.replace("http", "ws")}/xcc/ws`, ...line, toneHz: AGENT });
  phones.push(phone);
  await phone.register();
  const link = await openCti(url);
  links.push(link);
  void link.closed.then(({ code }) => closed.push(code));
  let callId = "";
  link.onEvent((event, { json }) => {
    if (event === "call") callId = (JSON.parse(json ?? "{}") as { callId: string }).callId;
  });
  const fields = { agentId: account, extension: account, compId, terminalType: "2", takeMedia: "1" };
  const ticket = await ticketOf(session, "cti");
  expect(await link.command("login", { ...fields, ticket, instance: phone.instance })).toMatchObject({ code: "1" });
  await until("the device is there", async () => (await link.command("getAgentState"))["registered"] === "1");
  const state = async (): Promise<Fields> => {
    const { seq: _, now: __, ...fields } = await link.command("getAgentState");
    return fields;
  };
  const inCall = (name: string) => link.command(name, { callId });
  return { session, link, phone, state, inCall };
}

async function customer(url: string, phone: string): Promise<SipCall> {
  const line = await publicCall<ReplyOf<typeof customerApi.customerSession>>(
    `${url}${customerApi.customerSession.path}`,
    {
      number: "4001",
      phone,
    },
  );
  const { user, password, realm } = line;
  const sip = { url: `${url.replace("http", "ws")}/xcc/ws`, user, password, realm };
  const client = await SipClient.connect({ ...sip, toneHz: CUSTOMER });
  phones.push(client);
  const call = await client.call("4001");
  await Promise.all([call.answered, call.peer.connected]);
  return call;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-takeover-"));
  await administer(`create database ${name}`);
  database = new Client({ connectionString: Object.assign(new URL(administrativeUrl), { pathname: `/${name}` }).href });
  await database.connect();
});
afterAll(async () => {
  for (const link of links) link.close();
  await Promise.all(phones.map((phone) => phone.close()));
  // Who ends in peace leaves nothing in Asterisk for the suites after this one.
  for (const { child } of processes)
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGTERM")) await once(child, "exit");
  await database.end();
  await administer(`drop database ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

test("P22 P23 C12 K33 K35 the owner is killed: talks, waits, states and records go on", async () => {
  const first = await start();
  const { url } = await start();
  const seats = await Promise.all(agents.map((account) => agent(url, account)));
  const resting = await agent(url, "1005", 3);
  const { list } = await resting.session.post<ReplyOf<typeof seatStatusApi.list>>(seatStatusApi.list.path, {});
  const customStatus = list[0]?.id ?? "";
  expect(await resting.link.command("setState", { state: "2", customStatus })).toMatchObject({ code: "1" });
  const rings = seats.map(async ({ link, phone }) => {
    expect(await link.command("setState", { state: "1" })).toMatchObject({ code: "1" });
    const call = await phone.incoming(30_000);
    await call.answer();
    await call.peer.connected;
    return call;
  });
  const callers = await Promise.all(agents.map((_, n) => customer(url, `1380013800${n}`)));
  const answered = await Promise.all(rings);
  const talking = [...callers, ...answered].map(({ peer }) => peer);
  const hearEachOther = () =>
    Promise.all(talking.map(({ ears }, n) => ears.tone(n < agents.length ? AGENT : CUSTOMER, 20_000)));
  await hearEachOther();
  const waiting: SipCall[] = [];
  for (let n = 0; n < WAITING; n++) waiting.push(await customer(url, `1390013900${n}`));
  const kept = "select count(*) n from live_leg where kind = 'leg'";
  await until("legs are kept", async () => (await count(kept)) === 2 * agents.length + WAITING);
  const states = () => Promise.all([...seats, resting].map(({ state }) => state()));
  const before = await states();
  // 8: talking with a caller, 2: busy, here in a custom status.
  expect(before.map(({ state }) => state)).toEqual(["8", "8", "8", "8", "2"]);
  expect(before.at(-1)).toMatchObject({ customStatusId: customStatus });

  for (const { ears } of talking) ears.beginGaps();
  first.child.kill("SIGKILL");
  // Some of these are in the hands of the process that dies.
  await until("states are back", async () => JSON.stringify(await states()) === JSON.stringify(before), BACK_MS);
  expect(await count("select max(epoch) n from telephony_lease")).toBe(2);
  await hearEachOther();
  const stall = Math.max(...talking.map(({ longestStallMs }) => longestStallMs));
  for (const { ears } of talking) expect(ears.longestGapMs - stall).toBeLessThan(GAP_MS);
  for (const { inCall } of seats) expect(await inCall("hold")).toMatchObject({ code: "1" });
  await Promise.all([...callers, ...waiting].map(({ peer }) => peer.ears.music([AGENT, CUSTOMER], 20_000)));
  for (const { inCall } of seats) expect(await inCall("unhold")).toMatchObject({ code: "1" });
  await hearEachOther();
  expect(closed).toEqual([]);

  for (const call of [...callers, ...waiting]) call.bye();
  const calls = agents.length + WAITING;
  const ended = "select count(*) n from call_record where end_at is not null";
  await until("records", async () => (await count(ended)) === calls);
  expect(await count("select count(*) n from call_record")).toBe(calls);
  const torn = "select stream_id from event group by comp_id, stream, stream_id having count(*) <> max(seq)";
  expect(await count(`select count(*) n from (${torn}) torn`)).toBe(0);
});
