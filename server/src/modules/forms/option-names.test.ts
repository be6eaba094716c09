/** F38: what a choice is called stays readable: options that went with a version, and those of a dictionary. */
import { dictionarieApi } from "@liantai/api/contract/admin";
import {
  customerFormConfApi,
  customerFormDataApi as api,
  formDataApi,
  recordHistoryApi,
  recordSheetApi,
} from "@liantai/api/contract/workorder";
import { compileForm, readDefinition, valueInWords, type FormField } from "@liantai/api/forms";
import { readRows } from "../../sheets/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { addForm, addRecord, input } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const option = (label_value: string, label_name: string) => ({ label_name, label_value });
const select = (items: FormField["items"]): FormField => ({
  type: "select",
  name: "card",
  label: "卡种",
  items: items!,
});
const table = (items: FormField["items"]): FormField => ({
  ...{ type: "rows", name: "list", label: "明细" },
  ext: { rows: { fields: [select(items)] } },
});

/** As a page says it, which compiles the form that it is given. */
async function shown(formId: string, id: string): Promise<readonly string[]> {
  const { administrator } = office;
  const { record } = await administrator.call(formDataApi.find, { body: { id } });
  const form = await administrator.call(customerFormConfApi.findById, { query: { id: formId } });
  const { definition } = readDefinition({ ...form, formId, ext: form.ext ?? {} });
  const compiled = compileForm(definition!, form.otherOptions);
  return compiled.fields.map((field) => valueInWords(field, record.values[field.name] as never));
}

async function exported(formId: string): Promise<readonly string[]> {
  const { bytes } = await office.administrator.file(recordSheetApi.exportNow, { query: { formId } });
  const rows: string[][] = [];
  for await (const { cells } of readRows(bytes, { maxRows: 10, maxColumns: 20 })) rows.push([...cells].map(String));
  return rows[1]!;
}

test("F38 an option that went keeps its name in page, sheet and changes, and is chosen by nobody", async () => {
  const { administrator, agent } = office;
  const all = [option("g", "金卡"), option("s", "银卡")];
  const left = [option("s", "银卡")];
  const formId = await addForm(administrator, [select(all), table(all), input("note", "说明")]);
  const values = { card: "g", list: [{ card: "g" }], note: "一" } as never;
  const { id } = await addRecord(agent, formId, values);
  const publish = (fields: readonly FormField[]) =>
    administrator.call(customerFormConfApi.update, { body: { id: formId, name: "改选项", fields } });
  await publish([select(left), table(left), input("note", "说明")]);
  await publish([select(left), table(left), input("note", "备注")]);
  await agent.call(api.update, { body: { id, version: 1, values: { note: "二" } } });
  expect(await shown(formId, id)).toEqual(["金卡", "卡种：金卡", "二"]);
  expect((await exported(formId)).slice(0, 1)).toEqual(["金卡"]);
  expect((await refused(addRecord(agent, formId, { card: "g" }))).fields).toMatchObject([{ path: "values.card" }]);
  await agent.call(api.update, { body: { id, version: 2, values: { card: "s" } } });
  const { changes } = await agent.call(formDataApi.find, { body: { id } });
  expect(changes[0]?.fields).toEqual([{ name: "card", label: "卡种", before: "金卡", after: "银卡" }]);
});

test("F38 a value of a dictionary is called by the dictionary in list and sheet, when it is offered no more, too", async () => {
  const { administrator } = office;
  const { id: dictionaryId } = await administrator.call(dictionarieApi.add, { body: { code: "cards", name: "卡种" } });
  const item = { dictionaryId, value: "g", label: "金卡", sort: 1 };
  const { id: itemId } = await administrator.call(dictionarieApi.itemAdd, { body: { ...item, enabled: 1 } });
  const field: FormField = {
    ...{ type: "select", name: "card", label: "卡种" },
    ext: { options: { from: "dictionary", code: "cards" } },
  };
  const formId = await addForm(administrator, [field]);
  const { id } = await addRecord(administrator, formId, { card: "g" });
  const names = async () => [...(await shown(formId, id)), ...(await exported(formId)).slice(0, 1)];
  expect(await names()).toEqual(["金卡", "金卡"]);
  await administrator.call(dictionarieApi.itemUpdate, { body: { ...item, id: itemId, enabled: 0 } });
  expect(await names()).toEqual(["金卡", "金卡"]);
  await administrator.call(api.update, { body: { id, version: 1, values: { card: "" } } });
  const told = { name: "card", label: "卡种", before: "金卡", after: "" };
  expect((await administrator.call(formDataApi.find, { body: { id } })).changes[0]?.fields).toEqual([told]);
  const { list } = await administrator.call(recordHistoryApi.list, {
    body: { id, field: "card", pageNo: 1, pageSize: 10 },
  });
  expect(list[0]?.fields).toMatchObject([told]);
});

test("F38 a field that went keeps its name and its choices' names in changes, of a form with a dictionary too", async () => {
  const { administrator } = office;
  const other: FormField = {
    ...{ type: "select", name: "grade", label: "等级" },
    ext: { options: { from: "dictionary", code: "cards" } },
  };
  const formId = await addForm(administrator, [other, select([option("g", "金卡")]), input("note", "备注")]);
  const { id } = await addRecord(administrator, formId, { card: "g", note: "一" });
  await administrator.call(api.update, { body: { id, version: 1, values: { card: "" } } });
  await administrator.call(customerFormConfApi.update, {
    body: { id: formId, name: "少一项", fields: [other, input("note", "备注")] },
  });
  await administrator.call(api.update, { body: { id, version: 2, values: { note: "二" } } });
  const { changes } = await administrator.call(formDataApi.find, { body: { id } });
  expect(changes.slice(0, 2).map(({ fields }) => fields)).toMatchObject([
    [{ label: "备注", before: "一", after: "二" }],
    [{ label: "卡种", before: "金卡", after: "" }],
  ]);
});
