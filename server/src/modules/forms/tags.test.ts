/** F70: tags of records. */
import { operateLogApi } from "@liantai/api/contract/admin";
import { formDataApi, formTagApi as api, recordSheetApi } from "@liantai/api/contract/workorder";
import { readRows } from "../../sheets/index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

let office: Office;
let formId: string;
let other: string;
beforeAll(async () => {
  office = await openOffice();
  formId = await addForm(office.administrator, [input("customerName", "客户姓名", { query: true })]);
  other = await addForm(office.administrator, [input("customerName", "客户姓名")]);
}, 60_000);
afterAll(() => office?.close());

const addTag = async (name: string, color = "red", to = formId, person: Person = office.administrator) =>
  (await person.call(api.add, { body: { formId: to, name, color: color as "red" } })).id;
const names = async (question: object, person: Person = office.administrator) =>
  (await listRecords(person, formId, question as never)).list.map(({ values }) => values["customerName"]).sort();

test("F70 tags are set up by who may, their names once a form", async () => {
  const vip = await addTag("重点", "orange");
  expect(await refused(addTag("重点"))).toMatchObject({ fields: [{ path: "name", message: "标签名称已存在" }] });
  await addTag("重点", "red", other);
  expect(await refused(addTag("我的", "red", formId, office.agent))).toMatchObject({ status: 403 });
  await office.administrator.call(api.update, { body: { id: vip, name: "重点客户", color: "purple" } });
  expect(await office.agent.call(api.list, { body: { formId } })).toEqual([
    { id: vip, name: "重点客户", color: "purple", count: 0 },
  ]);
  expect(await refused(office.agent.call(api.delete, { body: { ids: [vip] } }))).toMatchObject({ status: 403 });
  await office.administrator.call(api.delete, { body: { ids: [vip] } });
  expect(await office.agent.call(api.list, { body: { formId } })).toEqual([]);
});

test("F70 records are marked one by one and many at once, found by any and by all, and say so in their history", async () => {
  const { agent, administrator } = office;
  const [red, blue, far] = [await addTag("投诉过"), await addTag("高价值", "blue"), await addTag("别处", "red", other)];
  const made: string[] = [];
  for (const customerName of ["甲", "乙", "丙"]) made.push((await addRecord(agent, formId, { customerName })).id);
  const [a, b, c] = made as [string, string, string];
  const set = (ids: string[], body: object, person: Person = agent) => person.call(api.set, { body: { ids, ...body } });
  expect(await set([a, b], { add: [red] })).toEqual({ count: 2 });
  expect(await set([b, c], { add: [blue] })).toEqual({ count: 2 });
  // What is so already is no change.
  expect(await set([a, b, c], { add: [red] })).toEqual({ count: 1 });
  expect(await set([c], { remove: [red] })).toEqual({ count: 1 });
  expect(await names({ tags: [red] })).toEqual(["乙", "甲"].sort());
  expect(await names({ tags: [red, blue] })).toEqual(["甲", "乙", "丙"].sort());
  expect(await names({ tags: [red, blue], tagMode: "all" })).toEqual(["乙"]);
  const listed = (await listRecords(agent, formId, { tags: [red, blue], tagMode: "all", exact: 1 })) as {
    total: number;
    list: readonly { tags?: readonly object[] | undefined }[];
  };
  expect(listed.total).toBe(1);
  expect(listed.list[0]?.tags).toEqual([
    { id: red, name: "投诉过", color: "red" },
    { id: blue, name: "高价值", color: "blue" },
  ]);
  const opened = await agent.call(formDataApi.find, { body: { id: b } });
  expect(opened.record.version).toBe(1);
  expect(opened.changes.map(({ action, fields }) => [action, fields?.[0]?.before, fields?.[0]?.after])).toEqual([
    ["标记", "投诉过", "投诉过、高价值"],
    ["标记", "", "投诉过"],
    ["新增", undefined, undefined],
  ]);
  expect(await refused(set([a], { add: [far] }))).toMatchObject({
    fields: [{ path: "add", message: "标签不存在或不属于该表单" }],
  });
  expect(await refused(set([a], {}))).toMatchObject({ fields: [{ path: "add", message: "请选择标签" }] });
  // The own records alone: an agent marks nobody else's.
  const strange = (await addRecord(administrator, formId, { customerName: "丁" })).id;
  expect(await refused(set([strange], { add: [red] }))).toMatchObject({ code: 404 });
  const log = await administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 20 } });
  expect(log.list.filter(({ actionText }) => actionText === "标记").map(({ objectName }) => objectName)).toEqual(
    expect.arrayContaining(["甲", "乙", "丙"]),
  );
  const { bytes } = await administrator.file(recordSheetApi.exportNow, { query: { formId } });
  const sheet: string[][] = [];
  for await (const { cells } of readRows(bytes, { maxRows: 20, maxColumns: 50 })) sheet.push([...cells]);
  const column = sheet[0]!.indexOf("标签");
  expect(sheet.find(([name]) => name === "乙")?.[column]).toBe("投诉过、高价值");
  // A tag that goes is gone from its records, and the list by it is empty.
  await administrator.call(api.delete, { body: { ids: [red] } });
  expect(await names({ tags: [red] })).toEqual([]);
  expect((await agent.call(formDataApi.find, { body: { id: a } })).record.tags).toEqual([]);
});

test("F70 of ten who mark one record at once nobody's tag is lost", async () => {
  const { id } = await addRecord(office.administrator, formId, { customerName: "众" });
  const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => addTag(`第${n}个`)));
  await Promise.all(ids.map((tag) => office.administrator.call(api.set, { body: { ids: [id], add: [tag] } })));
  const { record } = await office.administrator.call(formDataApi.find, { body: { id } });
  expect(record.tags?.map((tag) => tag.id).sort()).toEqual([...ids].sort());
});
