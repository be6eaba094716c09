import { errors } from "@liantai/api/contract";
import { customerFormConfApi, followUpSatisfactionApi, followUpSettingsApi } from "@liantai/api/contract/workorder";
import { refused } from "../../testing/office.ts";
import { openFollowUps, type FollowUpStage } from "../../testing/follow-ups.ts";

let s: FollowUpStage;
beforeAll(async () => {
  s = await openFollowUps();
});
afterAll(() => s?.close());

const fieldsOf = async (call: Promise<unknown>) =>
  (await refused(call)).fields.map(({ path, message }) => [path, message]);

test("V1 a form, a trigger and a node have one setting; addOrUpdate changes it", async () => {
  const { admin } = s.floor.people;
  const id = await s.setting();
  expect(await fieldsOf(s.setting({ name: "再来一个" }))).toEqual([
    ["trigger", "该表单已有相同触发条件的规则，请修改已有的规则"],
  ]);
  const body = {
    name: "办结次日",
    formId: s.floor.formId,
    trigger: "orderEnded",
    minutes: 1_440,
    who: "handler",
  } as const;
  expect(await admin.call(followUpSettingsApi.addOrUpdate, { body })).toEqual({ id });
  const left = { ...body, name: "受理后", trigger: "nodeLeft", flowId: s.flowId, nodeId: "受理" } as const;
  const { id: other } = await admin.call(followUpSettingsApi.addOrUpdate, { body: left });
  expect(other).not.toBe(id);
  const found = await admin.call(followUpSettingsApi.findByInfo, {
    body: { formId: s.floor.formId, trigger: "nodeLeft" },
  });
  expect(found).toMatchObject([
    { id: other, nodeName: "受理", formName: "报障单", tries: 3, retryMinutes: 60, enabled: 1 },
  ]);
  await admin.call(followUpSettingsApi.update, { body: { ...left, id: other, enabled: 0 } });
  expect(await admin.call(followUpSettingsApi.findByInfo, { body: { formId: s.floor.formId } })).toMatchObject([
    { id, name: "办结次日", minutes: 1_440, who: "handler" },
  ]);
  expect(await admin.call(followUpSettingsApi.delete, { params: { id: other }, query: {} })).toEqual({ count: 1 });
  expect(await refused(admin.call(followUpSettingsApi.delete, { params: { id: other }, query: {} }))).toMatchObject({
    code: errors.notFound.code,
  });
  expect((await admin.call(followUpSettingsApi.list, { body: {} })).list.map((one) => one.name)).toEqual([
    "办结次日",
    "办结后回访",
  ]);
});

test("V1 what a setting names is there, and fits its form", async () => {
  const { admin } = s.floor.people;
  const { id: customers } = await admin.call(customerFormConfApi.add, { body: { name: "会员", formType: "customer" } });
  const made = { formId: customers, trigger: "recordMade" };
  expect(await fieldsOf(s.setting({ trigger: "recordMade" }))).toEqual([["trigger", "工单表单在办结或离开节点后回访"]]);
  expect(await fieldsOf(s.setting({ formId: customers }))).toEqual([
    ["trigger", "只有工单表单可以在办结或离开节点后回访"],
  ]);
  expect(await fieldsOf(s.setting({ formId: "none" }))).toEqual([["formId", "表单不存在或尚未发布"]]);
  expect(await fieldsOf(s.setting({ trigger: "nodeLeft", flowId: s.flowId, nodeId: "end" }))).toEqual([
    ["nodeId", "请选择该表单的流程节点"],
  ]);
  expect(await fieldsOf(s.setting({ ...made, timeRuleId: "none" }))).toEqual([["timeRuleId", "时间规则不存在"]]);
  // 1005 is a monitor, who has not got the page.
  expect(await fieldsOf(s.setting({ ...made, who: "seat", agentId: "1005" }))).toEqual([
    ["agentId", "请选择使用中的坐席"],
  ]);
  expect(await fieldsOf(s.setting({ ...made, who: "group" }))).toEqual([["groupId", "请选择坐席组"]]);
  expect(await s.setting({ ...made, who: "seat", agentId: "1002" })).not.toBe("");
});

test("V9 the usual questions, with the options of the specification, stand until others are saved; a stale save is told", async () => {
  const { admin } = s.floor.people;
  const { formId } = s.floor;
  const ask = () => admin.call(followUpSatisfactionApi.find, { body: { formId } });
  const before = await ask();
  expect(before.revision).toBe(0);
  expect(before.fields.map(({ name, items }) => [name, items?.map((one) => one.label_name)])).toEqual([
    ["contact", ["已联系", "未联系"]],
    ["satisfaction", ["非常满意", "满意", "一般", "不满意", "非常不满意"]],
    ["isResolved", ["已解决", "未解决"]],
    ["reason", undefined],
  ]);
  const fields = [{ type: "textarea", name: "q1", label: "还需要什么帮助" } as const];
  const save = (body: object) => admin.call(followUpSatisfactionApi.save, { body: { formId, fields, ...body } });
  expect(await save({ revision: 0 })).toEqual({ revision: 1 });
  expect((await ask()).fields).toMatchObject(fields);
  expect(await refused(save({ revision: 0 }))).toMatchObject({ code: errors.conflict.code });
  const twice = [...fields, ...fields];
  expect(await fieldsOf(save({ fields: twice }))).toMatchObject([["fields", expect.stringContaining("q1")]]);
  const upload = [{ type: "uploads", name: "q2", label: "照片" }];
  expect(await fieldsOf(save({ fields: upload }))).toEqual([["fields", "问题“照片”只能是单选、多选或文本"]]);
  const many = Array.from({ length: 21 }, (_, n) => ({ type: "input", name: `q${n}`, label: `问题${n}` }));
  expect(await fieldsOf(save({ fields: many }))).toEqual([["fields", "最多20个问题"]]);
});
