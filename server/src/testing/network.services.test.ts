/** Calls through the whole of it: route nodes in the database, the engine, Asterisk, and sipp as the network. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asteriskHarness } from "../adapters/production/switch/testing/harness.ts";
import type { CommandReply } from "../ports/engine.ts";
import type { TestPorts } from "./index.ts";
import { Sipp, type Step } from "./sip/sipp.ts";
import { createCallBilling } from "../modules/enterprises/ledger/billing.ts";
import { openRealEngine, type RealEngine } from "../modules/telephony/testing/real-engine.ts";
import { direct } from "../modules/telephony/testing/real-floor.ts";
import { createOutsideLines } from "../modules/trunks/index.ts";

const compId = "100001";
const refuses = (say: string, ...extra: readonly string[]): readonly Step[] => [{ say, extra }, { hear: "ACK" }];
const ringing: Step = { say: "180 Ringing" };
const reason = (cause: number): string => `Reason: Q.850;cause=${cause}`;
const answers: readonly Step[] = [ringing, { say: "200 OK", sound: true }, { hear: "ACK" }];

/** Written by hand after B27: what the network does, and the code of the record. */
const results: readonly (readonly [name: string, steps: readonly Step[], result: number])[] = [
  ["486 Busy Here", refuses("486 Busy Here"), 588],
  ["603 Decline", refuses("603 Decline"), 585],
  ["404 Not Found", refuses("404 Not Found"), 582],
  ["410 Gone", refuses("410 Gone"), 597],
  ["480 after 180", [ringing, ...refuses("480 Temporarily Unavailable")], 594],
  ["480 without 180", refuses("480 Temporarily Unavailable"), 586],
  ["503 Service Unavailable", refuses("503 Service Unavailable"), 593],
  ["408 Request Timeout", refuses("408 Request Timeout"), 586],
  ["no answer", [ringing, { hear: "CANCEL" }, ...refuses("487 Request Terminated")], 594],
  ["Q.850 17 in a 480", refuses("480 Temporarily Unavailable", reason(17)), 588],
  ["Q.850 20 in a 480", refuses("480 Temporarily Unavailable", reason(20)), 581],
  ["Q.850 22 in a 404", refuses("404 Not Found", reason(22)), 597],
  ["Q.850 34 in a 480", refuses("480 Temporarily Unavailable", reason(34)), 593],
  // Beside the 13 of the check: the other results of the table (584 is in lines.services.test.ts).
  ["402 Payment Required", refuses("402 Payment Required"), 595],
  ["484 Address Incomplete", refuses("484 Address Incomplete"), 589],
  ["Q.850 28 in a 480", refuses("480 Temporarily Unavailable", reason(28)), 589],
  ["Q.850 50 in a 403", refuses("403 Forbidden", reason(50)), 587],
  ["Q.850 38 in a 480", refuses("480 Temporarily Unavailable", reason(38)), 598],
  ["Q.850 55 in a 403", refuses("403 Forbidden", reason(55)), 700],
];
const numberOf = (index: number): string => `138001380${String(index).padStart(2, "0")}`;
/** Who is answered, and by whom. */
const [first, second] = ["13900139001", "13900139002"];
/** Whom a call would reach when its first number answered: one each, for a number has one call of ours at a time. */
const otherOf = (index: number): string => `139001390${10 + index}`;

let folder = "";
let real: RealEngine;
let begun: readonly CommandReply[] = [];
const network = new Map<string, Sipp>();

/** A node of its own for each number. */
const nodes: readonly (readonly [number: string, steps: readonly Step[]])[] = [
  ...results.map(([, steps], i) => [numberOf(i), steps] as const),
  [first, [...answers, { hear: "BYE" }]],
  [second, [...answers, { wait: 300 }, { bye: [] }]],
];
const addressOf = (index: number): string => `127.0.4.${index + 1}:5090`;

const setUp = ({ database }: TestPorts): Promise<void> =>
  database.system(async (trx) => {
    await trx.updateTable("access_number").set({ priceMilli: 150 }).where("number", "=", "4001").execute();
    for (const [i, [number]] of nodes.entries()) {
      const [id, groupId] = [`node${i}`, `group${i}`];
      const codecs = JSON.stringify(["PCMA"]);
      const node = { id, name: id, address: addressOf(i), transport: "udp", codecs, concurrency: 0, enabled: 1 };
      await trx.insertInto("route_node").values(node).execute();
      await trx
        .insertInto("route_group")
        .values({ id: groupId, name: groupId, mode: "failover", enabled: 1 })
        .execute();
      await trx.insertInto("route_group_member").values({ groupId, nodeId: id, weight: 1, position: 0 }).execute();
      const calleePrefixes = number === second ? "139001390" : number;
      const route = { id: `route${i}`, name: `route${i}`, ownerCompId: null, callerPrefixes: "", calleePrefixes };
      await trx
        .insertInto("route_config")
        .values({ ...route, groupId, priority: number === second ? 2 : 1, enabled: 1 })
        .execute();
    }
  });

async function until<T>(what: string, find: () => Promise<T | undefined>, ms = 15_000): Promise<T> {
  for (const end = performance.now() + ms; performance.now() < end;) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what}: did not happen`);
}
const states = () =>
  real.base.database.system((trx) => trx.selectFrom("route_node").select(["id", "state", "checkedAt"]).execute());
const recordOf = (callId: string) =>
  until(
    `the record of ${callId}`,
    async () => {
      await real.eventLog.flush();
      const row = await real.base.database.system((trx) =>
        trx.selectFrom("call_record").selectAll().where("callId", "=", callId).executeTakeFirst(),
      );
      return row?.endAt ? row : undefined;
    },
    60_000,
  );
const dual = (callId: string, caller: string, callee: string) =>
  real.engine.request({
    verb: "dualCall",
    compId,
    caller,
    callee,
    callId,
    callerDisplay: "",
    calleeDisplay: "",
    agentId: "",
  }) as Promise<CommandReply>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-network-"));
  for (const [i, [number, steps]] of nodes.entries())
    network.set(number, await Sipp.answers(folder, number, addressOf(i), steps));
  real = await openRealEngine(asteriskHarness, setUp, (ports, sealer) => createOutsideLines({ ...ports, sealer }));
  await until("every node is up", async () =>
    (await states()).every(({ state }) => state === "up") ? true : undefined,
  );
  // One rings for 45 s, beside the tests that follow.
  begun = await Promise.all(results.map((_row, i) => dual(`code${i}`, numberOf(i), otherOf(i))));
}, 60_000);
afterAll(async () => {
  await real?.harness.switch.provision([]);
  await real?.close();
  for (const sipp of network.values()) await sipp.end();
  await rm(folder, { recursive: true, force: true });
});

test("E21 of a dual call the second is dialled when the first has answered, and both are paid", async () => {
  expect(await dual("both", first, second)).toMatchObject({ code: 1 });
  const record = await recordOf("both");
  expect(record).toMatchObject({ result: 200, isDual: 1 });
  const at = async (number: string, what: RegExp) =>
    (await network.get(number)!.messages()).find(({ text }) => what.test(text))?.at;
  const answered = await at(first, /^SIP\/2\.0 200 OK[^]*\nCSeq: \d+ INVITE/);
  const dialled = await at(second, /^INVITE /);
  expect(answered).toBeDefined();
  expect(dialled).toBeGreaterThanOrEqual(answered!);
  await createCallBilling(real.ports).sweep();
  const entries = await real.base.database.system((trx) =>
    trx
      .selectFrom("ledger_entry")
      .select(["idempotencyKey", "amount"])
      .where("idempotencyKey", "like", "call/both%")
      .execute(),
  );
  expect(entries).toHaveLength(2);
  for (const { amount } of entries) expect(Math.abs(Number(amount))).toBe(1_500);
}, 60_000);

test("N3 a node that stops answering OPTIONS is down on the screen, since then", async () => {
  const before = (await states()).find(({ id }) => id === "node0")!;
  await network.get(numberOf(0))!.end();
  const down = await until("the node is down", async () =>
    (await states()).find(({ id, state }) => id === "node0" && state === "down"),
  );
  expect(down.checkedAt!.getTime()).toBeGreaterThan(before.checkedAt!.getTime());
});

test("N5 a call from outside finds the access number that it dialled, written as operators write it", async () => {
  const to = process.env["TEST_ASTERISK_SIP"] ?? "";
  const caller = { from: "13700137000", to: `+86${direct}`, talkMs: 200 };
  network.set("in", await Sipp.calls(folder, "in", "127.0.4.2:5091", to, caller));
  const row = await until("the call's record", async () => {
    await real.eventLog.flush();
    const found = await real.base.database.system((trx) =>
      trx.selectFrom("call_record").selectAll().where("caller", "=", "13700137000").executeTakeFirst(),
    );
    return found?.endAt ? found : undefined;
  });
  expect(row).toMatchObject({ compId, direction: "inbound", callee: direct, accessNumber: direct });
});

test("E11 K25 what the network says of a number is the result in its record: 13 of 13, and the rest of the table", async () => {
  expect(begun.map(({ code }) => code)).toEqual(results.map(() => 1));
  const found = await Promise.all(results.map(async (_row, i) => (await recordOf(`code${i}`)).result));
  expect(results.map(([name], i) => [name, found[i]])).toEqual(results.map(([name, , result]) => [name, result]));
}, 60_000);
