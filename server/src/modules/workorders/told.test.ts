/** W77 and W78: who is told that a customer urged an order that waits, rated one, or filled in a form. */
import type { BodyOf } from "@liantai/api/contract";
import { customerLinkApi, customerPageApi, formStreamApi, type FlowNode } from "@liantai/api/contract/work-orders";
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

/** The token of a link that 1001 makes. */
async function linked(orderId: string, filling?: string): Promise<string> {
  const purpose = filling ? { purpose: "fill", formId: filling } : { purpose: "follow" };
  const body = { orderId, ...purpose, days: 7 } as BodyOf<typeof customerLinkApi.add>;
  const { url } = await floor.people["1001"].call(customerLinkApi.add, { body });
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
