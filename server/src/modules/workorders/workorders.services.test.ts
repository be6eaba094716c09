/**
 * Orders on PostgreSQL, where steps really run side by side: two processes, one of them killed with limits in hand. Claims, limits
 * (100, 101, 102, 103) and the reminders that come of them.
 */
import { once } from "node:events";
import { formStreamApi, workStatusWarnApi } from "@liantai/api/contract/work-orders";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { createProcesses, until } from "../../testing/processes.ts";
import { openOwnDatabase, type OwnDatabase } from "../../testing/services.ts";
import { createVirtualClock } from "../../testing/index.ts";
import { flowOf, openFloor, recordsOf, task, type Floor } from "./testing/floor.ts";
import { reminded } from "./tickets.ts";
import { TimerSweep } from "./timers/sweep.ts";

const compId = "100001";
let own: OwnDatabase;
let office: Office;
/** The same installation in another process: connections, caches and clock of its own. */
let second: Office;
let floor: Floor;
const processes = createProcesses();

beforeAll(async () => {
  own = await openOwnDatabase();
  // Opened first: who signs in later is who is signed in. Its ids are its own.
  second = await openOffice({ database: own.another(), random: createSystemRandom(createSystemClock()) });
  office = await openOffice({ database: own.database });
  floor = await openFloor(office);
}, 120_000);
afterAll(async () => {
  await processes.end();
  await second?.close();
  await second?.ports.database.close();
  await office?.close();
  await own?.close();
}, 60_000);

async function process() {
  const child = processes.start(new URL("./testing/sweeping.ts", import.meta.url), own.url);
  await once(child, "message");
  return child;
}

const events = () =>
  own.database.tenant(compId, (trx) =>
    trx.selectFrom("event").select(["streamId", "seq", "type"]).where("stream", "=", "order").execute(),
  );
const fired = async (types: readonly string[]) => (await events()).filter(({ type }) => types.includes(type));

/** Somebody takes a step of these orders, and is not done: their limits cannot fire, however fast the others do. */
async function held(ids: readonly string[]): Promise<() => Promise<void>> {
  let [letGo, locked] = [(): void => undefined, (): void => undefined];
  const open = new Promise<void>((resolve) => (letGo = resolve));
  const areHeld = new Promise<void>((resolve) => (locked = resolve));
  const over = own.database.tenant(compId, async (trx) => {
    await trx.selectFrom("work_order").select("id").where("id", "in", ids).forUpdate().execute();
    locked();
    await open;
  });
  await Promise.race([areHeld, over]);
  return async () => {
    letGo();
    await over;
  };
}

test("E16 of 20 agents in two processes one claims the order, and 19 are told who has it", async () => {
  const flowId = await floor.flow("抢单", flowOf(floor.groupId));
  const seats = ["1001", "1002", "1003", "1004"] as const;
  for (let round = 0; round < 3; round += 1) {
    const { id } = await floor.create(floor.people["1001"], flowId);
    const said = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const seat = floor.people[seats[n % 4]!];
        const by = n % 2 === 0 ? seat : second.person(seat.token);
        return by.call(formStreamApi.handle, { body: { id, command: "claim" } }).then(
          () => "won",
          (error: Error) => error.message,
        );
      }),
    );
    const { holder } = (await floor.people.admin.call(formStreamApi.find, { body: { id } })).order;
    expect(said.filter((one) => one === "won")).toHaveLength(1);
    for (const one of said) expect(["won", `工单已被${holder}领取`, "工单已在您手中"]).toContain(one);
    expect(await floor.codes(id)).toEqual([15, 1, 6]);
  }
}, 60_000);

test("W12 of 20 saves in two processes that saw the same order one is written, and the others see its value", async () => {
  const flowId = await floor.flow("同改", flowOf(floor.groupId));
  const { id } = await floor.create(floor.people["1001"], flowId);
  const { seq } = await floor.handle(floor.people["1002"], id, "claim");
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => {
      const by = n % 2 === 0 ? floor.people["1002"] : second.person(floor.people["1002"].token);
      return by.call(formStreamApi.handle, { body: { id, command: "save", seq, values: { address: `地址${n}` } } });
    }),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { address } = (await floor.people.admin.call(formStreamApi.find, { body: { id } })).values;
  for (const one of all)
    if (one.status === "rejected")
      expect(one.reason).toMatchObject({ envelope: { code: 409, data: { field: "address", theirs: address } } });
  expect(await floor.codes(id)).toEqual([15, 1, 6, 0]);
}, 60_000);

test("W9 100, 101 and 102 fire once each in two processes and after kill -9, and so do their reminders", async () => {
  const { admin, "1001": creator } = floor.people;
  await admin.call(workStatusWarnApi.saveBatch, {
    body: { list: [{ formId: "", state: "pooled", minutes: 30, timeRuleId: "", hearers: ["creator"], enabled: 1 }] },
  });
  const limited = flowOf(floor.groupId, { limit: { minutes: 60, warnMinutes: 30 } });
  const flowId = await floor.flow("限时", limited);
  const ids = await Promise.all(Array.from({ length: 80 }, async () => (await floor.create(creator, flowId)).id));
  // The office's clock stands in March, the processes live now: every limit has run out.
  const types = ["timedOut", "beforeTimeout", "statusKept"] as const;
  const letGo = await held(ids.slice(0, 10));
  const [first] = await Promise.all([process(), process()]);
  await until("limits fire", async () => (await fired(types)).length >= 20);
  await processes.kill(first!);
  const before = (await fired(types)).length;
  expect(before).toBeLessThan(ids.length * types.length);
  await letGo();
  await process();
  const open = () =>
    own.database.tenant(compId, (trx) =>
      trx.selectFrom("order_timer").select("orderId").where("orderId", "in", ids).execute(),
    );
  await until("no limit is left", async () => (await open()).length === 0);
  const all = await fired(types);
  for (const type of types) {
    const of = all.filter((one) => one.type === type && ids.includes(one.streamId));
    expect([type, of.length, new Set(of.map(({ streamId }) => streamId)).size]).toEqual([type, ids.length, ids.length]);
  }
  const rows = await own.database.tenant(compId, (trx) =>
    trx.selectFrom("reminder").select(["accountId", "key", "subject", "message"]).execute(),
  );
  for (const event of [100, 101, 102]) {
    const told = rows.flatMap(({ accountId, subject, message }) =>
      message.type === "TICKETREMIND" && message.event === event && ids.includes(message.caseId)
        ? [`${accountId} ${subject}`]
        : [],
    );
    expect([event, new Set(told).size]).toEqual([event, told.length]);
    for (const id of ids) expect(told.some((one) => one.endsWith(`order/${id}`))).toBe(true);
  }
}, 120_000);

const sweepOf = (one: Office) =>
  new TimerSweep({ ports: { ...one.ports, clock: hourLater(one) }, records: recordsOf(one), tickets: reminded });
const hourLater = ({ ports }: Office) => createVirtualClock(ports.clock.now() + 3_600_000);
const limited = async (name: string, count: number): Promise<string[]> => {
  const flowId = await floor.flow(name, flowOf(floor.groupId, { limit: { minutes: 60 } }));
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await floor.create(floor.people["1001"], flowId)).id);
  return ids;
};
const firedOf = async (ids: readonly string[]) => {
  const all = (await fired(["timedOut"])).map(({ streamId }) => streamId);
  return ids.map((id) => all.filter((one) => one === id).length);
};

test("W9 W11 120 limits run out in two processes while every third order is claimed: each fires once, histories have no gaps", async () => {
  // Those of the tests before fire whatever is due.
  await processes.end();
  const ids = await limited("同时到期", 120);
  const claims = ids.filter((_, n) => n % 3 === 0);
  const claimed = Promise.all(
    claims.map((id) => floor.people["1002"].call(formStreamApi.handle, { body: { id, command: "claim" } })),
  );
  const both = [sweepOf(office), sweepOf(second)];
  await Promise.all(both.map((one) => one.sweep()));
  await claimed;
  // Those that a claim held are left for the next look.
  await Promise.all(both.map((one) => one.sweep()));
  expect(await firedOf(ids)).toEqual(ids.map(() => 1));
  const logged = await events();
  const seqsOf = (id: string) => logged.flatMap(({ streamId, seq }) => (streamId === id ? [seq] : []));
  for (const id of ids) {
    const seqs = seqsOf(id).sort((a, b) => a - b);
    expect(seqs).toEqual(seqs.map((_, n) => n + 1));
  }
  const rows = await own.database.tenant(compId, (trx) =>
    trx.selectFrom("work_order").select(["id", "seq", "state", "dueAt", "overdueBy"]).where("id", "in", ids).execute(),
  );
  for (const { id, seq, state, dueAt, overdueBy } of rows) {
    expect([id, state, dueAt, overdueBy]).toEqual([id, claims.includes(id) ? "handling" : "pooled", null, "node"]);
    expect(seq).toBe(seqsOf(id).length);
  }
  const told = await own.database.tenant(compId, (trx) =>
    trx.selectFrom("reminder").select(["accountId", "subject", "message"]).execute(),
  );
  const timedOut = told.flatMap(({ accountId, subject, message }) =>
    message.type === "TICKETREMIND" && message.event === 100 && ids.includes(message.caseId)
      ? [`${accountId} ${subject}`]
      : [],
  );
  expect(new Set(timedOut).size).toBe(timedOut.length);
  for (const id of ids) expect(timedOut.some((one) => one.endsWith(`order/${id}`))).toBe(true);
}, 120_000);

test("W11 an order of which a step is taken at the moment waits alone; what the step did to its limit counts", async () => {
  // Those of the tests before fire whatever is due.
  await processes.end();
  const ids = await limited("有人在办", 60);
  const held = ids[30]!;
  await own.database.tenant(compId, async (trx) => {
    await trx.selectFrom("work_order").select("id").where("id", "=", held).forUpdate().execute();
    await sweepOf(second).sweep();
    expect(await firedOf(ids)).toEqual(ids.map((id) => (id === held ? 0 : 1)));
    await trx.updateTable("order_timer").set({ paused: 1 }).where("orderId", "=", held).execute();
  });
  await sweepOf(second).sweep();
  expect(await firedOf([held])).toEqual([0]);
}, 120_000);

test("W6 103: nobody online, submitted in two processes at once: one event an order, the pool, and the monitor is told", async () => {
  const base = flowOf(floor.groupId);
  const flowId = await floor.flow("无人", {
    ...base,
    nodes: base.nodes.map((n) => (n.id === "受理" ? task("受理", { by: "leastLoaded", groupId: floor.groupId }) : n)),
  });
  const { token } = floor.people["1001"];
  const made = await Promise.all(
    [office, second].flatMap((one) =>
      Array.from({ length: 10 }, () =>
        one.person(token).call(formStreamApi.create, { body: { flowId, title: "无人", submit: true } }),
      ),
    ),
  );
  expect(new Set(made.map(({ workCode }) => workCode)).size).toBe(20);
  // A slow machine has the state warnings of the test before follow.
  for (const { id } of made) expect((await floor.codes(id)).filter((code) => code !== 102)).toEqual([15, 1, 103]);
  const rows = await own.database.tenant(compId, (trx) => trx.selectFrom("reminder").select("message").execute());
  const told = rows.flatMap(({ message }) =>
    message.type === "TICKETREMIND" && message.event === 103 ? [message.caseId] : [],
  );
  expect(new Set(told)).toEqual(new Set(made.map(({ id }) => id)));
}, 60_000);
