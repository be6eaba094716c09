/** R10: imports, their checks and the look for duplicates tell who sees no numbers of so many numbers a day only. */
import { buffer } from "node:stream/consumers";
import { maskPhone } from "@liantai/api/contract";
import { blackListApi, fileApi, stickyApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { recordDuplicateApi, recordSheetApi as api } from "@liantai/api/contract/workorder";
import { readRows, writeSheet } from "../sheets/index.ts";
import { addAdministrator } from "../testing/administrator.ts";
import { openOffice, refused, type Office, type Person } from "../testing/office.ts";
import { insertTask } from "./dialling/testing/tasks.ts";
import { addForm, addRecord, input, listRecords } from "./forms/testing/forms.ts";

let office: Office;
let blind: Person;
let accountId: string;
/** No number of one test is one of another; all of one read the same to who sees none. */
let series = 10;
beforeAll(async () => {
  office = await openOffice();
  const { person, setHidden, ...second } = await addAdministrator(office, "1801");
  await setHidden(1);
  [blind, accountId] = [person, second.accountId];
}, 60_000);
afterAll(() => office?.close());
beforeEach(async () => {
  series += 1;
  await office.ports.broker.delete(`numbers:${accountId}`);
});

const tooMany = "按号码查询过于频繁，请稍后再试";
const phone = (n: number) => `138${1_000 + n}${series}00`;
const workbook = async (titles: readonly string[], rows: readonly (readonly string[])[]) =>
  new File(
    [new Uint8Array(await buffer(writeSheet({ columns: titles.map((title) => ({ title })), rows })))],
    "客户.xlsx",
  );
async function newForm(): Promise<string> {
  const { administrator } = office;
  const formId = await addForm(administrator, [
    input("customerName", "姓名", { query: true }),
    input("phone", "电话", { query: true, distinct: true, ext: { content: "phone" } }),
  ]);
  await administrator.call(recordDuplicateApi.saveSetting, {
    body: { formId, mode: "warn", threshold: 60, rules: [{ kind: "number", weight: 60 }] },
  });
  return formId;
}
const completions = (count: number) => Array.from({ length: count }, (_, n) => [`客户${n}`, phone(n)]);
const sheet = (rows: readonly (readonly string[])[]) => workbook(["姓名", "电话"], rows);

test("R10 an import's check compares 300 numbers beside the first of who sees none; rows beyond say so, and nothing of them", async () => {
  const formId = await newForm();
  const { administrator } = office;
  await addRecord(administrator, formId, { customerName: "王先生", phone: phone(10) });
  await addRecord(administrator, formId, { customerName: "李女士", phone: phone(320) });
  const files = await sheet(completions(330));
  expect(await administrator.call(api.importCheck, { body: { formId, files } })).toMatchObject({ succeed: 328 });
  const checked = await blind.call(api.importCheck, { body: { formId, files } });
  expect(checked).toMatchObject({ total: 330, succeed: 300, failing: 30, repetition: 1 });
  expect(checked.errors[0]).toEqual({ row: 12, field: "", message: "电话重复" });
  expect(checked.errors.slice(1)).toEqual(
    Array.from({ length: 29 }, (_, n) => ({ row: 303 + n, field: "", message: tooMany })),
  );
  // What was looked at is saved without being counted once more; the rest comes back to be imported again.
  const saved = await blind.call(api.importSave, { body: { formId, token: checked.token } });
  expect(saved).toMatchObject({ total: 330, succeed: 300, failing: 30, errors: checked.errors });
  expect((await listRecords(administrator, formId)).total).toBe(302);
  const { bytes } = await blind.file(fileApi.down, { query: { id: saved.failedFileId! } } as never);
  const lines: string[][] = [];
  for await (const { cells } of readRows(bytes, { maxRows: 100 })) lines.push([...cells]);
  expect(lines.slice(2)).toEqual(
    completions(330)
      .slice(301)
      .map((cells) => [...cells, tooMany]),
  );
  // All lists together.
  expect(await refused(listRecords(blind, formId, { phone: phone(5) }))).toMatchObject({ status: 429 });
});

test("R10 a list of customers, of whom no two read the same, is imported whole", async () => {
  const formId = await newForm();
  const files = await sheet(Array.from({ length: 400 }, (_, n) => [`客户${n}`, `1380000${1_000 + n}`]));
  expect(await blind.call(api.importSave, { body: { formId, files } })).toMatchObject({ succeed: 400, failing: 0 });
});

test("R10 a row without a number is no question", async () => {
  const formId = await addForm(office.administrator, [
    input("name", "名称"),
    input("code", "编码", { distinct: true }),
  ]);
  const files = await workbook(
    ["名称", "编码"],
    Array.from({ length: 400 }, (_, n) => [`甲${n}`, `K${n}`]),
  );
  expect(await blind.call(api.importSave, { body: { formId, files } })).toMatchObject({ succeed: 400 });
});

test("R10 the look for duplicates counts each number once, and none that the record has", async () => {
  const formId = await newForm();
  const { id } = await addRecord(office.administrator, formId, { customerName: "王先生", phone: phone(10) });
  const look = (values: Record<string, string>, of?: string) =>
    blind.call(recordDuplicateApi.check, { body: { formId, values, ...(of && { id: of }) } });
  for (let n = 0; n <= 300; n += 1) await look({ customerName: "甲", phone: phone(n) });
  expect(await refused(look({ customerName: "甲", phone: phone(301) }))).toMatchObject({ status: 429, msg: tooMany });
  expect((await look({ customerName: "甲", phone: phone(10) })).list).toHaveLength(1);
  expect((await look({ customerName: "乙" })).list).toEqual([]);
  // As it is shown, and without it.
  expect((await look({ phone: maskPhone(phone(10)) }, id)).list).toEqual([]);
  expect((await look({ customerName: "王" }, id)).list).toEqual([]);
});

test("R10 numbers of a task and of the blacklist are counted with the rest", async () => {
  const { ports, administrator } = office;
  const taskId = await insertTask(ports, { taskIdentity: "回访", ftype: 3, settings: {} });
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => [phone(from + n)]);
  const check = (rows: readonly (readonly string[])[]) =>
    workbook(["号码"], rows).then((files) => blind.call(taskPhoneApi.importCheck, { body: { taskId, files } }));
  await administrator.call(taskPhoneApi.add, { body: { taskId, phones: [{ phone: phone(120) }] as never } });
  expect(await check(numbers(0, 100))).toMatchObject({ succeed: 100, repetition: 0, failing: 0 });
  const bars = await blind.call(blackListApi.importData, {
    body: { blackListType: 1, files: await workbook(["号码"], numbers(100, 250)) },
  });
  expect(bars).toMatchObject({ succeed: 150 });
  expect(await check(numbers(200, 320))).toMatchObject({ succeed: 51, blackList: 50, failing: 19 });
  const push = (n: number) =>
    blind.call(taskPhoneApi.add, { body: { taskId, phones: [{ phone: phone(n) }] as never } });
  expect(await push(120)).toMatchObject({ repetition: 1 });
  expect(await refused(push(321))).toMatchObject({ status: 429 });
  expect(await refused(blind.call(blackListApi.check, { body: { phone: phone(321) } }))).toMatchObject({
    status: 429,
  });
});

test("R10 who talked last with a number is a question of it, as a list's is", async () => {
  const ask = (n: number) => blind.call(stickyApi.stickAgent, { body: { phone: phone(n) } });
  for (let n = 0; n < 300; n += 1) await ask(n);
  expect(await refused(ask(300))).toMatchObject({ status: 429, msg: tooMany });
  await office.administrator.call(stickyApi.stickAgent, { body: { phone: phone(300) } });
});
