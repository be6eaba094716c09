/** W77 and W78: who is told that a customer urged an order that waits, rated one, or filled in a form. */
import { formatTime, hourMs, minuteMs, type BodyOf } from "@liantai/api/contract";
import {
  customerLinkApi,
  customerPageApi,
  formStreamApi,
  workDelegateApi,
  type FlowNode,
} from "@liantai/api/contract/work-orders";
import { customerFormConfApi } from "@liantai/api/contract/workorder";
import { openOffice, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, task, type Floor } from "./testing/floor.ts";

let office: Office;
let floor: Floor;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
});
afterAll(() => office?.close());

/** What was told since, by seat, of which order. */
async function toldSince<T>(work: () => Promise<T>): Promise<string[]> {
  const rows = () =>
    office.ports.database.system((trx) =>
      trx
        .selectFrom("reminder as r")
        .innerJoin("account as a", "a.id", "r.accountId")
        .select(["r.key", "a.agentId", "r.message"])
        .orderBy("a.agentId")
        .execute(),
    );
  const before = new Set((await rows()).map(({ key, agentId }) => `${key} ${agentId}`));
  await work();
  const fresh = (await rows()).filter(({ key, agentId }) => !before.has(`${key} ${agentId}`));
  return fresh.flatMap(({ agentId, message }) =>
    message.type === "TICKETREMIND" ? [`${agentId} ${message.event} ${message.text}`] : [],
  );
}
const place = { x: 0, y: 0 };
/** 受理 by 1002, then a sub-order that it waits for. */
const withSub = (flowId: string) => ({
  nodes: [
    { kind: "start", id: "start", name: "开始", ...place },
    task("受理", { by: "seat", agentIds: ["1002"] }),
    { kind: "subOrder", id: "sub", name: "外协", ...place, formId: floor.formId, flowId, wait: "all" },
    { kind: "end", id: "end", name: "结束", ...place },
  ] satisfies FlowNode[],
  edges: [
    { id: "1", from: "start", to: "受理" },
    { id: "2", from: "受理", to: "sub" },
    { id: "3", from: "sub", to: "end" },
  ],
});

test("W77 urging an order that waits is told to who has its open sub-orders, of theirs, and to the monitors", async () => {
  const { "1001": creator, "1002": handler, "1003": other, admin } = floor.people;
  const parent = await floor.flow("等外协", withSub(await floor.flow("外协", flowOf(floor.groupId))));
  const { id, workCode } = await floor.create(creator, parent);
  await floor.handle(handler, id, "approve");
  const { list } = await admin.call(formStreamApi.list, { body: { parentId: id, pageNo: 1, pageSize: 10 } });
  const [sub] = list;
  const urge = () => floor.handle(creator, id, "urge", { text: "客户催了" });
  const ofSub = `9 工单${sub!.workCode}「宽带报障」被催办：客户催了`;
  const ofParent = `1005 9 工单${workCode}「宽带报障」被催办：客户催了`;
  // In the group's pool: whoever may claim it, but not who urged.
  const offered = await toldSince(urge);
  expect(offered).toEqual(expect.arrayContaining([`1002 ${ofSub}`, `1003 ${ofSub}`, `1004 ${ofSub}`, ofParent]));
  expect(offered.filter((one) => one.startsWith("1001"))).toEqual([]);
  await floor.handle(other, sub!.id, "claim");
  expect(await toldSince(urge)).toEqual([`1003 ${ofSub}`, ofParent]);
  await floor.handle(other, sub!.id, "transfer", { to: "1004" });
  expect(await toldSince(urge)).toEqual([`1004 ${ofSub}`, ofParent]);
});

test("W76 W77 the stand-in of one who may claim an open sub-order hears the urge of the order that waits", async () => {
  const { "1001": creator, "1002": handler, admin } = floor.people;
  const both = flowOf(floor.groupId);
  const nodes = both.nodes.map((node) =>
    node.id === "受理" ? task("受理", { by: "seat", agentIds: ["1002", "1003"] }) : node,
  );
  const parent = await floor.flow("等两人", withSub(await floor.flow("两人", { ...both, nodes })));
  const { id } = await floor.create(creator, parent);
  await floor.handle(handler, id, "approve");
  const urged = async () =>
    (await toldSince(() => floor.handle(creator, id, "urge", { text: "客户催了" }))).map((one) => one.slice(0, 6));
  expect(await urged()).toEqual(["1002 9", "1003 9", "1005 9"]);
  const at = (offset: number) => formatTime(office.ports.clock.now() + offset);
  const body = { agentId: "1003", delegateId: "1004", fromTime: at(-minuteMs), untilTime: at(hourMs) };
  await admin.call(workDelegateApi.save, { body });
  expect(await urged()).toEqual(["1002 9", "1003 9", "1004 9", "1005 9"]);
  await admin.call(workDelegateApi.delete, { body: { agentId: "1003" } });
});

/** The token of a link. */
async function linked(orderId: string, filling?: string, by: "1001" | "1005" = "1001"): Promise<string> {
  const purpose = filling ? { purpose: "fill", formId: filling } : { purpose: "follow" };
  const body = { orderId, ...purpose, days: 7 } as BodyOf<typeof customerLinkApi.add>;
  const { url } = await floor.people[by].call(customerLinkApi.add, { body });
  return url.slice(url.lastIndexOf("/") + 1);
}

test("W78 a rating is told to who made the link and to the last handler, a bad one to the monitors as well", async () => {
  const flowId = await floor.flow("评价", flowOf(floor.groupId));
  const rated = async (score: 1 | 8, text?: string) => {
    const { id, workCode } = await floor.create(floor.people["1004"], flowId);
    const token = await linked(id);
    await floor.handle(floor.people["1002"], id, "claim");
    await floor.handle(floor.people["1002"], id, "complete", { text: "好了" });
    const body = { token, score, ...(text && { text }) };
    return { workCode, told: await toldSince(() => floor.people["1003"].call(customerPageApi.rate, { body })) };
  };
  const good = await rated(8);
  const line = `工单${good.workCode}「宽带报障」收到客户评价：满意`;
  expect(good.told).toEqual([`1001 105 ${line}`, `1002 105 ${line}`]);
  const bad = await rated(1, "根本没修好，回电13800138000");
  const said = `工单${bad.workCode}「宽带报障」收到客户评价：不满意：根本没修好，回电138****8000`;
  expect(bad.told).toEqual([`1001 105 ${said}`, `1002 105 ${said}`, `1005 105 ${said}`]);
});

test("W78 a form that the customer filled in is told to who made the link and to who has the order", async () => {
  const fields = [{ type: "input", name: "wish", label: "希望上门时间" }] as const;
  const added = { name: "上门预约", formType: "task", fields } as const;
  const { id: formId } = await floor.people.admin.call(customerFormConfApi.add, { body: added });
  const { id, workCode } = await floor.create(floor.people["1004"], await floor.flow("填写", flowOf(floor.groupId)));
  const token = await linked(id, formId);
  await floor.handle(floor.people["1002"], id, "claim");
  const body = { token, values: { wish: "周六上午" } };
  const told = await toldSince(() => floor.people["1003"].call(customerPageApi.fill, { body }));
  const line = `工单${workCode}「宽带报障」收到客户填写的表单《上门预约》`;
  expect(told).toEqual([`1001 104 ${line}`, `1002 104 ${line}`]);
});

test("W78 what a customer fills in while nobody has the order is told to who had it last, or to the creator it is back at", async () => {
  const fields = [{ type: "input", name: "wish", label: "希望上门时间" }] as const;
  const added = { name: "再次预约", formType: "task", fields } as const;
  const { id: formId } = await floor.people.admin.call(customerFormConfApi.add, { body: added });
  const filled = async (id: string) => {
    const token = await linked(id, formId, "1005");
    const body = { token, values: { wish: "周日" } };
    const told = await toldSince(() => floor.people["1003"].call(customerPageApi.fill, { body }));
    return told.map((one) => one.slice(0, "1001 104".length));
  };
  const waits = await floor.flow("填写时等外协", withSub(await floor.flow("填写外协", flowOf(floor.groupId))));
  const { id: waiting } = await floor.create(floor.people["1004"], waits);
  await floor.handle(floor.people["1002"], waiting, "approve");
  expect(await filled(waiting)).toEqual(["1002 104", "1005 104"]);
  const { id: returned } = await floor.create(floor.people["1004"], waits);
  await floor.handle(floor.people["1002"], returned, "returnCreator", { text: "地址不全" });
  expect(await filled(returned)).toEqual(["1004 104", "1005 104"]);
  const { id: pooled } = await floor.create(floor.people["1004"], await floor.flow("填写池", flowOf(floor.groupId)));
  // Nobody but its creator had it.
  expect(await filled(pooled)).toEqual(["1004 104", "1005 104"]);
});
