/** W9: limits in working time, once in two processes and over a restart; nobody online; states that do not change. */
import { formatTime } from "@liantai/api/contract";
import { timeRuleApi } from "@liantai/api/contract/admin";
import { formStreamApi, workStatusWarnApi, type TaskNode } from "@liantai/api/contract/work-orders";
import { createVirtualClock } from "../../testing/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, orderForm, recordsOf, task, type Floor } from "./testing/floor.ts";
import type { Ticket } from "./tickets.ts";
import { TimerSweep } from "./timers/sweep.ts";

const at = (text: string) => Date.parse(`${text.replace(" ", "T")}:00+08:00`);
const minute = 60_000;
let office: Office;
let floor: Floor;
const told: Ticket[] = [];

beforeAll(async () => {
  office = await openOffice({ clock: createVirtualClock(at("2026-11-20 17:30")) });
  floor = await openFloor(office);
});
afterAll(() => office?.close());

/** Two more processes over the same database, which live at a time of their own; the office's clock stands. */
function processes(now: number) {
  const clock = createVirtualClock(now);
  const one = () =>
    new TimerSweep({
      ports: { ...office.ports, clock },
      records: recordsOf(office),
      tickets: { tell: async (_, ticket) => void told.push(ticket) },
    });
  return { clock, both: [one(), one()] as const };
}

/** Both look at once at that moment. */
async function sweepAt(now: number): Promise<void> {
  await Promise.all(processes(now).both.map((one) => one.sweep()));
}

const codes = async (id: string, asked: readonly number[]) =>
  (await floor.people.admin.call(formStreamApi.history, { body: { id } }))
    .filter(({ event }) => event !== null && asked.includes(event))
    .map(({ event, time }) => [event, time]);
const order = async (id: string) => (await floor.people.admin.call(formStreamApi.find, { body: { id } })).order;
const received = (node: Partial<TaskNode> & Pick<TaskNode, "handler">) => {
  const flow = flowOf(floor.groupId);
  const { handler = { by: "creator" }, ...more } = node;
  return { ...flow, nodes: flow.nodes.map((n) => (n.id === "受理" ? task("受理", handler, more) : n)) };
};

async function officeHours(): Promise<string> {
  const ranges = [
    { from: "09:00", to: "12:00" },
    { from: "13:00", to: "18:00" },
  ];
  const { id } = await floor.people.admin.call(timeRuleApi.add, {
    body: {
      name: "行政班",
      remark: "",
      weekly: [{ days: [1, 2, 3, 4, 5], ranges }],
      holidays: [{ date: "2026-11-23", name: "厂庆" }],
      specials: [],
    },
  });
  return id;
}

test("W9 E17: Friday 17:30, two working hours, Monday off: 101 Tuesday 10:00, 100 10:30, once in two processes and a restart", async () => {
  const timeRuleId = await officeHours();
  const limit = { minutes: 120, warnMinutes: 30 };
  const flowId = await floor.flow("限时", { ...flowOf(floor.groupId, { limit }), timeRuleId });
  const { id } = await floor.create(floor.people["1001"], flowId);
  const [running] = await floor.people["1001"].call(formStreamApi.limits, { body: { id } });
  expect(running).toMatchObject({
    name: "节点时限",
    warnTime: "2026-11-24 10:00:00",
    dueTime: "2026-11-24 10:30:00",
    stretches: [
      "2026-11-20 17:30 至 18:00 工作时间",
      "2026-11-20 18:00 至 2026-11-21 00:00 下班时间",
      "2026-11-21 00:00 至 2026-11-23 00:00 周末",
      "2026-11-23 00:00 至 2026-11-24 00:00 节假日（厂庆）",
      "2026-11-24 00:00 至 09:00 下班时间",
      "2026-11-24 09:00 至 10:30 工作时间",
    ],
  });
  await sweepAt(at("2026-11-24 09:59"));
  expect(await codes(id, [100, 101])).toEqual([]);
  for (const [from, minutes] of [
    ["2026-11-24 09:59", 2],
    ["2026-11-24 10:29", 3],
  ] as const) {
    const { clock, both } = processes(at(from));
    for (const one of both) await one.start();
    await clock.advance(minutes * minute);
    for (const one of both) await one.stop();
  }
  expect(await codes(id, [100, 101])).toEqual([
    [101, "2026-11-24 10:00:00"],
    [100, "2026-11-24 10:30:00"],
  ]);
  await sweepAt(at("2026-11-25 10:00"));
  expect(await codes(id, [100, 101])).toHaveLength(2);
  expect(await order(id)).toMatchObject({ upgrades: 1, dueTime: "" });
  expect(told.filter((t) => t.orderId === id).map((t) => t.event)).toEqual([101, 100]);
  expect(told.find((t) => t.event === 100)).toMatchObject({
    text: expect.stringMatching(/^工单GD\d+「宽带报障」已超时$/),
  });
}, 180_000);

test("W9 suspended time does not count, and a limit that stands still does not fire", async () => {
  const flowId = await floor.flow("挂起", flowOf(floor.groupId, { limit: { minutes: 60 } }));
  const { id } = await floor.create(floor.people["1001"], flowId);
  await floor.handle(floor.people["1002"], id, "claim");
  const begun = office.ports.clock.now();
  await office.ports.clock.advance(2 * minute);
  await floor.handle(floor.people["1002"], id, "suspend");
  await sweepAt(begun + 120 * minute);
  expect(await codes(id, [100])).toEqual([]);
  await office.ports.clock.advance(3 * minute);
  await floor.handle(floor.people["1002"], id, "resume");
  await sweepAt(begun + 62 * minute);
  expect(await codes(id, [100])).toEqual([]);
  await sweepAt(begun + 63 * minute + 1_000);
  expect(await codes(id, [100])).toHaveLength(1);
});

test("W9 W75 the whole order's limit stands still while its creator has it back, and goes on when it is submitted again", async () => {
  const limit = { minutes: 60, warnMinutes: 10 };
  const { "1001": creator, "1002": handler } = floor.people;
  const { id } = await floor.create(creator, await floor.flow("整单退回", { ...flowOf(floor.groupId), limit }));
  await floor.handle(handler, id, "claim");
  const begun = office.ports.clock.now();
  await office.ports.clock.advance(2 * minute);
  await floor.handle(handler, id, "returnCreator", { text: "请补充地址" });
  await sweepAt(begun + 120 * minute);
  expect(await codes(id, [100, 101])).toEqual([]);
  const limits = () => creator.call(formStreamApi.limits, { body: { id } });
  expect(await limits()).toMatchObject([{ name: "整单时限", paused: 1 }]);
  await office.ports.clock.advance(3 * minute);
  await floor.handle(creator, id, "submit");
  expect(await limits()).toMatchObject([{ name: "整单时限", paused: 0 }]);
  await sweepAt(begun + 52 * minute);
  expect(await codes(id, [100, 101])).toEqual([]);
  await sweepAt(begun + 64 * minute);
  await sweepAt(begun + 66 * minute);
  expect((await codes(id, [100, 101])).map(([event]) => event)).toEqual([101, 100]);
  expect((await order(id)).overdueTime).not.toBe("");
});

test("W9 who was given an order and does not open it loses it to the pool", async () => {
  const flowId = await floor.flow("直派", received({ handler: { by: "seat", agentIds: ["1003"] }, claimMinutes: 5 }));
  const [lost, kept] = [
    await floor.create(floor.people["1001"], flowId),
    await floor.create(floor.people["1001"], flowId),
  ];
  await floor.handle(floor.people["1003"], kept.id, "open");
  await sweepAt(office.ports.clock.now() + 5 * minute);
  expect(await codes(lost.id, [7])).toHaveLength(1);
  expect(await order(lost.id)).toMatchObject({ state: "pooled", holder: "" });
  expect(await order(kept.id)).toMatchObject({ state: "handling", holder: "1003" });
});

test("W6 least loaded with nobody online is 103 and the pool; with somebody it is his", async () => {
  const flowId = await floor.flow("最空闲", received({ handler: { by: "leastLoaded", groupId: floor.groupId } }));
  const nobody = await floor.create(floor.people["1001"], flowId);
  expect(await floor.codes(nobody.id)).toEqual([15, 1, 103]);
  expect(await order(nobody.id)).toMatchObject({ state: "pooled", groupId: floor.groupId });
  const row = { compId: "100001", seq: 1, code: 1, customStatusId: null, toAt: null, reason: "signIn", callId: null };
  await office.ports.database.tenant("100001", (trx) =>
    trx
      .insertInto("agent_status")
      .values({ ...row, agentId: "1004", fromAt: new Date(office.ports.clock.now()) })
      .execute(),
  );
  expect(await order((await floor.create(floor.people["1001"], flowId)).id)).toMatchObject({ holder: "1004" });
});

test("W9 a state that does not change is told to whom its reminder names, once; orders already in it follow", async () => {
  const flowId = await floor.flow("久拖", flowOf(floor.groupId));
  const { id } = await floor.create(floor.people["1001"], flowId);
  const made = office.ports.clock.now();
  const body = {
    list: [
      {
        formId: "",
        state: "pooled" as const,
        minutes: 30,
        timeRuleId: "",
        hearers: ["creator" as const, "monitors" as const],
        enabled: 1,
      },
    ],
  };
  await floor.people.admin.call(workStatusWarnApi.saveBatch, { body });
  const [warn] = await floor.people.admin.call(workStatusWarnApi.list, { body: {} });
  await sweepAt(made + 29 * minute);
  expect(await codes(id, [102])).toEqual([]);
  await sweepAt(made + 30 * minute);
  await sweepAt(made + 90 * minute);
  expect(await codes(id, [102])).toHaveLength(1);
  expect(told.filter((t) => t.orderId === id)).toMatchObject([{ event: 102, people: ["1001", "1005"] }]);
  expect(await floor.people.admin.call(workStatusWarnApi.delete, { body: { ids: [warn!.id] } })).toEqual({ count: 1 });
  const later = await floor.create(floor.people["1001"], flowId);
  await sweepAt(made + 200 * minute);
  expect(await codes(later.id, [102])).toEqual([]);
});

test("W9 of 30 limits that run out at once one cannot be told: the others fire once, and it does when it can", async () => {
  const flowId = await floor.flow("三十", flowOf(floor.groupId, { limit: { minutes: 60 } }));
  const ids: string[] = [];
  for (let n = 0; n < 30; n += 1) ids.push((await floor.create(floor.people["1001"], flowId)).id);
  const bad = ids[12]!;
  let broken = true;
  const { clock } = processes(office.ports.clock.now() + 61 * minute);
  const sweep = new TimerSweep({
    ports: { ...office.ports, clock },
    records: recordsOf(office),
    tickets: {
      tell: async (_, { orderId }) => {
        if (broken && orderId === bad) throw new Error("not now");
      },
    },
  });
  const fired = async () => Promise.all(ids.map(async (id) => (await codes(id, [100])).length));
  await sweep.sweep();
  expect(await fired()).toEqual(ids.map((id) => (id === bad ? 0 : 1)));
  broken = false;
  await sweep.sweep();
  await sweep.sweep();
  expect(await fired()).toEqual(ids.map(() => 1));
});

test("W9 a limit that runs out while others are fired is fired right after them, not a second later", async () => {
  const made = async (minutes: number) =>
    (
      await floor.create(
        floor.people["1001"],
        await floor.flow(`${minutes}分`, flowOf(floor.groupId, { limit: { minutes } })),
      )
    ).id;
  const [first, second] = [await made(60), await made(61)];
  const { clock } = processes(office.ports.clock.now() + 60 * minute);
  let later = 0;
  const sweep = new TimerSweep({
    ports: { ...office.ports, clock: { ...clock, now: () => clock.now() + later } },
    records: recordsOf(office),
    tickets: { tell: async (_, { orderId }) => void (orderId === first && (later = minute)) },
  });
  const fired = async () => Promise.all([first, second].map(async (id) => (await codes(id, [100])).length));
  sweep.start();
  await clock.advance(1);
  expect(await fired()).toEqual([1, 0]);
  await clock.advance(100);
  expect(await fired()).toEqual([1, 1]);
  await sweep.stop();
});

test("W14 a limit that runs out is written into the fields for it, how far and when, each time; nobody types there", async () => {
  const { admin, "1001": agent } = floor.people;
  const formId = await orderForm(admin, "升级单", [
    { type: "input", name: "note", label: "说明" },
    { type: "input", name: "raised", label: "升级情况", workOrderUpgrade: true, query: true },
    { type: "input", name: "level", label: "升级级别", workOrderUpgrade: true, ext: { content: "number" } },
  ]);
  const limit = { minutes: 60 };
  const nodes = flowOf(floor.groupId, { limit: { minutes: 30 } });
  const { id } = await floor.create(agent, await floor.flow("升级", { ...nodes, limit }, formId), { note: "漏水" });
  const values = async () => (await admin.call(formStreamApi.find, { body: { id } })).values;
  expect(await values()).toEqual({ note: "漏水" });
  const now = office.ports.clock.now();
  const sweep = (past: number): Promise<unknown> => {
    const ports = { ...office.ports, clock: createVirtualClock(now + past * minute) };
    const tickets = { tell: () => Promise.resolve() };
    return new TimerSweep({ ports, records: recordsOf({ ...office, ports }), tickets }).sweep();
  };
  await sweep(31);
  const day = (past: number): string => formatTime(new Date(now + past * minute));
  expect(await values()).toEqual({ note: "漏水", raised: `1级，节点时限，${day(31)}`, level: "1" });
  await sweep(61);
  expect(await values()).toEqual({ note: "漏水", raised: `2级，整单时限，${day(61)}`, level: "2" });
  const filters = [{ name: "raised", op: "contains", value: "2级" }];
  const asked = { formId, filters, pageNo: 1, pageSize: 10 } as const;
  expect((await admin.call(formStreamApi.list, { body: asked })).list).toMatchObject([{ id, upgrades: 2 }]);
  await floor.handle(agent, id, "claim");
  expect(await refused(floor.handle(agent, id, "save", { values: { raised: "没有" } }))).toMatchObject({
    fields: [{ path: "values.raised" }],
  });
});
