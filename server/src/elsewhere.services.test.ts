/**
 * Two server processes, PostgreSQL, Redis and Asterisk: everybody is at the one that does not have the enterprise. What they ask for
 * works there as at the other one (docs/protocol.md K42, K43), and goes on when the one that has it is killed in the middle (K35, P22).
 */
import { dualCallApi, meetingRoomApi } from "@liantai/api/contract/admin";
import type { ReplyOf } from "@liantai/api/contract";
import { Hosts, type Host } from "./testing/hosts/hosts.ts";
import { Network } from "./testing/hosts/network.ts";
import { compId, number, People, tones, type Agent, type Seat } from "./testing/hosts/people.ts";
import type { SipCall } from "./testing/sip/sip-call.ts";
import { sessionOf, signIn } from "./tools/client/session.ts";

const voices = { ...tones, colleague: 1_500, monitor: 1_900 } as const;
type Voice = keyof typeof voices;
const password = "Liantai#2026";
const seat = (account: string, more: Partial<Seat> = {}): Seat => ({ account, roleType: 2, password, ...more });

let hosts: Hosts;
let people: People;
let owner: Host;
/** Where everybody is. */
let here: Host;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  hosts = await Hosts.open();
  people = new People();
  owner = await hosts.start();
  // Nobody waits for words, nor long for the queue's menu.
  await hosts.rows("update access_number set greeting = ''");
  await hosts.rows("update skill_group set menu_every_s = 1, announce_every_s = 0");
  here = await hosts.start();
  expect([await leads(owner), await leads(here)]).toEqual([true, false]);
});
afterEach(async () => {
  await people.leave();
  for (const close of closing.splice(0)) await close();
  await hosts.close();
});

const leads = async ({ url }: Host): Promise<unknown> =>
  ((await (await fetch(`${url}/readyz`)).json()) as { readonly leads?: boolean }).leads;

async function kill(): Promise<void> {
  const { epoch = 0 } = (
    await hosts.rows<{ readonly epoch: number }>(`select max(epoch) epoch from telephony_lease`)
  )[0]!;
  owner.child.kill("SIGKILL");
  await hosts.until("the next one leads", async () => (await leads(here)) === true);
  expect(await hosts.figure("select max(epoch) n from telephony_lease")).toBe(Number(epoch) + 1);
}

/** Each hears these and none of the others. */
async function hear(
  calls: Partial<Record<Voice, SipCall>>,
  ears: Partial<Record<Voice, readonly Voice[]>>,
): Promise<void> {
  const heard = (Object.keys(ears) as Voice[]).map((who) => {
    const those: readonly number[] = ears[who]!.map((voice) => voices[voice]);
    const others = Object.values(voices).filter((hz) => !those.includes(hz));
    return calls[who]!.peer.ears.tones(those, others, 20_000);
  });
  await Promise.all(heard);
}

const network = async (host: string, ringMs: number): Promise<Network> => {
  const opened = await Network.open(here.url, host, { ringMs });
  closing.push(() => opened.close());
  return opened;
};
const code = async ({ state }: Agent) => (await state())["state"];
const untilCode = (agent: Agent, wanted: number) =>
  hosts.until(`state ${wanted}`, async () => (await code(agent)) === String(wanted));
const ready = (agent: Agent) =>
  hosts.until("ready", async () => (await agent.link.command("setState", { state: "1" }))["code"] === "1");
const obeys = (agent: Agent, name: string, fields?: Readonly<Record<string, string>>) =>
  hosts.until(name, async () => (await agent.inCall(name, fields))["code"] === "1");
const told = (type: string) => async () =>
  (await hosts.figure(`select count(*) n from event where type = '${type}'`)) > 0;
const keptLegs = (kind: "leg" | "ringing", count: number) =>
  hosts.until(
    `${kind}s are kept`,
    async () => (await hosts.figure(`select count(*) n from live_leg where kind = '${kind}'`)) === count,
  );
const records = "select count(*) n from call_record";

/** Every contact and every state ended as it began, and nobody who is in a call is ready. */
async function everythingIsWritten(calls: number): Promise<void> {
  await hosts.until("ends", async () => (await hosts.figure(`${records} where end_at is not null`)) === calls);
  expect(await hosts.figure(records)).toBe(calls);
  const torn = "select stream_id from event group by comp_id, stream, stream_id having count(*) <> max(seq)";
  expect(await hosts.figure(`select count(*) n from (${torn}) torn`)).toBe(0);
  await hosts.until("no snapshot is left", async () => (await hosts.figure("select count(*) n from live_call")) === 0);
  await keptLegs("leg", 0);
  expect({ links: people.closed, telephones: people.dropped }).toEqual({ links: [], telephones: [] });
}

test("K22 K35 a monitor listens, whispers and joins in from the other process, and goes on when the owner is killed", async () => {
  const agent = await people.agent(here.url, seat("1001"));
  const monitor = await people.agent(here.url, seat("1005", { roleType: 3, toneHz: voices.monitor }));
  const rings = agent.answered();
  await ready(agent);
  const customer = await people.customer(here.url, "13800138000");
  const calls: Partial<Record<Voice, SipCall>> = { customer, agent: await rings };
  await hear(calls, { customer: ["agent"], agent: ["customer"] });

  const listens = monitor.answered();
  expect(await monitor.link.command("monitor", { agentId: "1001", mode: "listen" })).toMatchObject({ code: "1" });
  calls.monitor = await listens;
  await hear(calls, { customer: ["agent"], agent: ["customer"], monitor: ["agent", "customer"] });
  expect(await monitor.link.command("monitor", { agentId: "1001", mode: "whisper" })).toMatchObject({ code: "1" });
  const whisper = { customer: ["agent"], agent: ["customer", "monitor"], monitor: ["agent", "customer"] } as const;
  await hear(calls, whisper);
  await keptLegs("leg", 3);

  await kill();
  await hosts.until("the monitor is in the talk again", async () => (await code(monitor)) === "3");
  await hear(calls, whisper);
  expect(customer.peer.ears.shares([voices.monitor])[0]).toBeLessThan(0.02);
  await hosts.until("insert", async () => (await monitor.link.command("insert", { agentId: "1001" }))["code"] === "1");
  await hear(calls, { customer: ["agent", "monitor"], agent: ["customer", "monitor"], monitor: ["agent", "customer"] });
  await obeys(agent, "hold");
  await obeys(agent, "unhold");
  // One who does not watch over him is told so by whoever has the calls now.
  expect(await agent.link.command("monitor", { agentId: "1005", mode: "listen" })).toMatchObject({ code: "-403" });
  customer.bye();
  await calls.monitor.ended;
  await untilCode(agent, 4);
  expect(await code(monitor)).not.toBe("3");
  await everythingIsWritten(1);
  await hosts.until(
    "the recording",
    async () => (await hosts.figure(`${records} where recording_key is not null`)) === 1,
  );
  const audits = "select count(*) n from operation_log where object = 'seat' and comp_id = '100001'";
  // Listened, whispered, joined in.
  expect(await hosts.figure(audits)).toBe(3);
}, 120_000);

test("K36 K31 K35 K50 a meeting and a two-way callback are begun at the other process, and go on when the owner is killed", async () => {
  await network("127.0.5.1", 4_000);
  const host = await people.agent(here.url, seat("1003"));
  const member = await people.agent(here.url, seat("1004", { toneHz: voices.colleague }));
  const dialler = await people.agent(here.url, seat("1002"));
  const room = { name: "例会", code: "8001", hostPin: "", memberPin: "", maxMembers: 10, record: 1, enterMuted: 0 };
  const { id } = await host.session.post<{ id: string }>(meetingRoomApi.create.path, {
    ...room,
    ...{ tone: 0, waitForHost: 0, enable: 1, remark: "" },
  });
  const [hostRings, memberRings] = [host.answered(), member.answered()];
  await host.session.post(meetingRoomApi.init.path, { id });
  const calls: Partial<Record<Voice, SipCall>> = { agent: await hostRings };
  await host.session.post(meetingRoomApi.invite.path, { id, kind: "seat", value: "1004", name: "" });
  calls.colleague = await memberRings;
  await hear(calls, { agent: ["colleague"], colleague: ["agent"] });

  // Both processes are asked at once, with one key.
  const own = dialler.answered();
  const { token } = await signIn(here.url, { account: "admin", roleType: 1, code: compId, password });
  const admins = [owner, here].map(({ url }) => sessionOf(url, token));
  const body = {
    agentId: "1002",
    caller: "",
    callee: "01088880002",
    callerDisplay: "",
    calleeDisplay: "",
    idempotencyKey: "order-17",
  };
  const dial = (session: (typeof admins)[number]) =>
    session.post<ReplyOf<typeof dualCallApi.dial>>(dualCallApi.dial.path, body);
  const begun = await Promise.all(admins.map(dial));
  expect(begun[1]).toEqual(begun[0]);
  const first = await own;
  await hosts.until("the second is rung", told("farRinging"));

  await kill();
  expect(await dial(admins[1]!)).toEqual(begun[0]);
  await untilCode(dialler, 3);
  await hear(calls, { agent: ["colleague"], colleague: ["agent"] });
  expect([await code(host), await code(member)]).toEqual(["3", "3"]);
  const live = await host.session.post<ReplyOf<typeof meetingRoomApi.live>>(meetingRoomApi.live.path, { id });
  expect(live).toMatchObject({ members: [{ state: "in" }, { state: "in" }] });
  const mute = live.members.find(({ agentId }) => agentId === "1004")!.id;
  await host.session.post(meetingRoomApi.mute.path, { id, member: mute });
  await calls.agent!.peer.ears.silence(20_000);
  await host.session.post(meetingRoomApi.unmute.path, { id, member: mute });
  await hear(calls, { agent: ["colleague"], colleague: ["agent"] });
  await host.session.post(meetingRoomApi.end.path, { id });
  await Promise.all([calls.agent!.ended, calls.colleague.ended]);
  first.bye();
  await hosts.until(
    "the dual call is over",
    async () => (await hosts.figure(`${records} where end_at is not null`)) >= 1,
  );
  const held = await hosts.rows<{ readonly members: readonly { readonly to: number | null }[] }>(
    "select members from meeting where end_at is not null",
  );
  expect(held.map(({ members }) => members.length)).toEqual([2]);
  expect(await hosts.figure(`${records} where call_id = '${begun[0]!.callId}'`)).toBe(1);
  await untilCode(dialler, 4);
  await everythingIsWritten(await hosts.figure(records));
}, 120_000);

test("Q11 N1 N5 K44 K35 K50 P25 P26 a callback keeps its place, calls of the network go on, a new one is taken", async () => {
  const far = await network("127.0.5.2", 500);
  const agent = await people.agent(here.url, seat("1001"));
  const outward = await people.agent(here.url, seat("1002"));
  const inward = await people.agent(here.url, seat("1003"));
  // Booked by keys, and hung up.
  const page = await people.page(here.url, "13800138001");
  await page.register();
  const asking = await page.call(number);
  await asking.peer.connected;
  await hosts.until("the menu", told("menuOffered"));
  await asking.peer.pressKey("2");
  await hosts.until("the choice", told("menuChosen"));
  await asking.peer.pressKey("1");
  await hosts.until("the callback", async () => (await hosts.figure("select count(*) n from queued_contact")) === 1);
  asking.bye();

  expect(await outward.link.command("makeCall", { number: "01088880001" })).toMatchObject({ code: "1" });
  const out = await outward.answered();
  await untilCode(outward, 8);
  const later = await people.customer(here.url, "13800138002");

  const own = agent.answered();
  await ready(agent);
  const near = await own;
  const rung = await page.incoming(20_000);
  rung.ring();
  await keptLegs("leg", 4);
  await keptLegs("ringing", 1);
  await kill();
  // The old ringing is over, and he is called again.
  await rung.ended;
  const again = await page.incoming(20_000);
  await again.answer();
  await Promise.all([again.peer.ears.tone(voices.agent, 20_000), near.peer.ears.tone(voices.customer, 20_000)]);
  await later.peer.ears.music(Object.values(voices), 20_000);
  await obeys(outward, "hold");
  await obeys(outward, "unhold");
  expect((await far.messages()).filter(({ sent, text }) => !sent && /^(BYE|CANCEL)/.test(text))).toEqual([]);

  // The network calls, at the process that sets the trunks now.
  later.bye();
  const comes = inward.answered();
  await ready(inward);
  const caller = await far.calls("in", 5_091, { from: "02066667777", to: number, talkMs: 1_500 });
  await comes;
  await untilCode(inward, 8);
  expect(await caller.code).toBe(0);
  await untilCode(inward, 4);
  out.bye();
  again.bye();
  await untilCode(agent, 4);
  await untilCode(outward, 4);
  expect(await hosts.rows("select state, tries from queued_contact")).toEqual([{ state: "done", tries: 1 }]);
  await everythingIsWritten(5);
}, 120_000);

test("K45 K46 K35 the owner is killed while customers are at a voice: they stay held, are asked again, and come back", async () => {
  const target = {
    comp_id: compId,
    text: "请输入身份证号码后四位，按井号键结束",
    want: "digits",
    least_digits: 4,
    most_digits: 4,
  };
  const add = async (id: string, more: object) => {
    const row = JSON.stringify({ ...target, id, name: id, ...more });
    const columns = Object.keys(JSON.parse(row) as object).join(", ");
    await hosts.rows(
      `insert into suspend_target (${columns}) select ${columns} from json_populate_record(null::suspend_target, '${row}')`,
    );
  };
  await add("identity", { data_key: "identity", recorded: 1, turns: 3, seconds: 60 });
  await add("rules", { data_key: "", recorded: 0, turns: 3, seconds: 60 });

  async function sent(account: string, phone: string, to: string) {
    const agent = await people.agent(here.url, seat(account));
    const rings = agent.answered();
    await ready(agent);
    const customer = await people.customer(here.url, phone);
    const own = await rings;
    await hear({ customer, agent: own }, { customer: ["agent"], agent: ["customer"] });
    expect(await agent.inCall("suspendTransfer", { action: "start", target: to })).toMatchObject({ code: "1" });
    await untilCode(agent, 13);
    return { agent, customer, own };
  }
  const typing = await sent("1001", "13800138000", "identity");
  const fetched = await sent("1002", "13800138001", "rules");
  const both = [typing, fetched];
  const apart = async (): Promise<void> => {
    for (const { customer, own } of both) {
      await hosts.until("the agent hears nobody", () => own.peer.ears.shares([tones.customer])[0]! < 0.05);
      // A voice, which has something of every tone at times, or nothing while keys are waited for: not the agent, whose tone never rests.
      await hosts.until(
        "the customer does not hear the agent",
        () => customer.peer.ears.shares([tones.agent])[0]! < 0.05,
      );
    }
  };
  await apart();
  for (const key of "98") await typing.customer.peer.pressKey(key);
  await hosts.until(
    "two keys",
    async () => (await hosts.figure('select count(*) n from live_call where state::text like \'%"keys":"98"%\'')) === 1,
  );
  await keptLegs("leg", 4);
  const before = JSON.stringify(await Promise.all(both.map(({ agent }) => agent.state())));

  await kill();
  await hosts.until(
    "states are back",
    async () => JSON.stringify(await Promise.all(both.map(({ agent }) => agent.state()))) === before,
  );
  expect(await Promise.all(both.map(({ agent }) => code(agent)))).toEqual(["13", "13"]);
  // He is asked again.
  await typing.customer.peer.ears.music(Object.values(tones), 20_000);
  await apart();
  // Consulting would take him elsewhere: refused by whoever has the call now.
  expect(await typing.agent.inCall("consult", { agentId: "1003" })).toMatchObject({
    code: "-403",
    msg: "客户正在挂起转中，请先取回客户",
  });

  // From the beginning of the turn: what was pressed before is not counted.
  for (const key of "4321") await typing.customer.peer.pressKey(key);
  await untilCode(typing.agent, 8);
  expect((await typing.agent.inCall("getCallData"))["callData"]).toBe('{"identity":"4321"}');
  await obeys(fetched.agent, "suspendTransfer", { action: "takeBack" });
  await untilCode(fetched.agent, 8);
  for (const { customer, own } of both)
    await hear({ customer, agent: own }, { customer: ["agent"], agent: ["customer"] });

  for (const { customer } of both) customer.bye();
  for (const { agent } of both) await untilCode(agent, 4);
  await everythingIsWritten(2);
  expect(
    await hosts.rows(
      "select data->>'name' as name, data->>'end' as end, data->>'digits' as digits from event where type = 'suspendEnded' order by 1",
    ),
  ).toEqual([
    { name: "identity", end: "done", digits: "4" },
    { name: "rules", end: "takenBack", digits: null },
  ]);
  // At a voice that is not recorded the recording stood still, and it went on.
  expect(
    await hosts.rows("select data->>'action' as action from event where type = 'recordControl' order by seq"),
  ).toEqual([{ action: "pause" }, { action: "resume" }]);
}, 120_000);
