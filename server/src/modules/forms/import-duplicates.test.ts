/** F90: imports look for duplicates by the form's rules, and do with them what was chosen. */
import { buffer } from "node:stream/consumers";
import { customerFormDataApi, recordDuplicateApi, recordSheetApi as api } from "@liantai/api/contract/workorder";
import { writeSheet } from "../../sheets/index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office?.close());

const titles = ["姓名", "电话", "邮箱", "等级"];
async function workbook(rows: readonly (readonly string[])[]): Promise<File> {
  const bytes = await buffer(writeSheet({ columns: titles.map((title) => ({ title })), rows }));
  return new File([new Uint8Array(bytes)], "客户.xlsx");
}
async function newForm(mode: "warn" | "refuse" | "off" = "warn"): Promise<string> {
  const id = await addForm(office.administrator, [
    input("customerName", "姓名", { query: true }),
    input("phone", "电话", { query: true, ext: { content: "phone" } }),
    input("email", "邮箱", { distinct: true }),
    input("level", "等级", { value: "普通" }),
  ]);
  await office.administrator.call(recordDuplicateApi.saveSetting, {
    body: {
      ...{ formId: id, mode, threshold: 60 },
      rules: [
        { kind: "number", weight: 60 },
        { kind: "name", field: "customerName", weight: 40 },
      ],
    },
  });
  return id;
}
const there = (formId: string) =>
  addRecord(office.administrator, formId, { customerName: "王女士", phone: "02011110000", level: "" });
const rows = [
  ["王小姐", "02011110000", "w@x.cn", "金"],
  ["王", "02099990001", "", ""],
  ["李", "02011110000", "", ""],
  ["赵", "02022220000", "", ""],
  ["赵先生", "02022220000", "", ""],
];
const check = async (formId: string, person: Person = office.administrator) =>
  person.call(api.importCheck, { body: { formId, files: await workbook(rows) } });
const save = async (formId: string, duplicates?: "skip" | "save" | "fill", person: Person = office.administrator) =>
  person.call(api.importSave, {
    body: { formId, files: await workbook(rows), ...(duplicates && { duplicates }) },
  });
const values = async (formId: string) =>
  (await listRecords(office.administrator, formId, { pageSize: 50 })).list
    .map(({ values: of }) => `${String(of["customerName"])} ${String(of["email"] ?? "")} ${String(of["level"] ?? "")}`)
    .sort();

test("F90 the check names record and score, saves nothing, and agrees with the save", async () => {
  const formId = await newForm();
  await there(formId);
  const checked = await check(formId);
  expect(checked).toMatchObject({ total: 5, succeed: 2, failing: 3, repetition: 0, duplicates: 3 });
  // 王小姐 has name and number of 王女士; 王 the name alone, below the threshold; 赵先生 both of the row before.
  expect(checked.errors).toEqual([
    { row: 2, field: "", message: "与已有数据“王女士”可能重复（相似100分：电话号码相同、姓名相同）" },
    { row: 4, field: "", message: "与已有数据“王女士”可能重复（相似60分：电话号码相同）" },
    { row: 6, field: "", message: "与文件中前面的一行可能重复（相似100分：电话号码相同、姓名相同）" },
  ]);
  expect((await listRecords(office.administrator, formId)).total).toBe(1);
  // Not said: skipped. By the token as by the file.
  const saved = await office.administrator.call(api.importSave, { body: { formId, token: checked.token } });
  expect(saved).toMatchObject({ succeed: 2, failing: 3, duplicates: 3, errors: checked.errors });
  expect(await values(formId)).toEqual(["王  普通", "王女士  ", "赵  普通"]);
});

test("F90 saved all the same; not where the form refuses", async () => {
  const formId = await newForm();
  await there(formId);
  expect(await save(formId, "save")).toMatchObject({ succeed: 5, failing: 0 });
  expect((await listRecords(office.administrator, formId)).total).toBe(6);
  const strict = await newForm("refuse");
  await there(strict);
  expect(await save(strict, "save")).toMatchObject({ succeed: 2, failing: 3, duplicates: 3 });
  const off = await newForm("off");
  await there(off);
  const plain = await check(off);
  expect(plain).toMatchObject({ succeed: 5, failing: 0 });
  expect(plain).not.toHaveProperty("duplicates");
});

test("F90 empty fields are filled by a save as any: what is there stays, defaults are not the sheet's, a taken value is told", async () => {
  const formId = await newForm();
  const { id } = await there(formId);
  const filled = await save(formId, "fill");
  expect(filled).toMatchObject({ succeed: 4, failing: 1, duplicates: 1 });
  const record = await office.administrator.call(customerFormDataApi.findById, { body: { id } });
  expect(record).toMatchObject({
    version: 2,
    values: { customerName: "王女士", phone: "02011110000", email: "w@x.cn", level: "金" },
  });
  // Once more: nothing is empty any more, nothing is changed.
  await save(formId, "fill");
  expect((await office.administrator.call(customerFormDataApi.findById, { body: { id } })).version).toBe(2);
});

test("F90 what lies outside the importer's data scope is told without its title, and is never filled", async () => {
  const formId = await newForm();
  const { id } = await there(formId);
  const checked = await check(formId, office.agent);
  expect(JSON.stringify(checked)).not.toContain("王女士");
  expect(checked.errors[0]!.message).toBe("与不在您数据范围内的已有数据可能重复（相似100分：电话号码相同、姓名相同）");
  await save(formId, "fill", office.agent);
  expect((await office.administrator.call(customerFormDataApi.findById, { body: { id } })).version).toBe(1);
  expect((await refused(save(formId, "all" as never))).code).toBe(400);
});
