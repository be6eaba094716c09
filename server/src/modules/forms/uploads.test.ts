/** E11: what a form's files may be, from the upload to the value. */
import { fileApi } from "@liantai/api/contract/admin";
import { customerFormDataApi as api } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, listRecords } from "./testing/forms.ts";

const wrongType = "只能上传jpg, jpeg, png, xls, xlsx, doc, docx文件";
const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(1_000, 7)]);
/** How a program of Windows begins. */
const exe = Buffer.concat([Buffer.from("4d5a90000300000004000000ffff0000b8", "hex"), Buffer.alloc(1_000)]);

let office: Office;
let form: string;
beforeAll(async () => {
  office = await openOffice();
  form = await addForm(office.administrator, [{ type: "uploads", name: "files", label: "附件", amount: 2 }]);
});
afterAll(() => office?.close());

const upload = (person: Person, name: string, ...parts: readonly Buffer[]) =>
  person.call(fileApi.upload, {
    body: {
      files: new File(
        parts.map((part) => new Uint8Array(part)),
        name,
      ),
    } as never,
  });
const idOf = async (person: Person, name: string) => (await upload(person, name, png)).files[0]!.id;
const value = (...ids: readonly string[]) => ({ files: ids.map((name) => ({ name, fileName: "现场.png" })) });
const said = async (call: Promise<unknown>) => (await refused(call)).fields.map(({ path, message }) => [path, message]);

test.each(["照片.png", "照片.exe", "照片.exe.png", "照片.PNG", "照片"])(
  "E11 a program that calls itself %s is refused",
  async (name) => {
    expect(await said(upload(office.agent, name, exe))).toEqual([["files", wrongType]]);
  },
);

test("E11 10 MB are taken, a byte more is not", async () => {
  const bytes = 10 * 1024 * 1024;
  const rest = Buffer.alloc(bytes - png.length);
  expect((await upload(office.agent, "大.png", png, rest)).files).toMatchObject([{ bytes }]);
  expect(await said(upload(office.agent, "大.png", png, rest, Buffer.alloc(1)))).toEqual([
    ["files", "文件大小不能超过10M！"],
  ]);
});

test.each([
  [3_000, "文件大小不能超过2.9M！"],
  [20, "文件大小不能超过20K！"],
])("E11 a field's own size of %i KB is said as one reads it", async (maxSize, text) => {
  const own = await addForm(office.administrator, [{ type: "uploads", name: "files", label: "附件", maxSize }]);
  const bytes = maxSize * 1024 - png.length;
  const saved = async (more: number) => {
    const { files } = await upload(office.agent, "大.png", png, Buffer.alloc(bytes + more));
    return addRecord(office.agent, own, value(files[0]!.id));
  };
  await saved(0);
  expect(await said(saved(1))).toEqual([["values.files", text]]);
});

test("E11 two of two are kept with their names, three are refused", async () => {
  const three = await Promise.all(["一.png", "二.png", "三.png"].map((name) => idOf(office.agent, name)));
  const { id } = await addRecord(office.agent, form, value(...three.slice(0, 2)));
  expect((await office.agent.call(api.findById, { body: { id } })).values).toEqual(value(...three.slice(0, 2)));
  expect(await said(addRecord(office.agent, form, value(...three)))).toEqual([["values.files", "最多上传2个文件"]]);
  expect(await said(office.agent.call(api.update, { body: { id, version: 1, values: value(...three) } }))).toEqual([
    ["values.files", "最多上传2个文件"],
  ]);
  expect((await office.agent.call(api.findById, { body: { id } })).values).toEqual(value(...three.slice(0, 2)));
});

test("E11 a value names no program, whatever the file is", async () => {
  const id = await idOf(office.agent, "照片.png");
  const named = { files: [{ name: id, fileName: "照片.exe" }] };
  expect(await said(addRecord(office.agent, form, named))).toEqual([["values.files", wrongType]]);
});

test("E11 a file of another enterprise is none, be it in a new record, in a change or beside an own one", async () => {
  const compId = "200002";
  await office.ports.database.system((trx) => trx.insertInto("enterprise").values({ compId, name: "乙" }).execute());
  const foreign = await idOf(await office.enter(compId), "别家的.png");
  const own = await idOf(office.agent, "自己的.png");
  const before = (await listRecords(office.administrator, form)).total;
  for (const ids of [[foreign], [own, foreign]])
    for (const person of [office.agent, office.administrator])
      expect(await said(addRecord(person, form, value(...ids)))).toEqual([
        ["values.files", "文件不存在或不是您上传的"],
      ]);
  expect((await listRecords(office.administrator, form)).total).toBe(before);
  const { id } = await addRecord(office.agent, form, value(own));
  expect(await said(office.agent.call(api.update, { body: { id, version: 1, values: value(own, foreign) } }))).toEqual([
    ["values.files", "文件不存在或不是您上传的"],
  ]);
  // Neither is it there to be fetched.
  const { bytes } = await office.administrator.file(fileApi.down, { query: { id: foreign } } as never);
  expect(JSON.parse(bytes.toString())).toMatchObject({ code: 404 });
});
