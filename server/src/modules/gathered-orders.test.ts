/** F94, W66: what robots and tasks gathered stands where their screens look for it; of a form of orders an order is begun. */
import { flowApi, flowVersionApi, type PublishRefusal } from "@liantai/api/contract/flow-editor";
import { formStreamApi, workFlowApi } from "@liantai/api/contract/work-orders";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { body, node } from "@liantai/api/testing/flows";
import { refused } from "../testing/office.ts";
import { addForm, flowOf, input, openFloor, orderForm, type Floor } from "../testing/orders-and-forms.ts";
import { gathered, gatheredCall, seenTo, trackOf, withRobot } from "./flow-forms/testing/calls.ts";
import { publish } from "./topics.ts";

const compId = "100001";
const page = { pageNo: 1, pageSize: 20 } as const;
let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.office.close());

const call = (...given: Parameters<typeof gatheredCall> extends [infer _O, infer _C, ...infer R] ? R : never) =>
  gatheredCall(floor.office, compId, ...given);
const seen = (callId: string) => seenTo(floor.office, callId);
const last = async (callId: string) => (await trackOf(floor.office, callId)).at(-1);
const orders = async (formId: string, more: object = {}) =>
  (await floor.people.admin.call(formStreamApi.list, { body: { formId, ...page, ...more } })).list;

let made = 0;
const newForm = () =>
  orderForm(floor.people.admin, `来电报障${(made += 1)}`, [
    input("level", "级别", { require: true }),
    input("phone", "电话"),
  ]);

test("F94 a customer that a robot asked is in the list of robots, one of a task's call is a task's, any other a call's", async () => {
  const { admin } = floor.people;
  const formId = await addForm(admin, [input("name", "姓名")]);
  const task = { type: 1, id: "t1" };
  const byRobot = [withRobot, gathered(formId, { name: "机器人问的" })];
  // Another flow of the call had the line.
  const besides = [withRobot, gathered(formId, { name: "按键" }, { flowId: "f2" })];
  const calls = [
    ...[await call(byRobot), await call(byRobot, { task }), await call(besides, { task })],
    ...[
      await call(besides),
      await call([withRobot, gathered(formId, {}), gathered(formId, { name: "补" }, { flowId: "f2" })]),
    ],
  ];
  for (const callId of calls) await seen(callId);
  const names = async (source: "robot" | "task" | "call") =>
    (await admin.call(customerFormDataApi.list, { body: { formId, source, ...page } })).list
      .map(({ callId, values }) => [calls.indexOf(callId), values["name"]])
      .sort();
  expect(await names("robot")).toEqual([
    [0, "机器人问的"],
    [1, "机器人问的"],
    [4, "补"],
  ]);
  expect(await names("task")).toEqual([[2, "按键"]]);
  expect(await names("call")).toEqual([[3, "按键"]]);
});

test("W66 a robot's order is begun in the one flow of its form, as people's are: number, handler, history, once", async () => {
  const { admin, "1001": agent } = floor.people;
  const formId = await newForm();
  const flowId = await floor.flow("来电报障", flowOf(floor.groupId), formId);
  const callId = await call([withRobot, gathered(formId, { level: "urgent" })], { told: false });
  const told = { compId, callId };
  await Promise.all([
    publish(floor.office.ports.broker, "flow.gathered", told),
    publish(floor.office.ports.broker, "flow.gathered", told),
  ]);
  await seen(callId);
  await publish(floor.office.ports.broker, "flow.gathered", told);
  await floor.office.ports.clock.advance(120_000);
  const [order, ...more] = await orders(formId, { source: "robot" });
  expect(more).toEqual([]);
  expect(order).toMatchObject({
    ...{ flowId, state: "pooled", nodeName: "受理", creatorName: "系统", title: "流程「总机」", priority: 3 },
    ...{
      workCode: expect.stringMatching(/^GD\d{14}$/),
      values: { level: "urgent", phone: expect.stringMatching(/^138/) },
    },
  });
  expect(await floor.codes(order!.id)).toEqual([15, 1]);
  expect(await last(callId)).toEqual(["写入表单", expect.stringMatching(/^表单「来电报障/)]);
  expect(await orders(formId, { source: "manual" })).toEqual([]);
  // It is a seat's of its first node from then on.
  await floor.handle(agent, order!.id, "claim");
  await floor.handle(agent, order!.id, "approve");
  expect((await admin.call(formStreamApi.find, { body: { id: order!.id } })).order).toMatchObject({ holder: "1002" });
});

test("W66 what cannot be begun leaves neither an order nor a record, and says why: no flow, several, a field that is wanting", async () => {
  const formId = await newForm();
  const without = await call([withRobot, gathered(formId, { level: "一般" })]);
  await seen(without);
  const id = await floor.flow("甲", flowOf(floor.groupId), formId);
  const wanting = await call([withRobot, gathered(formId, { phone: "13800138000" })]);
  await seen(wanting);
  await floor.flow("乙", flowOf(floor.groupId), formId);
  const several = await call([withRobot, gathered(formId, { level: "一般" })]);
  await seen(several);
  expect(await last(without)).toEqual(["未写入表单", `表单「来电报障${made}」，没有已发布并启用的工单流程`]);
  expect(await last(wanting)).toEqual(["未写入表单", expect.stringContaining("级别")]);
  expect(await last(several)).toEqual(["未写入表单", expect.stringContaining("有多个")]);
  expect(await orders(formId)).toEqual([]);
  const { list } = await floor.people.admin.call(customerFormDataApi.list, { body: { formId, ...page } });
  expect(list).toEqual([]);
  await floor.people.admin.call(workFlowApi.update, { body: { id, name: "甲", formId, enabled: 0 } });
  const now = await call([withRobot, gathered(formId, { level: "一般" })]);
  await seen(now);
  expect(await orders(formId)).toMatchObject([{ flowName: "乙" }]);
});

test("W66 nobody's order that is sent back is a supervisor's to submit again", async () => {
  const { "1001": agent, "1005": monitor } = floor.people;
  const formId = await newForm();
  await floor.flow("退回", flowOf(floor.groupId), formId);
  await seen(await call([withRobot, gathered(formId, { level: "一般" })]));
  const id = (await orders(formId))[0]!.id;
  await floor.handle(agent, id, "claim");
  await floor.handle(agent, id, "returnCreator", { text: "号码不对" });
  expect(await refused(floor.handle(agent, id, "submit"))).toMatchObject({ msg: "只有创建人可以提交" });
  await floor.handle(monitor, id, "submit", { values: { level: "urgent" } });
  expect(await orders(formId)).toMatchObject([{ state: "pooled", values: { level: "urgent" } }]);
  expect(await floor.codes(id)).toEqual([15, 1, 6, 4, 1]);
});

test("W66 a flow that gathers for a form of orders is published where one flow takes its orders, else refused by name", async () => {
  const { admin } = floor.people;
  const formId = await newForm();
  const drawn = body([node("start", "start", { to: { next: "end" } }), node("end", "hangup")], {
    ...{ variableForm: formId, variableFormConf: { kind: "level" } },
    collectVariable: [{ vName: "kind", vAlias: "级别", type: "text", value: "" }],
  });
  const { id } = await admin.call(flowApi.create, {
    body: { name: "报障总机", flowType: 1, flow: JSON.stringify(drawn) },
  });
  const attempt = () => admin.call(flowVersionApi.publish, { body: { id, revision: 1 } });
  const findings = async () => {
    const { data } = await refused(attempt());
    return (data as PublishRefusal).findings.filter(({ severity }) => severity === "error").map(({ text }) => text);
  };
  const name = `来电报障${made}`;
  expect(await findings()).toEqual([`写入变量的表单“${name}”没有已发布并启用的工单流程`]);
  await floor.flow("一", flowOf(floor.groupId), formId);
  const second = await floor.flow("二", flowOf(floor.groupId), formId);
  expect(await findings()).toEqual([`写入变量的表单“${name}”有多个已发布并启用的工单流程，不能确定用哪一个`]);
  await admin.call(workFlowApi.update, { body: { id: second, name: "二", formId, enabled: 0 } });
  expect(await attempt()).toMatchObject({ version: 1 });
});
