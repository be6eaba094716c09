/** W50 to W54: service targets of orders over HTTP, their timers over two processes and a restart, changed rules. */
import { timeRuleApi } from "@liantai/api/contract/admin";
import { formStreamApi, serviceTargetApi, usualTargets } from "@liantai/api/contract/work-orders";
import { createVirtualClock } from "../../testing/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, orderFields, orderForm, recordsOf, type Floor } from "./testing/floor.ts";
import type { Ticket } from "./tickets.ts";
import { TimerSweep } from "./timers/sweep.ts";

const at = (text: string) => Date.parse(`2026-11-${text.replace(" ", "T")}:00+08:00`);
const minute = 60_000;
let office: Office;
let floor: Floor;
let timeRuleId: string;
const told: Ticket[] = [];

beforeAll(async () => {
  office = await openOffice({ clock: createVirtualClock(at("20 11:30")) });
  floor = await openFloor(office);
  const ranges = [
    { from: "09:00", to: "12:00" },
    { from: "13:00", to: "18:00" },
  ];
  const { id } = await floor.people.admin.call(timeRuleApi.add, {
    body: {
      ...{ name: "行政班", remark: "", weekly: [{ days: [1, 2, 3, 4, 5], ranges }] },
      ...{ holidays: [{ date: "2026-11-23", name: "厂庆" }], specials: [] },
    },
  });
  timeRuleId = id;
});
afterAll(() => office?.close());

/** Two more processes over the same database at a time of their own, as after a restart. */
const processes = (now: number) => {
  const clock = createVirtualClock(now);
  const one = () =>
    new TimerSweep({
      ports: { ...office.ports, clock },
      records: recordsOf(office),
      tickets: { tell: async (_, ticket) => void told.push(ticket) },
    });
  return [one(), one()] as const;
};
const sweepAt = (now: number) => Promise.all(processes(now).map((one) => one.sweep()));
const limits = async (id: string) =>
  (await floor.people.admin.call(formStreamApi.history, { body: { id } }))
    .filter(({ event, data }) => (event === 100 || event === 101) && data["limit"] === "target")
    .map(({ event, time, data }) => [event, data["name"], time.slice(8, 16)]);
const ofOrder = (id: string) => floor.people.admin.call(serviceTargetApi.ofOrder, { body: { id } });
const list = (target: "missed" | "soon", formId: string) =>
  floor.people.admin.call(formStreamApi.list, { body: { target, formId, pageNo: 1, pageSize: 20 } });
const target = (formId: string, more: object) => ({
  ...{ formId, name: "解决", kind: "resolution" as const, ...usualTargets.resolution, minutes: 120, warnMinutes: 30 },
  ...{ timeRuleId, ...more },
});
/** A form of its own with a flow: targets are of forms. */
async function ownForm(name: string, ...targets: object[]) {
  const formId = await orderForm(floor.people.admin, name, orderFields);
  const ids: string[] = [];
  for (const one of targets)
    ids.push((await floor.people.admin.call(serviceTargetApi.add, { body: target(formId, one) })).id);
  return { formId, ids, flowId: await floor.flow(name, flowOf(floor.groupId), formId) };
}

test("W50 W52 W54 over lunch: 101 and 100 once in two processes and after a restart; told, listed, asked for and explained", async () => {
  const { formId, flowId } = await ownForm("限时", {});
  const { id } = await floor.create(floor.people["1001"], flowId);
  expect((await list("soon", formId)).list).toEqual([]);
  await sweepAt(at("20 13:59"));
  expect(await limits(id)).toEqual([]);
  await sweepAt(at("20 14:00"));
  await sweepAt(at("20 14:29"));
  await sweepAt(at("20 14:30"));
  await sweepAt(at("20 16:00"));
  expect(await limits(id)).toEqual([
    [101, "解决", "20 14:00"],
    [100, "解决", "20 14:30"],
  ]);
  const tickets = told.filter(({ orderId }) => orderId === id);
  expect(tickets.map(({ event }) => event)).toEqual([101, 100]);
  expect(tickets[0]!.people).toEqual(expect.arrayContaining(["1002", "1005"]));
  expect(tickets[1]!.text).toMatch(/^工单GD\d+「宽带报障」「解决」已超时$/);
  // Both have been fired by the other processes: this one has nothing to do until then.
  await office.ports.clock.leap(at("20 15:00") - office.ports.clock.now());
  const { list: found } = await list("missed", formId);
  expect(found).toMatchObject([
    { id, upgrades: 1, overdueTime: "", targets: [{ name: "解决", phase: "missed", dueTime: "2026-11-20 14:30:00" }] },
  ]);
  expect((await list("soon", formId)).list).toEqual([]);
  expect(await ofOrder(id)).toMatchObject([
    {
      ...{ phase: "missed", minutes: 120, spentMs: 150 * minute, leftMs: -30 * minute, ended: 0 },
      pieces: [
        {
          ...{ counts: 1, by: "提交", ms: 150 * minute },
          stretches: [
            "2026-11-20 11:30 至 12:00 工作时间",
            "2026-11-20 12:00 至 13:00 午休",
            "2026-11-20 13:00 至 15:00 工作时间",
          ],
        },
      ],
    },
  ]);
  const flowLimits = await floor.people.admin.call(formStreamApi.limits, { body: { id } });
  expect(flowLimits).toEqual([]);
});

test("W50 suspended it stands still; over the evening, the weekend and a holiday; met when ended in time", async () => {
  const { flowId } = await ownForm("挂起限时", {});
  const { id } = await floor.create(floor.people["1001"], flowId);
  await floor.handle(floor.people["1002"], id, "claim");
  await office.ports.clock.advance(30 * minute);
  await floor.handle(floor.people["1002"], id, "suspend");
  expect(await ofOrder(id)).toMatchObject([{ phase: "paused", leftMs: 90 * minute, dueTime: "" }]);
  await sweepAt(at("24 17:00"));
  expect(await limits(id)).toEqual([]);
  await office.ports.clock.leap(at("20 17:30") - office.ports.clock.now());
  await floor.handle(floor.people["1002"], id, "resume");
  expect(await ofOrder(id)).toMatchObject([
    { phase: "running", warnTime: "2026-11-24 09:30:00", dueTime: "2026-11-24 10:00:00" },
  ]);
  expect((await ofOrder(id))[0]!.pieces.map(({ counts, by }) => [counts, by])).toEqual([
    [1, "提交"],
    [0, "挂起"],
    [1, "恢复"],
  ]);
  await floor.handle(floor.people["1002"], id, "complete");
  expect(await ofOrder(id)).toMatchObject([{ phase: "met", ended: 1, leftMs: 90 * minute }]);
  await sweepAt(at("24 17:00"));
  expect(await limits(id)).toEqual([]);
});

test("W51 first and next response: who takes it answers the first, a comment the urging, and the next urging is a new cycle", async () => {
  const { flowId } = await ownForm(
    "响应",
    {
      name: "首次响应",
      kind: "firstResponse",
      ...usualTargets.firstResponse,
      minutes: 10,
      warnMinutes: 0,
      timeRuleId: "",
    },
    {
      name: "后续响应",
      kind: "nextResponse",
      ...usualTargets.nextResponse,
      minutes: 10,
      warnMinutes: 0,
      timeRuleId: "",
    },
  );
  const begun = office.ports.clock.now();
  const { id } = await floor.create(floor.people["1001"], flowId);
  expect((await ofOrder(id)).map(({ name }) => name)).toEqual(["首次响应"]);
  await floor.handle(floor.people["1002"], id, "claim");
  await floor.handle(floor.people["1001"], id, "urge", { text: "急" });
  const shown = async () => Object.fromEntries((await ofOrder(id)).map(({ name, phase }) => [name, phase]));
  expect(await shown()).toEqual({ 首次响应: "met", 后续响应: "running" });
  await floor.handle(floor.people["1002"], id, "commentUrge", { text: "马上" });
  expect(await shown()).toEqual({ 首次响应: "met", 后续响应: "met" });
  await floor.handle(floor.people["1001"], id, "urge", { text: "还是急" });
  await sweepAt(begun + 10 * minute);
  await sweepAt(begun + 30 * minute);
  expect((await limits(id)).map(([event, name]) => [event, name])).toEqual([[100, "后续响应"]]);
});

test("W50 by priority and by fields; an order that becomes urgent counts from its beginning", async () => {
  const applies = { field: "level", op: "eq" as const, value: "urgent" };
  const { flowId } = await ownForm("加急", { applies, minutesBy: { 3: 60 }, timeRuleId: "" });
  const { id } = await floor.create(floor.people["1001"], flowId, { level: "usual" });
  expect(await ofOrder(id)).toEqual([]);
  await floor.handle(floor.people["1002"], id, "claim");
  await office.ports.clock.advance(20 * minute);
  await floor.handle(floor.people["1002"], id, "save", { values: { level: "urgent" } });
  expect(await ofOrder(id)).toMatchObject([{ minutes: 60, spentMs: 20 * minute, phase: "running" }]);
  await floor.handle(floor.people["1002"], id, "save", { values: { level: "usual" } });
  expect(await ofOrder(id)).toEqual([]);
});

test("W53 a changed rule: the preview says what it does and writes nothing, recompute does it; what was written stays once", async () => {
  const { formId, flowId, ids } = await ownForm("改规则", { timeRuleId: "" });
  const [kept] = ids;
  const { id } = await floor.create(floor.people["1001"], flowId);
  const begun = office.ports.clock.now();
  await office.ports.clock.advance(40 * minute);
  const shorter = { ...target(formId, { minutes: 30, warnMinutes: 10, timeRuleId: "" }), id: kept };
  const { admin } = floor.people;
  const changes = await admin.call(serviceTargetApi.preview, { body: shorter });
  expect(changes).toMatchObject({
    ...{ total: 1, changed: 1 },
    list: [{ id, before: { phase: "running" }, after: { phase: "missed" } }],
  });
  expect(await ofOrder(id)).toMatchObject([{ phase: "running", minutes: 120 }]);
  await admin.call(serviceTargetApi.update, { body: { ...shorter, id: kept! } });
  await sweepAt(begun + 45 * minute);
  expect(await limits(id)).toEqual([]);
  expect(await admin.call(serviceTargetApi.recompute, { body: { formId } })).toEqual({ count: 1, asJob: 0 });
  await sweepAt(begun + 45 * minute);
  await admin.call(serviceTargetApi.recompute, { body: { formId } });
  await sweepAt(begun + 50 * minute);
  expect((await limits(id)).map(([event]) => event)).toEqual([100]);
  expect((await list("missed", formId)).list).toHaveLength(1);
  const same = await admin.call(serviceTargetApi.preview, { body: shorter });
  expect(same).toMatchObject({ total: 1, changed: 0, list: [] });
  // Switched off it is gone from every order, and its timers with it.
  await admin.call(serviceTargetApi.update, { body: { ...shorter, id: kept!, enabled: 0 } });
  expect((await list("missed", formId)).list).toEqual([]);
  expect(await ofOrder(id)).toEqual([]);
  expect(await admin.call(serviceTargetApi.delete, { body: { ids: [kept!] } })).toEqual({ count: 1 });
});

test("W53 more than 200 open orders are read anew as a job", async () => {
  const { formId, flowId } = await ownForm("很多", {});
  const { id } = await floor.create(floor.people["1001"], flowId);
  const more = 200;
  await office.ports.database.tenant("100001", async (trx) => {
    const row = await trx.selectFrom("work_order").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    for (let i = 0; i < more; i += 1)
      await trx
        .insertInto("work_order")
        .values({ ...row, id: `copy${i}`, workCode: "", body: JSON.stringify(row.body) })
        .execute();
  });
  const { admin } = floor.people;
  expect(await admin.call(serviceTargetApi.recompute, { body: { formId } })).toEqual({ count: 201, asJob: 1 });
});

test("W50 what cannot be meant is refused naming the field; who is no administrator keeps none", async () => {
  const { formId } = await ownForm("拒绝");
  const { admin } = floor.people;
  const add = (more: object) => refused(admin.call(serviceTargetApi.add, { body: target(formId, more) }));
  expect(await add({ start: {} })).toMatchObject({ msg: "请设置何时开始计时" });
  expect(await add({ stop: {} })).toMatchObject({ msg: "请设置何时停止计时" });
  expect(await add({ warnMinutes: 120 })).toMatchObject({ msg: "提前提醒应小于时长" });
  expect(await add({ timeRuleId: "none" })).toMatchObject({ msg: "时间规则不存在" });
  expect((await add({ applies: { field: "none", op: "eq", value: "1" } })).msg).toMatch(/^适用条件：/);
  expect(await add({ start: { events: ["timedOut"] } })).toMatchObject({ code: 400 });
  await admin.call(serviceTargetApi.add, { body: target(formId, {}) });
  expect(await add({})).toMatchObject({ msg: "该表单已有同名的服务目标" });
  expect(await refused(floor.people["1001"].call(serviceTargetApi.list, { body: {} }))).toMatchObject({ status: 403 });
});
