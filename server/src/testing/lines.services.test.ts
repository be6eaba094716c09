/**
 * Agents and lines outside, on Asterisk with sipp as the network: a consultation and a transfer over a trunk, a seat whose telephone is a
 * line outside (terminal 0), a number that is in a call of ours. The far side says what it hears again, so who hears himself is heard.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asteriskHarness } from "../adapters/production/switch/testing/harness.ts";
import { compId, direct, openFloor, type Desk, type Floor } from "../modules/telephony/testing/real-floor.ts";
import { createOutsideLines } from "../modules/trunks/index.ts";
import type { SipCall } from "./sip/sip-call.ts";
import type { SipClient } from "./sip/sip-client.ts";
import { Sipp, type Heard, type Step } from "./sip/sipp.ts";

const tones = { agent: 500, customer: 1_100 } as const;
const others = [1_500];
/** Whoever is asked, and the line of seat 1002: it rings, is answered and waits for our BYE. */
const numbers = { asked: "13900139001", line: "13900139002", busy: "13900139003" } as const;
const answers: readonly Step[] = [
  { say: "180 Ringing" },
  { say: "200 OK", sound: true },
  { hear: "ACK" },
  { hear: "BYE" },
];

let folder = "";
let floor: Floor;
let agent: Desk;
let customers = 0;
const open: SipCall[] = [];
const far = new Map<string, Sipp>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-lines-"));
  for (const [i, number] of Object.values(numbers).entries())
    far.set(number, await Sipp.answers(folder, number, `127.0.6.${i + 1}:5090`, answers, { echoes: true }));
  floor = await openFloor(
    asteriskHarness,
    ({ database }) =>
      database.system(async (trx) => {
        await trx.updateTable("access_number").set({ greeting: "" }).execute();
        await trx
          .updateTable("seat")
          .set({ terminalType: 0, phone: numbers.line })
          .where("agentId", "=", "1002")
          .execute();
        for (const [i, number] of Object.values(numbers).entries()) {
          const id = `n${i}`;
          const address = `127.0.6.${i + 1}:5090`;
          await trx
            .insertInto("route_node")
            .values({ id, name: id, address, transport: "udp", codecs: '["PCMA"]', concurrency: 0, enabled: 1 })
            .execute();
          await trx.insertInto("route_group").values({ id, name: id, mode: "failover", enabled: 1 }).execute();
          await trx
            .insertInto("route_group_member")
            .values({ groupId: id, nodeId: id, weight: 1, position: 0 })
            .execute();
          await trx
            .insertInto("route_config")
            .values({
              id,
              name: id,
              ownerCompId: null,
              callerPrefixes: "",
              calleePrefixes: number,
              groupId: id,
              priority: 1,
              enabled: 1,
            })
            .execute();
        }
      }),
    (ports, sealer) => createOutsideLines({ ...ports, sealer }),
  );
  await floor.until("every node is up", async () => {
    const rows = await floor.ports.database.system((trx) => trx.selectFrom("route_node").select("state").execute());
    return rows.every(({ state }) => state === "up");
  });
  agent = await floor.desk("1001", tones.agent);
}, 60_000);
afterAll(async () => {
  for (const sipp of far.values()) await sipp.end();
  await floor?.harness.switch.provision([]);
  await floor?.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const call of open.splice(0)) call.bye();
  await floor.until("the end of the call", () => !agent.call());
  if (agent.codes().at(-1) === 4) await agent.command("finishWrapUp");
  await agent.command("setState", { state: "2" });
});

async function calls(): Promise<{ readonly client: SipClient; readonly call: SipCall }> {
  customers += 1;
  const guest = await floor.customerPage(direct, `1380013810${customers}`);
  const client = await floor.phone(guest.user, guest.password, tones.customer);
  const call = await client.call(direct);
  open.push(call);
  return { client, call };
}

/** A customer and 1001 hear each other. */
async function talk() {
  await agent.command("setState", { state: "1" });
  const { call: customer } = await calls();
  const own = await agent.client.incoming(10_000);
  await own.answer();
  await Promise.all([customer.peer.ears.tone(tones.agent), own.peer.ears.tone(tones.customer)]);
  return { customer, own, callId: agent.call()!.callId };
}
const heardBy = async (number: string, what: RegExp): Promise<Heard | undefined> =>
  (await far.get(number)!.messages()).findLast(({ text }) => what.test(text));
const untilHeard = (number: string, what: RegExp) =>
  floor.until(`${number}: ${what}`, async () => (await heardBy(number, what)) !== undefined);
const invite = /^INVITE /;
const bye = /^BYE /;

test("P32 E4 E5 a number outside is asked over a trunk: the customer hears music; asking is broken off, then handed over", async () => {
  const { customer, own, callId } = await talk();
  const before = agent.codes().length;
  expect(await agent.command("consult", { callId, number: numbers.asked })).toMatchObject({ code: 1 });
  // Its own voice comes back from the far side, and the customer's does not.
  await own.peer.ears.tones([tones.agent], [tones.customer], 10_000);
  await customer.peer.ears.music(Object.values(tones));
  expect((await heardBy(numbers.asked, invite))?.text).toMatch(/^From: .*<sip:4001@/m);
  expect(await agent.command("consultCancel", { callId })).toMatchObject({ code: 1 });
  await untilHeard(numbers.asked, bye);
  await Promise.all([customer.peer.ears.tone(tones.agent), own.peer.ears.tone(tones.customer)]);
  expect(agent.codes().slice(before)).toEqual([11, 8]);

  expect(await agent.command("consult", { callId, number: numbers.asked })).toMatchObject({ code: 1 });
  await own.peer.ears.tones([tones.agent], [tones.customer], 10_000);
  expect(await agent.command("tranfer", { callId })).toMatchObject({ code: 1 });
  await customer.peer.ears.tones([tones.customer], [tones.agent], 10_000);
  await agent.untilCode(4);
  customer.bye();
  await floor.facts(callId);
  // Asked, asked again, and with the customer (K26).
  const legs = await floor.ports.database.system((trx) =>
    trx.selectFrom("call_leg").selectAll().where("callId", "=", callId).orderBy("seq").execute(),
  );
  expect(legs.filter(({ number }) => number === numbers.asked).map(({ result }) => result)).toEqual([200, 200, 200]);
}, 60_000);

test("P32 K25 who is dialled while a call of ours has the number is 584 in the record", async () => {
  const { callId, customer } = await talk();
  expect(await agent.command("consult", { callId, number: numbers.busy })).toMatchObject({ code: 1 });
  await untilHeard(numbers.busy, invite);
  const other = await floor.desk("1003", tones.agent);
  const dialled = await other.command("makeCall", { number: numbers.busy });
  expect(dialled).toMatchObject({ code: 1 });
  const record = async () =>
    floor.ports.database.system((trx) =>
      trx.selectFrom("call_record").selectAll().where("callee", "=", numbers.busy).executeTakeFirst(),
    );
  await floor.until("its record", async () => {
    await floor.eventLog.flush();
    return (await record())?.endAt != null;
  });
  expect(await record()).toMatchObject({ result: 584, cause: "busy" });
  await agent.command("consultCancel", { callId });
  customer.bye();
}, 60_000);

test("P32 T3 a seat whose telephone is a line outside: rung over the trunk with the enterprise's number, hears, is heard", async () => {
  const connection = "c-1002";
  const command = (name: string, fields: Record<string, string> = {}) =>
    floor.engine.request({ verb: "command", compId, agentId: "1002", connection, name, fields });
  const state = async () =>
    ((await command("getAgentState")) as { fields: Readonly<Record<string, string>> }).fields["state"];
  await floor.session("1002");
  await floor.engine.request({
    verb: "attach",
    connection,
    gateway: "g",
    compId,
    agentId: "1002",
    sessionId: "s-1002",
    extension: "1002",
    instance: "",
    takeMedia: true,
    hideNumbers: false,
  });
  expect(await command("setState", { state: "1" })).toMatchObject({ code: 1 });
  const { call: customer } = await calls();
  await untilHeard(numbers.line, invite);
  expect((await heardBy(numbers.line, invite))?.text).toMatch(/^From: .*<sip:4001@/m);
  // What the line hears it says again: the customer's voice went there and back.
  await customer.peer.ears.tones([tones.customer], others, 10_000);
  await floor.until("code 8", async () => (await state()) === "8");
  customer.bye();
  await untilHeard(numbers.line, bye);
  await floor.until("code 4", async () => (await state()) === "4");
}, 60_000);
