/** What flows gathered becomes records, through the forms' own checks. */
import { customerFormDataApi, recordDuplicateApi } from "@liantai/api/contract/workorder";
import { openOffice, type Office } from "../testing/office.ts";
import { addTrigger, on } from "./automation/testing/stage.ts";
import type { CallFact } from "./event-log/index.ts";
import { gathered, gatheredCall, seenTo as wasSeenTo, trackOf } from "./flow-forms/testing/calls.ts";
import { addForm, addRecord, input, listRecords, until } from "./forms/testing/forms.ts";
import { demoEnterprise } from "./system/index.ts";
import { publish } from "./topics.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const compId = demoEnterprise.compId;
const call = (facts: readonly CallFact[], how?: { readonly told: boolean }) => gatheredCall(office, compId, facts, how);
const track = (callId: string) => trackOf(office, callId);
const seenTo = (callId: string) => wasSeenTo(office, callId);
const rows = async (formId: string) => (await listRecords(office.administrator, formId)).list;

test("G111 a record is made of it, choices by their names, and says the call it is of", async () => {
  const formId = await addForm(office.administrator, [
    input("name", "姓名", { require: true }),
    {
      ...{ type: "radio", name: "kind", label: "类别" },
      items: [{ label_name: "投诉", label_value: "1" }] as never,
    },
    input("sum", "金额", { ext: { content: "number" } }),
  ]);
  const callId = await call([gathered(formId, { name: "王一", kind: "投诉", sum: 12.5 })]);
  await seenTo(callId);
  const [row] = await rows(formId);
  expect(row).toMatchObject({ source: "call", ownerName: "", values: { name: "王一", kind: "1", sum: "12.5" } });
  const found = await office.administrator.call(customerFormDataApi.findById, { body: { id: row!.id } });
  expect(found).toMatchObject({ callId });
  expect((await track(callId)).slice(1)).toEqual([
    ["流程收集", "3 项待写入表单"],
    ["通话结束", expect.anything()],
    ["写入表单", expect.stringMatching(/^表单「/)],
  ]);
});

test("G111 what the form refuses is told in the track, and nothing is kept of it", async () => {
  const { administrator } = office;
  const formId = await addForm(administrator, [
    input("name", "姓名", { require: true }),
    input("card", "卡号", { distinct: true }),
    input("sum", "金额", { ext: { content: "number" } }),
  ]);
  await addRecord(administrator, formId, { name: "王一", card: "6222" });
  const missing = await call([gathered(formId, { card: "1", sum: "很多" })]);
  const taken = await call([gathered(formId, { name: "李二", card: "6222" })]);
  const gone = await call([gathered("no-form", { name: "李二" })]);
  const secret = await call([gathered(formId, {}, { secret: ["card"] })]);
  for (const callId of [missing, taken, gone, secret]) await seenTo(callId);
  const last = async (callId: string) => (await track(callId)).at(-1);
  expect(await last(missing)).toEqual(["未写入表单", expect.stringMatching(/姓名.*不能为空.*金额/)]);
  expect(await last(taken)).toEqual(["未写入表单", expect.stringContaining("卡号已存在")]);
  expect(await last(gone)).toEqual(["未写入表单", "表单不存在或已被删除"]);
  expect(await last(secret)).toEqual(["未写入表单", "保密收集的内容不写入表单"]);
  expect(await rows(formId)).toHaveLength(1);
});

test("G111 a form that refuses what is probably there already refuses this, too; triggers run", async () => {
  const { administrator } = office;
  const formId = await addForm(administrator, [
    input("customerName", "客户姓名"),
    input("idCard", "证件号", { query: true }),
    input("remark", "备注"),
  ]);
  await administrator.call(recordDuplicateApi.saveSetting, {
    body: { formId, mode: "refuse", threshold: 60, rules: [{ kind: "field", field: "idCard", weight: 70 }] },
  });
  await addTrigger(administrator, formId, {
    name: "来电",
    when: on("record.created"),
    actions: [{ do: "set", field: "remark", value: "自助" }],
  });
  const first = await call([gathered(formId, { customerName: "王一", idCard: "A1" })]);
  await seenTo(first);
  await until(office, async () => (await rows(formId))[0]?.values["remark"] === "自助");
  const second = await call([gathered(formId, { customerName: "王一", idCard: "A1" })]);
  await seenTo(second);
  expect((await track(second)).at(-1)).toEqual(["未写入表单", expect.stringContaining("重复")]);
  expect(await rows(formId)).toHaveLength(1);
});

test("G112 once a call, whoever tells of it and how often; the later of two flows with one form counts", async () => {
  const formId = await addForm(office.administrator, [input("name", "姓名"), input("city", "城市")]);
  const callId = await call([gathered(formId, { name: "王一", city: "广州" }), gathered(formId, { city: "深圳" })]);
  const told = { compId, callId };
  await Promise.all([
    publish(office.ports.broker, "flow.gathered", told),
    publish(office.ports.broker, "flow.gathered", told),
  ]);
  await seenTo(callId);
  await publish(office.ports.broker, "flow.gathered", told);
  await office.ports.clock.advance(120_000);
  expect((await rows(formId)).map(({ values }) => values)).toEqual([{ name: "王一", city: "深圳" }]);
});

test("G112 nobody told of it: it is found; what silent nodes still gather is waited for, for a minute", async () => {
  const formId = await addForm(office.administrator, [input("name", "姓名")]);
  const lost = await call([gathered(formId, { name: "王一" })], { told: false });
  const open = await call([gathered(formId, { name: "李二" }, { more: true })]);
  await office.ports.clock.settle();
  expect(await rows(formId)).toEqual([]);
  for (const callId of [lost, open]) await seenTo(callId);
  expect((await rows(formId)).map(({ values }) => values["name"]).sort()).toEqual(["李二", "王一"]);
});
