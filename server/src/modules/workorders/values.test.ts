/** W14-W19: an order's values are a record of its form: one set of rules, keys, masks, history and links, whichever way one comes to it. */
import {
  customerFormConfApi,
  customerFormDataApi,
  formDataApi,
  type RecordValues,
} from "@liantai/api/contract/workorder";
import { formStreamApi, workFlowApi, type FlowDefinition } from "@liantai/api/contract/work-orders";
import type { FormField } from "@liantai/api/forms";
import { refused, type Person } from "../../testing/office.ts";
import { flowOf, openFloor, orderForm, task, type Floor } from "./testing/floor.ts";

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.office.close());

const input = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  ...{ type: "input", name, label },
  ...more,
});
/** With the field that the flow's condition asks. */
const form = (name: string, fields: readonly FormField[]) =>
  orderForm(floor.people.admin, name, [...fields, input("level", "级别")]);
const find = (by: Person, id: string) => by.call(formStreamApi.find, { body: { id } });
const recordOf = async (id: string) => (await find(floor.people.admin, id)).order.recordId;
const made = async (formId: string, values: RecordValues, more: Partial<FlowDefinition["nodes"][number]> = {}) => {
  const flowId = await floor.flow(
    `流程${formId.slice(-8)}${Object.keys(more).join("")}`,
    flowOf(floor.groupId, more as object),
    formId,
  );
  return { flowId, ...(await floor.create(floor.people["1001"], flowId, values)) };
};

test("W14 a draft may lack what is required, a submission may not; wrong types and strange keys neither", async () => {
  const { "1001": agent } = floor.people;
  const formId = await form("必填", [
    input("a", "甲", { require: true }),
    input("n", "数", { ext: { content: "number" } }),
  ]);
  const flowId = await floor.flow("必填", flowOf(floor.groupId), formId);
  const draft = await floor.create(agent, flowId, {}, false);
  const said = async (call: Promise<unknown>) =>
    (await refused(call)).fields.map(({ path, message }) => [path, message]);
  expect(await said(floor.handle(agent, draft.id, "submit"))).toEqual([["values.a", "该字段不能为空"]]);
  expect(await said(floor.create(agent, flowId, {}))).toEqual([["values.a", "该字段不能为空"]]);
  expect(await said(floor.create(agent, flowId, { a: "x", n: "many" }, false))).toMatchObject([
    ["values.n", expect.any(String)],
  ]);
  expect(await said(floor.create(agent, flowId, { a: "x", b: 1 }, false))).toEqual([["values.b", "表单没有字段“b”"]]);
  expect(await floor.handle(agent, draft.id, "submit", { values: { a: "好" } })).toMatchObject({ state: "pooled" });
  expect((await find(agent, draft.id)).values).toEqual({ a: "好" });
  // Refused whole: no event and no value of it.
  expect(await floor.codes(draft.id)).toEqual([15, 1]);
});

test("W14 the number is the flow's, stands in the record and is nobody's to type; a distinct value belongs to one order", async () => {
  const { "1001": agent } = floor.people;
  const formId = await form("编号", [
    input("workCode", "工单编号", { require: true, distinct: true, query: true, config: true }),
    input("sn", "序列号", { distinct: true }),
  ]);
  const flowId = await floor.flow("编号", flowOf(floor.groupId), formId);
  const one = await floor.create(agent, flowId, { sn: "A1" });
  expect((await find(agent, one.id)).values).toEqual({ sn: "A1", workCode: one.workCode });
  const typed = await refused(floor.create(agent, flowId, { sn: "A2", workCode: "GD1" }));
  expect(typed.fields).toMatchObject([{ path: "values.workCode" }]);
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => floor.create(agent, flowId, { sn: "同" })));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const list = await agent.call(formStreamApi.list, {
    body: { formId, filters: [{ name: "workCode", op: "equals", value: one.workCode }] },
  });
  expect(list.list.map(({ id, values }) => [id, values])).toEqual([[one.id, { sn: "A1", workCode: one.workCode }]]);
  expect(
    (await refused(agent.call(formStreamApi.list, { body: { filters: [{ name: "sn", op: "equals", value: "x" }] } })))
      .fields,
  ).toMatchObject([{ path: "formId" }]);
});

test("W15 what a node hides is in no reply, to nobody but who sees everything; what it unlocks can be typed", async () => {
  const { admin, "1001": creator, "1002": handler } = floor.people;
  const formId = await form("节点", [
    input("secret", "内情", { query: true }),
    input("fee", "费用", { permission: true }),
    input("note", "说明"),
  ]);
  const { id, flowId } = await made(formId, { secret: "他欠费", note: "x" }, {
    fields: { secret: { hidden: true }, fee: { enable: true } },
  } as object);
  const recordId = await recordOf(id);
  await floor.handle(handler, id, "claim");
  await floor.handle(handler, id, "save", { values: { fee: "20" } });
  for (const by of [creator, handler]) {
    expect((await find(by, id)).values).toEqual({ note: "x", fee: "20" });
    const one = await by.call(formDataApi.find, { body: { id: recordId } });
    expect(one.record.values).toEqual({ note: "x", fee: "20" });
    expect(JSON.stringify(one.changes)).not.toContain("他欠费");
    expect(JSON.stringify(await by.call(customerFormDataApi.findById, { body: { id: recordId } }))).not.toContain(
      "他欠费",
    );
    expect(JSON.stringify(await by.call(formStreamApi.list, { body: { flowId } }))).not.toContain("他欠费");
    expect(JSON.stringify(await by.call(customerFormDataApi.list, { body: { formId } }))).not.toContain("他欠费");
  }
  expect((await find(admin, id)).values).toMatchObject({ secret: "他欠费" });
  const guess = (by: Person) =>
    by.call(formStreamApi.list, { body: { formId, filters: [{ name: "secret", op: "equals", value: "他欠费" }] } });
  expect([(await guess(handler)).total, (await guess(admin)).total]).toEqual([0, 1]);
  const other = await refused(floor.handle(handler, id, "save", { values: { secret: "无" } }));
  expect(other.fields).toMatchObject([{ path: "values.secret", label: "内情" }]);
  // Elsewhere the field is as its definition locks it, and whoever has not got the order types nothing.
  expect((await find(creator, id)).fields).toMatchObject({ fee: { enable: false }, note: { enable: false } });
  expect((await handler.call(formDataApi.find, { body: { id: recordId } })).otherRender).toMatchObject({
    fee: { enable: true },
    secret: { hidden: true },
  });
  expect((await creator.call(formDataApi.find, { body: { id: recordId } })).allowed).toEqual({
    update: false,
    delete: false,
    reveal: false,
    // A tag is no change of the values (F70).
    tag: true,
  });
});

test("W16 the record's own endpoints take the order's steps: update saves, 退回 returns, delete removes; conflicts by field", async () => {
  const { admin, "1001": creator, "1002": handler } = floor.people;
  const { id } = await made(floor.formId, { address: "旧" });
  const recordId = await recordOf(id);
  await floor.handle(handler, id, "claim");
  const update = (by: Person, version: number, values: RecordValues) =>
    by.call(customerFormDataApi.update, { body: { id: recordId, version, values } });
  const { record, order, changes } = await handler.call(formDataApi.find, { body: { id: recordId } });
  expect(order).toMatchObject({ id, state: "handling", nodeName: "受理" });
  expect(changes.map(({ action }) => action)).toEqual(["新增"]);
  await update(handler, record.version, { address: "人民路1号" });
  expect(await floor.codes(id)).toEqual([15, 1, 6, 0]);
  const stale = await refused(update(handler, record.version, { address: "解放路2号" }));
  expect(stale).toMatchObject({ code: 409, data: { field: "values.address", mine: "解放路2号", theirs: "人民路1号" } });
  expect((await refused(update(creator, record.version + 1, { address: "x" }))).msg).toBe(
    "工单不在您手中，不能修改字段",
  );
  expect((await handler.call(formDataApi.find, { body: { id: recordId } })).changes[0]).toMatchObject({
    action: "编辑",
    by: "王志强",
    fields: [{ name: "address", label: "地址", before: "旧", after: "人民路1号" }],
  });
  const back = (by: Person) =>
    by.call(customerFormDataApi.returnOrder, { body: { id: recordId, to: "creator", comment: "缺材料" } });
  expect((await refused(back(creator))).code).toBe(0);
  await back(handler);
  expect(await floor.codes(id)).toEqual([15, 1, 6, 0, 4]);
  expect((await find(creator, id)).order).toMatchObject({ state: "draft" });
  await admin.call(customerFormDataApi.delete, { body: { ids: [recordId] } });
  expect((await floor.codes(id)).at(-1)).toBeNull();
  expect(
    (
      await admin.call(customerFormDataApi.list, {
        body: { formId: floor.formId, filters: [{ name: "address", op: "equals", value: "人民路1号" }] },
      })
    ).total,
  ).toBe(0);
  expect((await refused(admin.call(customerFormDataApi.restore, { body: { ids: [recordId] } }))).msg).toBe(
    "工单已删除，不能从回收站还原",
  );
});

test("W17 a customer's timeline shows its orders: by code, by number, by look-up; and related orders are found", async () => {
  const { admin, "1001": creator, "1004": other } = floor.people;
  const customers = await admin.call(customerFormConfApi.add, { body: { name: "客户资料", formType: "customer" } });
  const customer = await admin.call(customerFormDataApi.add, {
    body: { formId: customers.id, values: { customerName: "王一", phone: "02088881111" } },
  });
  const formId = await form("客户单", [
    input("customerCodeFillin", "客户编号", { config: true }),
    input("phone", "电话号码", { ext: { content: "phone", mask: "phone" } }),
    { type: "lookup", name: "who", label: "客户", ext: { lookup: { to: "customer" } } },
  ]);
  const flowId = await floor.flow("客户单", flowOf(floor.groupId), formId);
  const orders = [];
  for (const values of [
    { customerCodeFillin: customer.code },
    { phone: "02088881111" },
    { who: { id: customer.id, label: "王一" } },
    { phone: "02088882222" },
  ])
    orders.push(await floor.create(creator, flowId, values));
  const timeline = await admin.call(customerFormDataApi.timeline, {
    body: { id: customer.id, pageNo: 1, pageSize: 20 },
  });
  expect(
    timeline.list
      .filter(({ kind }) => kind === "order")
      .map(({ contactId, workCode, mayOpen }) => [contactId, workCode, mayOpen])
      .sort(),
  ).toEqual(
    orders
      .slice(0, 3)
      .map(({ id, workCode }) => [id, workCode, true])
      .sort(),
  );
  const strange = await refused(floor.create(creator, flowId, { who: { id: "nobody", label: "王一" } }));
  expect(strange.fields).toEqual([{ path: "values.who", label: "客户", message: "关联的数据不存在或已被删除" }]);
  const related = (by: Person, id: string) => by.call(formStreamApi.related, { body: { id } });
  expect((await related(creator, orders[0]!.id)).map(({ id, relation }) => [id, relation]).sort()).toEqual(
    orders
      .slice(1, 3)
      .map(({ id }) => [id, "customer"])
      .sort(),
  );
  await floor.handle(floor.people["1002"], orders[1]!.id, "claim");
  expect((await related(other, orders[0]!.id)).map(({ id }) => id)).toEqual([orders[2]!.id]);
  await floor.handle(floor.people["1002"], orders[1]!.id, "complete");
  const open = await admin.call(customerFormDataApi.timeline, { body: { id: customer.id, open: 1 } });
  expect(open.list.map(({ contactId }) => contactId).sort()).toEqual([orders[0]!.id, orders[2]!.id].sort());
});

test("W17 F44 an order shows the records and the orders that look it up, each opened by whom it concerns", async () => {
  const { admin, "1001": creator, "1004": other } = floor.people;
  const flowId = await floor.flow("被引用", flowOf(floor.groupId));
  const { id } = await floor.create(creator, flowId);
  const { recordId } = (await admin.call(formStreamApi.find, { body: { id } })).order;
  const which = { type: "lookup", name: "which", label: "工单", ext: { lookup: { to: "order" } } } as const;
  const tasks = await admin.call(customerFormConfApi.add, {
    body: { name: "核查任务", formType: "task", fields: [input("taskMark", "任务标识"), which] },
  });
  const value = { id, label: "宽带报障" };
  await admin.call(customerFormDataApi.add, { body: { formId: tasks.id, values: { taskMark: "核查", which: value } } });
  const following = await floor.flow("后续", flowOf(floor.groupId), await form("后续单", [which]));
  const { workCode } = await floor.create(creator, following, { which: value });
  const referring = async (by: Person) =>
    (await by.call(customerFormDataApi.timeline, { body: { id: recordId, kind: "record" } })).list
      .map(({ formName, title = "", mayOpen }) => [formName, title.split(" ")[0], mayOpen])
      .sort();
  expect(await referring(admin)).toEqual([
    ["后续单", workCode, true],
    ["核查任务", "核查", true],
  ]);
  expect(await referring(creator)).toEqual([
    ["后续单", workCode, true],
    ["核查任务", "", false],
  ]);
  await floor.handle(floor.people["1002"], id, "claim");
  expect(await refused(referring(other))).toMatchObject({ code: 404 });
});

test("W18 sub-orders: the child's record takes what its form has, and stands under the parent's", async () => {
  const { admin, "1001": creator } = floor.people;
  const childForm = await form("子单", [input("address", "地址"), input("must", "必填", { require: true })]);
  const childFlow = await floor.flow("子单", flowOf(floor.groupId), childForm);
  const place = { x: 0, y: 0 };
  const parentFlow = await floor.flow("主单", {
    nodes: [
      { kind: "start", id: "start", name: "开始", ...place },
      { kind: "subOrder", id: "sub", name: "协办", ...place, formId: childForm, flowId: childFlow, wait: "all" },
      task("确认", { by: "creator" }),
      { kind: "end", id: "end", name: "结束", ...place },
    ],
    edges: [
      { id: "1", from: "start", to: "sub" },
      { id: "2", from: "sub", to: "确认" },
      { id: "3", from: "确认", to: "end" },
    ],
  });
  const { id } = await floor.create(creator, parentFlow, { address: "人民路1号", fee: "3" });
  const children = await creator.call(formDataApi.queryByParentId, {
    body: { parentId: await recordOf(id), pageNo: 1, pageSize: 20 },
  });
  expect(children.list.map(({ values }) => values)).toEqual([{ address: "人民路1号" }]);
  expect((await creator.call(formStreamApi.related, { body: { id } })).map(({ relation }) => relation)).toEqual([
    "child",
  ]);
  const [child] = (await admin.call(formStreamApi.list, { body: { parentId: id } })).list;
  await floor.handle(floor.people["1002"], child!.id, "claim");
  expect((await refused(floor.handle(floor.people["1002"], child!.id, "complete"))).fields).toMatchObject([
    { path: "values.must" },
  ]);
  const batch = await floor.people["1002"].call(formStreamApi.jumpOrCompleteBatch, { body: { ids: [child!.id] } });
  expect(batch).toMatchObject({ succeed: 0, list: [{ text: expect.stringContaining("该字段不能为空") }] });
});

test("W19 a flow needs a form for orders, and speaks of its fields alone; a foreign or customer's form is refused", async () => {
  const { admin } = floor.people;
  const customers = await admin.call(customerFormConfApi.add, { body: { name: "不是工单", formType: "customer" } });
  const said = async (formId: string, more: object = {}) => {
    const { id } = await admin.call(workFlowApi.add, {
      body: {
        name: `试${formId.slice(-8)}${Object.keys(more).length}`,
        formId,
        definition: flowOf(floor.groupId, more),
      },
    });
    return (await refused(admin.call(workFlowApi.publish, { body: { id } }))).msg;
  };
  expect(await said("")).toBe("请为流程选择工单表单");
  for (const formId of ["nobody", customers.id])
    expect(await refused(admin.call(workFlowApi.add, { body: { name: "别人的", formId } }))).toMatchObject({
      fields: [{ path: "formId", message: "工单表单不存在或已被删除" }],
    });
  expect(await said(floor.formId, { fields: { stranger: { hidden: true } } })).toBe(
    "「受理」设置了表单中没有的字段“stranger”",
  );
  const bare = await orderForm(admin, "无级别", [input("a", "甲")]);
  expect(await said(bare)).toBe("「条件」到「处理」的条件：条件中没有字段“level”");
});
