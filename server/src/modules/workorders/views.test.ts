/** W26-W29, W67: how many orders wait, the questions of the list, orders made from customers and calls, many handed on at once. */
import type { BodyOf } from "@liantai/api/contract";
import { fileDownloadApi } from "@liantai/api/contract/admin";
import { customerFormConfApi, customerFormDataApi } from "@liantai/api/contract/workorder";
import {
  formStreamApi,
  orderChartApi,
  orderCountsApi,
  orderPeopleApi,
  orderSheetApi,
} from "@liantai/api/contract/work-orders";
import { cellsOf, ended } from "../../testing/exports.ts";
import { createVirtualClock } from "../../testing/index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { flowOf, openFloor, orderFields, orderForm, recordsOf, task, type Floor } from "./testing/floor.ts";
import { reminded } from "./tickets.ts";
import { TimerSweep } from "./timers/sweep.ts";

const at = (text: string) => Date.parse(`${text.replace(" ", "T")}:00+08:00`);
const start = at("2026-11-20 10:00");
const hour = 3_600_000;
const clock = createVirtualClock(start);
let office: Office;
let floor: Floor;

beforeAll(async () => {
  office = await openOffice({ clock });
  floor = await openFloor(office);
}, 120_000);
afterAll(() => office?.close());

const counts = (by: Person) => by.call(orderCountsApi.counts, { body: {} });
const find = (id: string) => floor.people.admin.call(formStreamApi.find, { body: { id } });
type Question = NonNullable<Parameters<typeof orders>[1]>;
const orders = (by: Person, body: Partial<BodyOf<typeof formStreamApi.list>>) => by.call(formStreamApi.list, { body });
const titles = async (by: Person, body: Question) => (await orders(by, body)).list.map(({ title }) => title).sort();

/** What a process makes of the limits at that moment. */
const sweepAt = (now: number) =>
  new TimerSweep({
    ports: { ...office.ports, clock: createVirtualClock(now) },
    records: recordsOf(office),
    tickets: reminded,
  }).sweep();

test("W26 what waits for a person is counted: in hand, to claim, due today, overrun; and the list asks for each", async () => {
  const { people, groupId } = floor;
  const flowId = await floor.flow("限时四小时", flowOf(groupId, { limit: { minutes: 240 } }));
  const slow = await floor.flow("限时五天", flowOf(groupId, { limit: { minutes: 5 * 24 * 60 } }));
  const make = (title: string, flow: string, more = {}) =>
    people["1001"].call(formStreamApi.create, { body: { flowId: flow, title, values: {}, submit: true, ...more } });
  const before = await counts(people["1002"]);
  const short = await make("四小时", flowId, { priority: 1 });
  const long = await make("五天", slow);
  await make("待领", flowId);
  expect(await counts(people["1002"])).toEqual({ ...before, pool: before.pool + 3 });
  await floor.handle(people["1002"], short.id, "claim");
  await floor.handle(people["1002"], long.id, "claim");
  const mine = { overdue: 0, dueToday: 1, mine: before.mine + 2, pool: before.pool + 1 };
  expect(await counts(people["1002"])).toEqual(mine);
  const scope = { scope: "mine" } as const;
  expect(await titles(people["1002"], { ...scope, due: "today" })).toEqual(["四小时"]);
  expect(await titles(people["1002"], { ...scope, due: "week" })).toEqual(["五天", "四小时"].sort());
  expect(await titles(people["1002"], { ...scope, due: "overdue" })).toEqual([]);
  expect(await titles(people["1002"], { ...scope, priority: 1 })).toEqual(["四小时"]);
  expect(await titles(people["1002"], { flowId, node: "受理" })).toEqual(["四小时", "待领"].sort());
  expect(await titles(people["1002"], { flowId, node: "处理" })).toEqual([]);
  expect(await titles(people["1002"], { ...scope, creator: "1001" })).toEqual(["五天", "四小时"].sort());
  expect(await titles(people["1002"], { ...scope, creator: "1004" })).toEqual([]);

  await sweepAt(start + 4 * hour);
  expect(await counts(people["1002"])).toEqual({ ...mine, overdue: 1, dueToday: 0 });
  expect(await titles(people["1002"], { ...scope, due: "overdue" })).toEqual(["四小时"]);
  expect((await find(short.id)).order).toMatchObject({ overdueTime: "2026-11-20 14:00:00", phase: "handling" });
  // What its node's limit says ends with the node.
  await floor.handle(people["1002"], short.id, "approve", { values: { level: "urgent" } });
  expect((await find(short.id)).order).toMatchObject({
    overdueTime: "",
    nodeName: "处理",
    holder: "1002",
    holderName: "王志强",
  });
  // A draft of one's own is in one's hands.
  await make("草稿", flowId, { submit: false });
  expect(await titles(people["1001"], { scope: "mine" })).toEqual(["草稿"]);
});

test("W26 the whole order's limit stays overrun from node to node, to the end", async () => {
  const { people, groupId } = floor;
  const flowId = await floor.flow("整单", { ...flowOf(groupId), limit: { minutes: 60 } });
  const { id } = await floor.create(people["1001"], flowId, { level: "urgent" });
  await sweepAt(start + hour);
  await floor.handle(people["1003"], id, "claim");
  await floor.handle(people["1003"], id, "approve");
  expect((await find(id)).order.overdueTime).not.toBe("");
  await floor.handle(people["1002"], id, "complete");
  expect((await find(id)).order.overdueTime).toBe("");
});

test("W27 本组 are orders of the own group, of a monitor's groups; an administrator has no group", async () => {
  const { people } = floor;
  const flowId = await floor.flow("本组", flowOf(floor.groupId));
  await floor.create(people["1001"], flowId);
  const of = async (by: Person) =>
    (await by.call(formStreamApi.list, { body: { flowId, scope: "group" } })).list.map(({ groupId }) => groupId);
  expect(await of(people["1002"])).toEqual([floor.groupId]);
  expect(await of(people["1005"])).toEqual([floor.groupId]);
  expect(await of(people.admin)).toEqual([]);
});

test("W28 an order made from a customer takes what nobody typed; who may not see the number has it all the same", async () => {
  const { people } = floor;
  const { admin, "1001": agent } = people;
  const customers = await admin.call(customerFormConfApi.add, { body: { name: "客户资料", formType: "customer" } });
  const customer = await agent.call(customerFormDataApi.add, {
    body: { formId: customers.id, values: { customerName: "王一", phone: "13800001234" } },
  });
  const formId = await orderForm(admin, "来自客户", [
    ...orderFields,
    { type: "input", name: "customerCodeFillin", label: "客户编号", config: true },
    { type: "input", name: "customerName", label: "客户姓名" },
    { type: "input", name: "phone", label: "电话", config: true, ext: { content: "phone", mask: "phone" } },
  ]);
  const flowId = await floor.flow("来自客户", flowOf(floor.groupId), formId);
  const make = (more: object) =>
    agent.call(formStreamApi.create, {
      body: { flowId, title: "报障", customerId: customer.id, submit: true, ...more },
    });
  const { id } = await make({ values: { customerName: "王一的邻居" } });
  expect((await find(id)).values).toEqual({
    customerCodeFillin: customer.code,
    customerName: "王一的邻居",
    phone: "13800001234",
  });
  const found = await agent.call(orderPeopleApi.customers, { body: { id } });
  expect(found).toMatchObject([{ id: customer.id, formName: "客户资料" }]);
  // Beyond the own data scope there is none: neither to make an order from, nor to be told of.
  expect(await people["1002"].call(orderPeopleApi.customers, { body: { id } })).toEqual([]);
  const foreign = people["1002"].call(formStreamApi.create, {
    body: { flowId, title: "报障", customerId: customer.id },
  });
  expect(await refused(foreign)).toMatchObject({ code: 404, msg: "客户不存在" });
});

test("W28 orders of robots are orders whose source says so", async () => {
  const { people } = floor;
  const flowId = await floor.flow("机器人", flowOf(floor.groupId));
  for (const source of ["robot", "manual"] as const)
    await people["1001"].call(formStreamApi.create, { body: { flowId, title: source, source, submit: true } });
  expect(await titles(people.admin, { flowId, source: "robot" })).toEqual(["robot"]);
  expect(await titles(people.admin, { flowId, source: "call" })).toEqual([]);
});

test("W29 many are handed on at once: own ones are transferred, supervised ones assigned, each that cannot says why", async () => {
  const { people } = floor;
  const flowId = await floor.flow("批量转交", flowOf(floor.groupId));
  const ids: string[] = [];
  for (let i = 0; i < 4; i += 1) ids.push((await floor.create(people["1001"], flowId)).id);
  for (const id of ids.slice(0, 2)) await floor.handle(people["1002"], id, "claim");
  await floor.handle(people["1003"], ids[2]!, "claim");
  const said = await people["1002"].call(orderPeopleApi.transferBatch, {
    body: { ids: [...ids, ids[0]!], to: "1004", text: "请假" },
  });
  expect([said.succeed, said.failing]).toEqual([2, 2]);
  expect(said.list.map(({ id, text }) => [id, text])).toEqual([
    [ids[2], "工单不存在"],
    [ids[3], "工单待领取，不能转交"],
  ]);
  expect(await floor.codes(ids[0]!)).toEqual([15, 1, 6, 16]);
  const monitor = await people["1005"].call(orderPeopleApi.transferBatch, { body: { ids: ids.slice(2), to: "1004" } });
  expect(monitor).toEqual({ succeed: 2, failing: 0, list: [] });
  expect(await floor.codes(ids[3]!)).toEqual([15, 1, 10]);
  const gone = { ids: [ids[0]!], to: "9999" };
  expect((await people["1005"].call(orderPeopleApi.transferBatch, { body: gone })).list).toMatchObject([
    { text: "坐席不存在或已停用" },
  ]);
});

test("W29 seats in service stand to choose, found by name or number; an order tells the nodes of its version", async () => {
  const { people } = floor;
  const all = await people["1001"].call(orderPeopleApi.seats, { body: {} });
  expect(all.map(({ agentId }) => agentId)).toEqual(expect.arrayContaining(["1001", "1002", "1003", "1004", "1005"]));
  expect(all.every(({ load }) => load >= 0)).toBe(true);
  const byNumber = await people["1001"].call(orderPeopleApi.seats, { body: { name: "1003" } });
  expect(byNumber).toMatchObject([{ agentId: "1003", name: "陈思雨" }]);
  expect(await people["1001"].call(orderPeopleApi.seats, { body: { name: "思雨" } })).toEqual(byNumber);
  const flowId = await floor.flow("节点", {
    ...flowOf(floor.groupId),
    nodes: flowOf(floor.groupId).nodes.map((n) => (n.id === "处理" ? task("处理", { by: "creator" }) : n)),
  });
  const { id } = await floor.create(people["1001"], flowId);
  expect((await find(id)).nodes.map(({ id: node, kind }) => [node, kind])).toEqual([
    ["start", "start"],
    ["受理", "task"],
    ["which", "gateway"],
    ["处理", "task"],
    ["end", "end"],
  ]);
});

test("W67 orders are asked for by when they were made, both times included, and say where they came from", async () => {
  const { people } = floor;
  const flowId = await floor.flow("创建时间", flowOf(floor.groupId));
  const make = (title: string, source: "api" | "manual") =>
    people["1001"].call(formStreamApi.create, { body: { flowId, title, source, submit: true } });
  await clock.advance(at("2026-11-20 10:20") - clock.now());
  await make("早", "manual");
  // Kept finer than it is shown: the second that is asked for is whole.
  await clock.advance(at("2026-11-20 10:30") + 900 - clock.now());
  await make("晚", "api");
  const [early, late] = ["2026-11-20 10:20:00", "2026-11-20 10:30:00"];
  const asked = (body: object) => titles(people.admin, { flowId, ...body });
  expect(await asked({ startTime: early, endTime: late })).toEqual(["早", "晚"].sort());
  expect(await asked({ startTime: "2026-11-20 10:20:01" })).toEqual(["晚"]);
  expect(await asked({ endTime: "2026-11-20 10:29:59" })).toEqual(["早"]);
  expect(await asked({ endTime: early })).toEqual(["早"]);
  expect(await asked({ startTime: "2026-11-20 10:30:01" })).toEqual([]);
  expect(await refused(orders(people.admin, { startTime: "2026-02-30 10:00:00" }))).toMatchObject({
    fields: [{ path: "startTime", message: "创建时间格式应为 yyyy-MM-dd HH:mm:ss" }],
  });
  const { list } = await orders(people.admin, { flowId });
  expect(list.map(({ title, source }) => [title, source])).toEqual([
    ["晚", "api"],
    ["早", "manual"],
  ]);
  // Counts and the workbook follow the list.
  const question = { flowId, startTime: late };
  expect((await people.admin.call(orderChartApi.states, { body: question })).total).toBe(1);
  const { id } = await people.admin.call(orderSheetApi.export, { body: question });
  await ended(people.admin, id, "done");
  const { bytes } = await people.admin.file(fileDownloadApi.down, { query: { id } });
  const [head = [], ...rows] = await cellsOf(bytes);
  expect(rows.map((row) => ["标题", "来源", "创建时间"].map((title) => row[head.indexOf(title)]))).toEqual([
    ["晚", "接口", late],
  ]);
});
