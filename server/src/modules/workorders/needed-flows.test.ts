/** W79 to W81: flows and forms that a flow needs are kept, and a flow is published with people and flows that are there. */
import { formStreamApi, workFlowApi, type FlowDefinition, type HandlerRule } from "@liantai/api/contract/work-orders";
import { customerFormConfApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, orderFields, orderForm, task, type Floor } from "./testing/floor.ts";

let office: Office;
let floor: Floor;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
});
afterAll(() => office?.close());

const place = { x: 0, y: 0 };
/** 受理 by 1002, unless nobody has it before, and then a sub-order by that flow. */
function withSub(flowId: string, { alone = false } = {}): FlowDefinition {
  const wait = "all" as const;
  return {
    nodes: [
      { kind: "start", id: "start", name: "开始", ...place },
      ...(alone ? [] : [task("受理", { by: "seat", agentIds: ["1002"] })]),
      { kind: "subOrder", id: "sub", name: "外协", ...place, formId: floor.formId, flowId, wait },
      { kind: "end", id: "end", name: "结束", ...place },
    ],
    edges: [
      { id: "1", from: "start", to: alone ? "sub" : "受理" },
      ...(alone ? [] : [{ id: "2", from: "受理", to: "sub" }]),
      { id: "3", from: "sub", to: "end" },
    ],
  };
}
const admin = () => floor.people.admin;
const set = (id: string, name: string, enabled: 0 | 1, definition?: FlowDefinition) =>
  admin().call(workFlowApi.update, {
    body: { id, name, formId: floor.formId, enabled, ...(definition && { definition }) },
  });
const remove = (...ids: string[]) => admin().call(workFlowApi.delete, { body: { ids } });
const publish = (id: string) => admin().call(workFlowApi.publish, { body: { id } });
const said = async (work: Promise<unknown>) => (await refused(work)).msg;

test("W79 a flow is neither switched off nor deleted while another opens sub-orders by it; both go together", async () => {
  const child = await floor.flow("子流程", flowOf(floor.groupId));
  const parent = await floor.flow("父流程", withSub(child));
  expect(await said(set(child, "子流程", 0))).toBe("“子流程”正在被工单流程“父流程”的子工单使用，不能停用");
  expect(await said(remove(child))).toBe("“子流程”正在被工单流程“父流程”的子工单使用，不能删除");
  // Off itself it needs nothing new, but an order of it that goes on does.
  const { id } = await floor.create(floor.people["1001"], parent);
  await set(parent, "父流程", 0);
  expect(await said(set(child, "子流程", 0))).toContain("“父流程”");
  await floor.handle(floor.people["1002"], id, "complete");
  await set(child, "子流程", 0);
  expect(await said(set(parent, "父流程", 1))).toBe("「外协」的子工单流程「子流程」已停用");
  await set(child, "子流程", 1);
  await set(parent, "父流程", 1);
  const one = await floor.flow("甲", flowOf(floor.groupId));
  const both = [one, await floor.flow("乙", withSub(one))];
  expect(await remove(...both)).toEqual({ count: 2 });
});

test("W79 where a flow of sub-orders is gone all the same, the refusal names node and flow", async () => {
  const child = await floor.flow("曾经的子流程", flowOf(floor.groupId));
  const { id } = await floor.create(floor.people["1001"], await floor.flow("曾经的父流程", withSub(child)));
  await office.ports.database.system((trx) =>
    trx.updateTable("flow").set({ enabled: 0 }).where("id", "=", child).execute(),
  );
  expect(await said(floor.handle(floor.people["1002"], id, "approve"))).toBe(
    "「外协」的子工单流程「曾经的子流程」已停用，请联系管理员检查流程",
  );
  expect(await said(floor.create(floor.people["1001"], child))).toBe("流程「曾经的子流程」已停用");
});

test("W80 a form that a published flow uses is not deleted", async () => {
  const formId = await orderForm(admin(), "有流程的表单", orderFields);
  const flowId = await floor.flow("用表单的流程", flowOf(floor.groupId), formId);
  const drop = () => admin().call(customerFormConfApi.delete, { body: { ids: [formId] } });
  expect(await said(drop())).toBe("“有流程的表单”正在被工单流程“用表单的流程”使用，不能删除");
  await remove(flowId);
  expect(await drop()).toEqual({ count: 1 });
});

test("W10 W81 people whom a flow names, and flows that it opens sub-orders by, are there when it is published", async () => {
  const base = flowOf(floor.groupId);
  const by = async (name: string, handler: HandlerRule) => {
    const nodes = base.nodes.map((node) => (node.id === "受理" ? task("受理", handler) : node));
    return said(floor.flow(name, { ...base, nodes }));
  };
  expect(await by("无此人", { by: "seat", agentIds: ["1002", "7777"] })).toBe(
    "「受理」的处理人：坐席7777不存在或已停用",
  );
  expect(await by("无此组", { by: "leastLoaded", groupId: "x" })).toBe("「受理」的处理人：坐席组不存在或已被删除");
  expect(await by("无此角色", { by: "role", roleId: "x" })).toBe("「受理」的处理人：角色不存在或已被删除");
  expect(await said(floor.flow("无子流程", withSub("x")))).toBe("「外协」的子工单流程不存在或已被删除");
  const body = { name: "未发布的", formId: floor.formId, definition: base };
  const { id: draft } = await admin().call(workFlowApi.add, { body });
  expect(await said(floor.flow("子流程是草稿", withSub(draft)))).toBe("「外协」的子工单流程「未发布的」尚未发布");
});

test("W81 what publishing would be refused for is said of a definition that is looked at, in the same words", async () => {
  const base = flowOf(floor.groupId);
  const own = await floor.flow("看一看", base);
  const look = async (definition: FlowDefinition, id?: string) => {
    const body = { definition, formId: floor.formId, ...(id && { id }) };
    return (await admin().call(workFlowApi.validate, { body })).map(({ text }) => text);
  };
  const nodes = base.nodes.map((node) => (node.id === "受理" ? task("受理", { by: "role", roleId: "x" }) : node));
  const faulty = { ...base, nodes, timeRuleId: "x" };
  const faults = ["「受理」的处理人：角色不存在或已被删除", "时间规则不存在或已被删除"];
  expect(await look(faulty)).toEqual(faults);
  await set(own, "看一看", 1, faulty);
  expect(await said(publish(own))).toBe(faults.join("；"));
  expect(await look(withSub("x"))).toEqual(["「外协」的子工单流程不存在或已被删除"]);
  const circle = withSub(own, { alone: true });
  expect(await look(circle, own)).toEqual(["「外协」会在无人处理的情况下反复新建子工单"]);
  expect(await look(circle)).toEqual([]);
});

test("W81 a flow that would open itself again and again without a person is not published, one with a person in between is", async () => {
  const again = "「外协」会在无人处理的情况下反复新建子工单";
  const own = await floor.flow("自己", flowOf(floor.groupId));
  await set(own, "自己", 1, withSub(own, { alone: true }));
  expect(await said(publish(own))).toBe(again);
  await set(own, "自己", 1, withSub(own));
  expect(await publish(own)).toEqual({ version: 2 });
  const [first, second] = [
    await floor.flow("一", flowOf(floor.groupId)),
    await floor.flow("二", flowOf(floor.groupId)),
  ];
  await set(first, "一", 1, withSub(second, { alone: true }));
  await publish(first);
  await set(second, "二", 1, withSub(first, { alone: true }));
  expect(await said(publish(second))).toBe(again);
  // What is published begins orders as before.
  const { id } = await floor.create(floor.people["1001"], first);
  expect((await admin().call(formStreamApi.find, { body: { id } })).order.state).toBe("suspended");
});
