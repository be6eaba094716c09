/**
 * Server processes that have an enterprise each, PostgreSQL, Redis and Asterisk (docs/protocol.md K42 to K44, decision 057): one is
 * killed, or stopped for a while, and the calls of the other's enterprise notice nothing.
 */
import { Hosts, type Host } from "./testing/hosts/hosts.ts";
import { compId, number, People, tones, type Agent } from "./testing/hosts/people.ts";
import { second } from "./testing/hosts/second-enterprise.ts";
import type { SipCall } from "./testing/sip/sip-call.ts";

const enterprises = [{ compId, number }, second] as const;
type Enterprise = (typeof enterprises)[number];
const seat = (of: Enterprise, account: string) =>
  ({ account, roleType: 2, password: "Liantai#2026", compId: of.compId }) as const;

let hosts: Hosts;
let people: People;
beforeEach(async () => {
  hosts = await Hosts.open();
  people = new People();
});
afterEach(async () => {
  await people.leave();
  await hosts.close();
});

/** By enterprise: which process, in the order of their rows. */
const owners = () =>
  hosts.rows<{ readonly name: string; readonly owner: string; readonly epoch: number }>(
    `select l.name, l.owner, l.epoch from telephony_lease l join telephony_process p on p.owner = l.owner
     where p.until > clock_timestamp() order by l.name`,
  );
const ownerOf = async (of: Enterprise) => (await owners()).find(({ name }) => name === of.compId);

/** The first has both until the second has been there for a while. */
async function shared(): Promise<readonly [Host, Host]> {
  const first = await hosts.start();
  await hosts.addSecondEnterprise();
  const both = [first, await hosts.start()] as const;
  await hosts.until("each process has an enterprise", async () => {
    const [a, b] = [await ownerOf(enterprises[0]), await ownerOf(enterprises[1])];
    return a !== undefined && b !== undefined && a.owner !== b.owner;
  });
  return both;
}

/** The process that has the calls says so in /metrics. */
async function calls({ url }: Host): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^liantai_calls (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

interface Talk {
  readonly agent: Agent;
  readonly customer: SipCall;
  readonly call: SipCall;
}

async function talk(of: Enterprise, [agentAt, customerAt]: readonly [Host, Host], account: string, phone: string) {
  const agent = await people.agent(agentAt.url, seat(of, account));
  const rings = agent.answered();
  await agent.link.command("setState", { state: "1" });
  const customer = await people.customer(customerAt.url, phone, of.number);
  return { agent, customer, call: await rings } satisfies Talk;
}

const hear = (talks: readonly Talk[]) =>
  Promise.all(
    talks.flatMap(({ customer, call }) => [
      customer.peer.ears.tone(tones.agent, 20_000),
      call.peer.ears.tone(tones.customer, 20_000),
    ]),
  );
const peersOf = (talks: readonly Talk[]) => talks.flatMap(({ customer, call }) => [customer.peer, call.peer]);
const beginGaps = (talks: readonly Talk[]) => peersOf(talks).forEach(({ ears }) => ears.beginGaps());
const gap = (talks: readonly Talk[]): number => {
  const stall = Math.max(...peersOf(talks).map(({ longestStallMs }) => longestStallMs));
  return Math.max(0, ...peersOf(talks).map(({ ears }) => ears.longestGapMs - stall));
};
const holds = async ({ agent }: Talk): Promise<void> => {
  await hosts.until("hold", async () => (await agent.inCall("hold"))["code"] === "1");
  expect(await agent.inCall("unhold")).toMatchObject({ code: "1" });
};
const states = async (talks: readonly Talk[]) =>
  JSON.stringify(await Promise.all(talks.map(({ agent }) => agent.state())));
const kept = "select count(*) n from live_leg where kind = 'leg'";
const ended = "select count(*) n from call_record where end_at is not null and recording_key is not null";
const byEnterprise = (sql: string, { compId: of }: Enterprise) => hosts.figure(`${sql} and comp_id = '${of}'`);

test("K42 K43 two processes have an enterprise each; one is killed: the other's calls notice nothing", async () => {
  const [first, newcomer] = await shared();
  const [dying, living] = [await ownerOf(enterprises[0]), await ownerOf(enterprises[1])];
  // Everybody is at the process that lives, whichever has the calls.
  const at = [first, first] as const;
  const adopted = [
    await talk(enterprises[0], at, "1001", "13800138000"),
    await talk(enterprises[0], at, "1002", "13800138001"),
  ];
  const untouched = [
    await talk(enterprises[1], at, "1001", "13800138002"),
    await talk(enterprises[1], at, "1002", "13800138003"),
  ];
  const all = [...adopted, ...untouched];
  await hear(all);
  expect([await calls(first), await calls(newcomer)]).toEqual([2, 2]);
  await hosts.until("legs are kept", async () => (await hosts.figure(kept)) === 8);
  const before = await states(all);

  beginGaps(all);
  const killed = performance.now();
  newcomer.child.kill("SIGKILL");
  await hosts.until("it is adopted", async () => (await ownerOf(enterprises[0]))?.owner === living?.owner);
  const takenMs = performance.now() - killed;
  await hosts.until("states are back", async () => (await states(all)) === before);
  const backMs = performance.now() - killed;
  await hear(all);
  const gaps = [gap(adopted), gap(untouched)] as const;
  process.stdout.write(
    `sharing: adopted after ${Math.round(takenMs)} ms, states back after ${Math.round(backMs)} ms, ` +
      `longest gap ${gaps.map(Math.round).join(" and ")} ms\n`,
  );
  // The goal is 3 s; this is what a busy machine keeps.
  expect(takenMs).toBeLessThan(6_000);
  for (const each of gaps) expect(each).toBeLessThan(300);
  expect(await ownerOf(enterprises[0])).toMatchObject({ epoch: (dying?.epoch ?? 0) + 1 });
  expect(await ownerOf(enterprises[1])).toEqual(living);
  expect(await calls(first)).toBe(4);
  for (const each of all) await holds(each);
  expect({ links: people.closed, telephones: people.dropped }).toEqual({ links: [], telephones: [] });

  for (const { customer } of all) customer.bye();
  await hosts.until("records", async () => (await hosts.figure(ended)) === 4);
  expect(await hosts.figure("select count(*) n from call_record")).toBe(4);
  const incomplete = "select count(*) n from call_record where recording_missing is not null";
  // What the dead one was recording lacks the time in which nobody did; the others lack nothing.
  expect(await Promise.all(enterprises.map((each) => byEnterprise(incomplete, each)))).toEqual([2, 0]);
  const torn = "select stream_id from event group by comp_id, stream, stream_id having count(*) <> max(seq)";
  expect(await hosts.figure(`select count(*) n from (${torn}) torn`)).toBe(0);
}, 120_000);

test("K42 K34 P23 one is stopped and goes on: no event of its epoch, its sockets stay, it gets an enterprise back in peace", async () => {
  const [first, second] = await shared();
  const [stopped, other] = [await ownerOf(enterprises[0]), await ownerOf(enterprises[1])];
  // Those of the one that is stopped are at both; a process that says nothing for 5 s is gone with its sockets (P23).
  const talks = [
    await talk(enterprises[0], [first, second], "1001", "13800138000"),
    await talk(enterprises[0], [second, first], "1002", "13800138001"),
    await talk(enterprises[1], [first, first], "1001", "13800138002"),
  ];
  await hear(talks);
  await hosts.until("legs are kept", async () => (await hosts.figure(kept)) === 6);
  beginGaps(talks);
  second.child.kill("SIGSTOP");
  const since = performance.now();
  await hosts.until("it is adopted", async () => (await ownerOf(enterprises[0]))?.owner === other?.owner);
  await holds(talks[0]!);
  await holds(talks[2]!);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, 6_000 - (performance.now() - since))));
  second.child.kill("SIGCONT");
  for (const each of talks) await holds(each);
  await hear(talks);
  expect([await ownerOf(enterprises[0]), await ownerOf(enterprises[1])]).toMatchObject([
    { owner: other?.owner, epoch: (stopped?.epoch ?? 0) + 1 },
    other,
  ]);
  expect({ links: people.closed, telephones: people.dropped }).toEqual({ links: [], telephones: [] });

  expect(gap(talks)).toBeLessThan(300);

  for (const { customer } of talks) customer.bye();
  await hosts.until("records", async () => (await hosts.figure(ended)) === 3);
  // Transactions are numbered as they begin to write: none of an epoch begins after the first of the next.
  const rows = "(select comp_id, epoch, xmin::text::bigint as n from event) each";
  const crossed = await hosts.rows(
    `select a.comp_id from ${rows.replace("each", "a")}, ${rows.replace("each", "b")}
     where a.comp_id = b.comp_id and a.epoch < b.epoch and a.n > b.n limit 1`,
  );
  expect(crossed).toEqual([]);
  expect(await byEnterprise("select count(distinct epoch) n from event where true", enterprises[1])).toBe(1);
  await hosts.until("each has an enterprise again", async () => {
    const [a, b] = [await ownerOf(enterprises[0]), await ownerOf(enterprises[1])];
    return a !== undefined && b !== undefined && a.owner !== b.owner;
  });
  // And it works there, for a page at the other one.
  const again = await talk(enterprises[0], [first, second], "1003", "13800138009");
  const there = await talk(enterprises[1], [first, second], "1003", "13800138008");
  await hear([again, there]);
  expect([await calls(first), await calls(second)]).toEqual([1, 1]);
}, 120_000);
