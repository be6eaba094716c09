/**
 * Two server processes whose ways to Redis and Asterisk are cut for five seconds in a talk: what its people see meanwhile, and that nothing
 * is lost of it but what must be (docs/protocol.md P27, P22; docs/operations.md, Faults).
 */
import { relayTo, type Relay } from "./adapters/production/switch/testing/relay.ts";
import { Hosts, type Host } from "./testing/hosts/hosts.ts";
import { People, tones, type Agent, type Seat } from "./testing/hosts/people.ts";
import type { SipCall } from "./testing/sip/sip-call.ts";

const seat = (account: string): Seat => ({ account, roleType: 2, password: "Liantai#2026" });
const awayMs = 5_000;

let hosts: Hosts;
let people: People;
let relay: Relay;
let owner: Host;
/** Where everybody is: a process that does not have the enterprise, unless a test says otherwise. */
let here: Host;

/** Both processes go through a relay to what this setting names. */
async function openWith(setting: string, address: string): Promise<void> {
  relay = await relayTo(new URL(address));
  const through = Object.assign(new URL(address), { host: `127.0.0.1:${relay.port}` }).href;
  hosts = await Hosts.open({ [setting]: through });
  people = new People();
  owner = await hosts.start();
  await hosts.rows("update access_number set greeting = ''");
  here = await hosts.start();
}
afterEach(async () => {
  relay.mend();
  await people.leave();
  await hosts.close();
  await relay.close();
});

const bothHear = (customer: SipCall, agent: SipCall) =>
  Promise.all([customer.peer.ears.tone(tones.agent, 20_000), agent.peer.ears.tone(tones.customer, 20_000)]);
async function talk(account: string, phone: string) {
  const agent = await people.agent(here.url, seat(account));
  const rings = agent.answered();
  await hosts.until("ready", async () => (await agent.link.command("setState", { state: "1" }))["code"] === "1");
  const customer = await people.customer(here.url, phone);
  const call = await rings;
  await bothHear(customer, call);
  return { agent, customer, call };
}
/** Cut for so long; what the page is answered meanwhile, the first word of each kind. */
async function away(agent: Agent): Promise<readonly string[]> {
  const said = new Set<string>();
  relay.cut();
  const until = performance.now() + awayMs;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const asked = (async () => {
    while (performance.now() < until) {
      const reply = await agent.inCall("hold");
      said.add(`${reply["code"]} ${reply["msg"] ?? ""}`.trim());
      if (reply["code"] === "1") await agent.inCall("unhold");
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  await new Promise((resolve) => setTimeout(resolve, awayMs));
  relay.mend();
  await asked;
  return [...said];
}
const holds = async (agent: Agent) => {
  await hosts.until("hold", async () => (await agent.inCall("hold"))["code"] === "1", 30_000);
  await hosts.until("unhold", async () => (await agent.inCall("unhold"))["code"] === "1", 30_000);
};
const gaps = (...calls: readonly SipCall[]) => {
  const stall = Math.max(...calls.map(({ peer }) => peer.longestStallMs));
  return Math.max(0, ...calls.map(({ peer }) => peer.ears.longestGapMs - stall));
};
async function endsWell({ agent, customer }: Awaited<ReturnType<typeof talk>>): Promise<void> {
  customer.bye();
  const written = "select count(*) n from call_record where end_at is not null and recording_key is not null";
  await hosts.until("the record", async () => (await hosts.figure(written)) === 1, 30_000);
  expect(await hosts.figure("select count(*) n from call_record")).toBe(1);
  await hosts.until("wrapping up", async () => (await agent.state())["state"] === "4");
}

test("P27 K33 Redis is gone for five seconds: who talks hears it all, commands are refused in words, and everything works again", async () => {
  await openWith("REDIS_URL", process.env["TEST_REDIS_URL"] ?? "");
  // What a telephone at another process says meanwhile is lost: it signs in again by itself, which this one does not.
  here = owner;
  const it = await talk("1001", "13800138000");
  for (const call of [it.customer, it.call]) call.peer.ears.beginGaps();
  const said = await away(it.agent);
  expect(said).toContain("-1 呼叫服务暂时不可用，请稍后再试");
  expect(said.filter((each) => !["1", "-1 呼叫服务暂时不可用，请稍后再试"].includes(each))).toEqual([]);
  // Their audio passes this process by; what is left is what a busy machine itself stands still.
  expect(gaps(it.customer, it.call)).toBeLessThan(1_000);
  await holds(it.agent);
  await bothHear(it.customer, it.call);
  await endsWell(it);
}, 120_000);

test("P22 Asterisk is gone for five seconds: its calls are over and recorded so, nobody is in one, and the next one works", async () => {
  await openWith("ASTERISK_ARI_URL", process.env["TEST_ASTERISK_URL"] ?? "");
  const it = await talk("1001", "13800138000");
  const said = await away(it.agent);
  // There is no call any more.
  expect(said.filter((each) => !["-403 当前状态不能执行此操作", "-404 通话不存在"].includes(each))).toEqual([]);
  await hosts.until(
    "the record",
    async () => (await hosts.figure("select count(*) n from call_record where end_at is not null")) === 1,
    30_000,
  );
  expect(await hosts.rows("select cause, result from call_record")).toEqual([{ cause: "callerLost", result: 200 }]);
  await hosts.until(
    "nobody is in a call",
    async () => ["1", "2", "4"].includes((await it.agent.state())["state"] ?? ""),
    30_000,
  );
  await talk("1002", "13800138001");
}, 120_000);
