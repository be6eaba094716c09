/** Acceptance checks E3, E5, E6 and E7 through the server, where the contract's own tests prove the engine alone. */
import { customerFormConfApi, customerFormDataApi, formDataApi, recordSheetApi } from "@liantai/api/contract/workorder";
import type { FormField, FormRule } from "@liantai/api/forms";
import { readRows } from "../../sheets/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const api = customerFormDataApi;
const number = (name: string, label: string, ext: object = {}): FormField =>
  input(name, label, { ext: { content: "number", ...ext } });
const valuesOf = async (id: string) => (await office.administrator.call(api.findById, { body: { id } })).values;

test("E3 21 boxes of a checkbox are one too many, 20 are kept", async () => {
  const items = Array.from({ length: 21 }, (_, n) => ({ label_name: `项${n}`, label_value: `${n}` }));
  const formId = await addForm(office.administrator, [{ type: "checkbox", name: "boxes", label: "多选", items }]);
  const all = items.map(({ label_value }) => label_value);
  expect((await refused(addRecord(office.agent, formId, { boxes: all }))).fields).toMatchObject([
    { path: "values.boxes", message: "最多选择20项" },
  ]);
  const { id } = await addRecord(office.agent, formId, { boxes: all.slice(1) });
  expect(await valuesOf(id)).toEqual({ boxes: all.slice(1) });
});

test("E5 rules and formulas are the server's, whatever is sent: hidden is not kept, set wins, the total is exact", async () => {
  const { administrator, agent } = office;
  const rule = (id: string, value: string, then: FormRule["then"][number]): FormRule => ({
    ...{ id, name: id, when: { field: "kind", op: "eq", value }, then: [then] },
  });
  const rules = [
    rule("公开的不填内情", "公开", { do: "hide", fields: ["secret"] }),
    rule("投诉都紧急", "投诉", { do: "set", field: "level", value: "'紧急'" }),
  ];
  const fields = [
    input("kind", "类别"),
    input("secret", "内情", { require: true }),
    input("level", "级别"),
    number("price", "单价"),
    number("count", "数量"),
    number("total", "总价", { formula: "price*count+0.1", precision: 2, max: 9_999_999 }),
  ];
  const { id: formId } = await administrator.call(customerFormConfApi.add, {
    body: { name: "规则", formType: "customer", fields, ext: { rules } },
  });
  const sent = { kind: "公开", secret: "有人付了钱", level: "低", price: "19.99", count: "3", total: "1" };
  const open = await addRecord(agent, formId, sent);
  expect(await valuesOf(open.id)).toEqual({ kind: "公开", level: "低", price: "19.99", count: "3", total: "60.07" });
  const other = await addRecord(agent, formId, { ...sent, kind: "投诉" });
  expect(await valuesOf(other.id)).toMatchObject({ secret: "有人付了钱", level: "紧急" });
  expect((await refused(addRecord(agent, formId, { kind: "投诉" }))).fields).toMatchObject([{ path: "values.secret" }]);
});

test("E5 rules in a circle are not published, and both fields are named", async () => {
  const fields = [number("a", "甲数", { formula: "b+1" }), number("b", "乙数", { formula: "a+1" })];
  const refusal = await refused(
    office.administrator.call(customerFormConfApi.add, { body: { name: "循环", formType: "task", fields } }),
  );
  expect(refusal.code).toBe(400);
  const said = JSON.stringify(refusal.fields);
  for (const label of ["甲数", "乙数"]) expect(said).toContain(label);
});

test("E6 a locked field that an agent sends is refused by name, and nothing of it is kept", async () => {
  const { administrator, agent } = office;
  const formId = await addForm(administrator, [input("a", "甲"), input("fee", "费用", { permission: true })]);
  expect((await refused(addRecord(agent, formId, { a: "1", fee: "5" }))).fields).toMatchObject([
    { path: "values.fee", label: "费用" },
  ]);
  expect((await listRecords(administrator, formId)).total).toBe(0);
  const { id } = await addRecord(agent, formId, { a: "1" });
  const change = { body: { id, version: 1, values: { fee: "5" } } };
  expect((await refused(agent.call(api.update, change))).fields).toMatchObject([{ path: "values.fee" }]);
  expect(await valuesOf(id)).toEqual({ a: "1" });
});

test("E7 an export says what the newest version has no field for as 历史字段, by the names of then", async () => {
  const { administrator } = office;
  const items = [{ label_name: "金卡", label_value: "gold" }];
  const formId = await addForm(administrator, [
    input("a", "甲"),
    { type: "select", name: "card", label: "卡种", items },
    input("b", "乙"),
  ]);
  for (const n of [1, 2]) await addRecord(administrator, formId, { a: `甲${n}`, card: "gold", b: `乙${n}` } as never);
  await administrator.call(customerFormConfApi.update, {
    body: { id: formId, name: "改版后", fields: [input("a", "甲改名"), input("d", "丁")] },
  });
  await addRecord(administrator, formId, { a: "甲3", d: "丁3" });
  const { bytes } = await administrator.file(recordSheetApi.exportNow, { query: { formId } });
  const rows: string[][] = [];
  for await (const { cells } of readRows(bytes, { maxRows: 10, maxColumns: 20 })) rows.push([...cells].map(String));
  // In the order that the version had them in.
  expect(rows.map(([a, d, history = ""]) => [a, d, history])).toEqual([
    ["甲改名", "丁", "历史字段"],
    ["甲3", "丁3", ""],
    ["甲2", "", "卡种：金卡；乙：乙2"],
    ["甲1", "", "卡种：金卡；乙：乙1"],
  ]);
});

test("E7 F38 what two versions took away stays readable after a save with the newest, in the order of the versions", async () => {
  const { administrator, agent } = office;
  const items = [{ label_name: "金卡", label_value: "gold" }];
  const card: FormField = { type: "select", name: "zcard", label: "卡种", items };
  const id = input("identity", "证件", { ext: { mask: "idcard" } });
  const formId = await addForm(administrator, [card, input("b", "乙"), id, input("a", "甲")]);
  const values = { zcard: "gold", b: "乙1", identity: "110101199001011234", a: "甲1" } as const;
  const record = await addRecord(agent, formId, values);
  const publish = (fields: readonly FormField[]) =>
    administrator.call(customerFormConfApi.update, { body: { id: formId, name: "几版", fields } });
  await publish([input("b", "乙改名"), input("a", "甲")]);
  await agent.call(api.update, { body: { id: record.id, version: 1, values: { b: "乙2" } } });
  await publish([input("a", "甲")]);
  await agent.call(api.update, { body: { id: record.id, version: 2, values: { a: "甲2" } } });
  const seen = async (person: typeof agent) => {
    const { record: now, history } = await person.call(formDataApi.find, { body: { id: record.id } });
    return history.map(({ label, name }) => [label, now.values[name]]);
  };
  expect(await seen(administrator)).toEqual([
    ["乙改名", "乙2"],
    ["卡种", "gold"],
    ["证件", "110101199001011234"],
  ]);
  // By the mask that the field had.
  expect(await seen(agent)).toEqual([
    ["乙改名", "乙2"],
    ["卡种", "gold"],
    ["证件", "110***********1234"],
  ]);
  const { bytes } = await administrator.file(recordSheetApi.exportNow, { query: { formId } });
  const rows: string[][] = [];
  for await (const { cells } of readRows(bytes, { maxRows: 10, maxColumns: 20 })) rows.push([...cells].map(String));
  expect(rows[1]?.slice(0, 2)).toEqual(["甲2", "乙改名：乙2；卡种：金卡；证件：110101199001011234"]);
});
