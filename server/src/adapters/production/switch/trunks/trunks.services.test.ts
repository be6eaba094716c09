import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LegId, SwitchError, Trunk } from "../../../../ports/switch.ts";
import { hears } from "../../../../testing/sip/plans.ts";
import { Stage } from "../../../../testing/sip/contract/stage.ts";
import { Sipp, type Step } from "../../../../testing/sip/sipp.ts";
import { silentLogger } from "../../../embedded/switch/options.ts";
import { Ari } from "../ari.ts";
import { asteriskHarness, testAsterisk, until } from "../testing/harness.ts";
import { Provision } from "./provision.ts";

const stage = new Stage();
let folder = "";
const far: Sipp[] = [];
const nodes = new Map<string, Sipp>();
const trunks: Trunk[] = [];

const trunk = (id: string, host: number, more: Partial<Trunk> = {}): Trunk => ({
  id,
  address: `127.0.3.${host}:5090`,
  transport: "udp",
  codecs: ["PCMA"],
  concurrency: 0,
  userName: "",
  password: "",
  ...more,
});
const quiet = { event: () => {}, ready: () => undefined, up: () => {} };
const busy: readonly Step[] = [{ say: "100 Trying" }, { say: "180 Ringing" }, { say: "486 Busy" }, { hear: "ACK" }];
const talks: readonly Step[] = [
  { say: "180 Ringing" },
  { say: "200 OK", sound: true },
  { hear: "ACK" },
  { hear: "BYE" },
];
const overloaded: readonly Step[] = [{ say: "503 Service Unavailable" }, { hear: "ACK" }];

async function node(id: string, host: number, steps: readonly Step[], more: Partial<Trunk> = {}): Promise<void> {
  const { address, transport, userName, password } = trunk(id, host, more);
  trunks.push(trunk(id, host, more));
  const account = userName === "" ? {} : { account: { userName, password: id === "stranger" ? "another" : password } };
  const sipp = await Sipp.answers(folder, id, address, steps, { transport, ...account });
  far.push(sipp);
  nodes.set(id, sipp);
}

const call = (number: string, ...over: readonly string[]): Promise<LegId> =>
  stage.switch.originate({
    to: { number, trunks: over },
    from: "02066668888",
    ringMs: 6_000,
    headers: { "X-Order": "17", "X-Liantai-Call": "secret" },
  });
const messagesOf = async (id: string) => (await nodes.get(id)?.messages()) ?? [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-trunks-"));
  await stage.open(asteriskHarness);
  await node("busy", 1, busy);
  await node("talks", 2, talks, { concurrency: 1 });
  await node("overloaded", 3, overloaded);
  await node("early", 4, [
    { say: "183 Session Progress", sound: true },
    { wait: 1_500 },
    { say: "404 Not Found" },
    { hear: "ACK" },
  ]);
  trunks.push(trunk("dead", 5));
  const account = { userName: "liantai8001", password: "Trunk#2026" };
  await node("account", 7, talks, account);
  await node("stranger", 8, talks, account);
  await node("tcp", 9, talks, { transport: "tcp" });
  await node("abroad", 0, talks, { address: "127.9.0.1:5090" });
  await stage.switch.provision(trunks);
  const up = new Set<string>();
  while (up.size < trunks.length - 1) {
    const event = await stage.next("trunk", undefined, 10_000);
    if (event.up) up.add(event.trunk);
  }
});
afterEach(() => stage.hangUpAll());
afterAll(async () => {
  await stage.switch.provision([]);
  await stage.close();
  await Promise.all(far.map((sipp) => sipp.end()));
  await rm(folder, { recursive: true, force: true });
});

test("N1 a number that is busy tells so, with what came before", async () => {
  const leg = await call("13800138000", "busy");
  expect(await stage.next("hungup", leg)).toEqual({ type: "hungup", leg, cause: "busy", sipCode: 486, rang: true });
  const invite = (await messagesOf("busy")).find(({ text }) => text.startsWith("INVITE"))?.text ?? "";
  expect(invite).toMatch(/^INVITE sip:13800138000@127\.0\.3\.1:5090 /);
  expect(invite).toMatch(/^From: .*<sip:02066668888@/m);
  expect(invite).toMatch(/^X-Order: 17\r?$/m);
  expect(invite).not.toContain("X-Liantai-");
});

test("N7 data of a call is told to the trunks that want it and to no other", async () => {
  const headers = { "X-vip": "%E9%87%91 100%25, a;b", "X-order-id": "17" };
  for (const [told, sees] of [
    [["busy"], true],
    [["talks"], false],
  ] as const) {
    const number = sees ? "13800138020" : "13800138021";
    const to = { number, trunks: ["busy"], told, headers };
    const leg = await stage.switch.originate({ to, from: "02066668888", ringMs: 6_000 });
    await stage.next("hungup", leg);
    const invite = (await messagesOf("busy")).find(({ text }) => text.startsWith(`INVITE sip:${number}@`))?.text ?? "";
    expect(invite).not.toBe("");
    expect(/^X-vip: %E9%87%91 100%25, a;b\r?$/m.test(invite)).toBe(sees);
    expect(/^X-order-id: 17\r?$/m.test(invite)).toBe(sees);
  }
});

test("an answered call is up, and ends by either side", async () => {
  const leg = await call("13800138001", "talks");
  await stage.next("answered", leg);
  expect(await stage.switch.liveLegs()).toEqual([
    expect.objectContaining({ leg, user: "13800138001", direction: "out", state: "answered" }),
  ]);
  await stage.switch.hangup(leg);
  expect(await stage.next("hungup", leg)).toMatchObject({ cause: "normal" });
});

test("an answered call goes on past the time it may ring", async () => {
  const to = { number: "13800138030", trunks: ["talks"] };
  const leg = await stage.switch.originate({ to, from: "02066668888", ringMs: 1_500 });
  await stage.next("answered", leg);
  await expect(stage.next("hungup", leg, 2_000)).rejects.toThrow("no event 'hungup'");
  expect(await stage.switch.liveLegs()).toEqual([expect.objectContaining({ leg, state: "answered" })]);
});

test("N6 a node that fails is passed over for the next, and one that is full or dead is not tried", async () => {
  const first = await call("13800138002", "dead", "overloaded", "talks");
  await stage.next("answered", first, 8_000);
  // Refused at once when the node is known to be dead, else given up after a while.
  const nobody = await call("13800138003", "dead", "talks").then(
    async (leg) => (await stage.next("hungup", leg, 8_000)).cause,
    ({ code }: SwitchError) => code,
  );
  expect(nobody).toBe("unreachable");
  const busyOne = await call("13800138004", "talks", "busy");
  expect(await stage.next("hungup", busyOne)).toMatchObject({ cause: "busy" });
  expect((await messagesOf("overloaded")).some(({ text }) => text.startsWith("INVITE sip:13800138002@"))).toBe(true);
  await stage.switch.hangup(first);
  await stage.next("hungup", first);
  const alone = await call("13800138005", "overloaded");
  expect(await stage.next("hungup", alone)).toMatchObject({ cause: "unreachable", sipCode: 503 });
}, 20_000);

test("N4 sound before the answer is told, and its end with it", async () => {
  const { leg: near } = await stage.caller("ann");
  const leg = await call("13800138006", "early");
  await stage.next("progress", leg);
  await stage.switch.arrange("early", new Map([[near, hears(leg)]]));
  expect(await stage.next("hungup", leg)).toEqual({
    type: "hungup",
    leg,
    cause: "not-found",
    sipCode: 404,
    earlyMedia: "unknown",
  });
});

test("N5 a call that comes over a trunk tells its number, whom it calls and its own headers", async () => {
  const sip = process.env["TEST_ASTERISK_SIP"] ?? "";
  far.push(
    await Sipp.calls(folder, "in", "127.0.3.1:5091", sip, {
      from: "anonymous",
      to: "02066668888",
      extra: ["P-Asserted-Identity: <sip:13900139000@127.0.3.1>", "X-Customer: 42", "X-Liantai-Call: forged"],
      talkMs: 300,
    }),
  );
  const event = await stage.next("incoming");
  expect(event).toMatchObject({
    from: "13900139000",
    to: "02066668888",
    trunk: "busy",
    headers: { "X-Customer": "42" },
  });
  await stage.switch.answer(event.leg);
  await stage.next("answered", event.leg);
  expect(await stage.next("hungup", event.leg)).toEqual({ type: "hungup", leg: event.leg, cause: "normal" });
  expect(await far.at(-1)?.code).toBe(0);
});

test("N6 calls in both directions count: a node that is full refuses with 503", async () => {
  expect(await stage.switch.room(["talks", "nowhere"])).toBe(1);
  const out = await call("13800138007", "talks");
  await stage.next("answered", out);
  expect(await stage.switch.room(["talks"])).toBe(0);
  expect(await stage.switch.room(["talks", "busy"])).toBe(Number.POSITIVE_INFINITY);
  const sip = process.env["TEST_ASTERISK_SIP"] ?? "";
  const caller = { from: "13900139001", to: "02066668888", talkMs: 100 };
  const refused = await Sipp.calls(folder, "full", "127.0.3.2:5091", sip, caller);
  far.push(refused);
  expect(await refused.code).not.toBe(0);
  const said = (await refused.messages()).flatMap(({ sent, text }) => (sent ? [] : [text.split("\r\n", 1)[0]]));
  expect(said.at(-1)).toMatch(/^SIP\/2\.0 503 /);
  expect(stage.none("incoming")).toBe(true);
});

const inviteOf = async (id: string, number: string) =>
  (await messagesOf(id)).findLast(({ text }) => text.startsWith(`INVITE sip:${number}@`))?.text ?? "";
/** Answered, and heard by the other side, which hangs up last. */
async function talked(number: string, over: string): Promise<void> {
  const leg = await call(number, over);
  await stage.next("answered", leg);
  await stage.switch.hangup(leg);
  expect(await stage.next("hungup", leg)).toMatchObject({ cause: "normal" });
}

test("P31 a node that asks for an account is called and registered at with it, and shown the number all the same", async () => {
  await talked("13800138040", "account");
  const invite = await inviteOf("account", "13800138040");
  expect(invite).toMatch(/^Authorization: Digest username="liantai8001", realm="network"/m);
  expect(invite).toMatch(/^From: .*<sip:liantai8001@/m);
  expect(invite).toMatch(/^P-Asserted-Identity: .*<sip:02066668888@/m);
  const said = async () => (await messagesOf("account")).map(({ text }) => text);
  await until(async () => (await said()).some((text) => /^SIP\/2\.0 200 [^]*^CSeq: \d+ REGISTER/m.test(text)));
  const register = (await said()).findLast((text) => text.startsWith("REGISTER "));
  expect(register).toMatch(/^Authorization: Digest username="liantai8001"/m);
  expect((await said()).join("")).not.toContain("Trunk#2026");
});

test("P31 an account that the node does not take leads to no call, and to no try without end", async () => {
  const leg = await call("13800138041", "stranger");
  expect(await stage.next("hungup", leg)).toMatchObject({ sipCode: 403 });
  const invites = (await messagesOf("stranger")).filter(({ text }) => text.startsWith("INVITE "));
  expect(invites).toHaveLength(2);
});

test("P31 a node over TCP is called over TCP, and hung up on", async () => {
  await talked("13800138042", "tcp");
  expect(await inviteOf("tcp", "13800138042")).toMatch(/^Via: SIP\/2\.0\/TCP /m);
  // Asterisk's channel is over before the far side has heard of it.
  await until(async () => (await messagesOf("tcp")).some(({ text }) => /^BYE .*[^]*^Via: SIP\/2\.0\/TCP /m.test(text)));
});

test("P31 a node outside of the own networks is told the public address, for SIP and for audio; one inside our own", async () => {
  await talked("13800138043", "abroad");
  const abroad = await inviteOf("abroad", "13800138043");
  expect(abroad).toMatch(/^c=IN IP4 203\.0\.113\.10\r?$/m);
  expect(abroad).toMatch(/^Contact: <sip:[^>]*@203\.0\.113\.10:\d+/m);
  expect(abroad).toMatch(/^Via: SIP\/2\.0\/UDP 203\.0\.113\.10:\d+/m);
  await talked("13800138044", "talks");
  expect(await inviteOf("talks", "13800138044")).not.toContain("203.0.113.10");
});

test("N2 what is as it was is left alone, what is gone is taken away, and no endpoint tells a password", async () => {
  const ari = new Ari(testAsterisk(), silentLogger, quiet);
  const names = async () =>
    (await ari.ask<readonly { readonly resource: string }[]>("GET", "/endpoints/PJSIP")).map(
      ({ resource }) => resource,
    );
  const first = trunk("extra", 6, { userName: "me", password: "not-to-be-told" });
  const asked: string[] = [];
  const watched = new Ari(testAsterisk(), silentLogger, quiet);
  const ask = watched.ask.bind(watched);
  Object.assign(watched, {
    ask: (method: "GET", path: string, ...more: []) => {
      if (method !== "GET") asked.push(`${method} ${path.split("/").slice(-2).join("/")}`);
      return ask(method, path, ...more);
    },
  });
  const provision = new Provision(watched, testAsterisk().password, silentLogger);
  await provision.set([...trunks, first]);
  expect(asked).toEqual(
    ["auth", "aor", "endpoint", "identify", "registration"].map((kind) => `PUT ${kind}/trunk-extra`),
  );
  asked.length = 0;
  await provision.set([...trunks, first]);
  expect(asked).toEqual([]);
  expect(await names()).toContain("trunk-extra");
  const shown = await ari.ask<unknown>("GET", "/asterisk/config/dynamic/res_pjsip/endpoint/trunk-extra");
  expect(JSON.stringify(shown)).not.toContain("not-to-be-told");
  await provision.set([...trunks]);
  expect(await names()).not.toContain("trunk-extra");
});
