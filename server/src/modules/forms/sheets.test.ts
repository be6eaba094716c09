import { buffer } from "node:stream/consumers";
import { fileDownloadApi } from "@liantai/api/contract/admin";
import { recordSheetApi as api } from "@liantai/api/contract/workorder";
import { readRows, writeSheet, type Cell } from "../../sheets/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { addForm, addRecord, input, listRecords, until } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const titles = ["客户编号", "姓名", "电话", "类别", "日期", "标签"];
async function workbook(rows: readonly (readonly Cell[])[], head = titles): Promise<Blob> {
  const bytes = await buffer(writeSheet({ columns: head.map((title) => ({ title })), rows }));
  return new File([new Uint8Array(bytes)], "客户.xlsx");
}
const items = [
  { label_name: "甲类", label_value: "1" },
  { label_name: "乙类", label_value: "2" },
];
const newForm = () =>
  addForm(office.administrator, [
    input("customerCode", "客户编号", { require: true, distinct: true, query: true }),
    input("customerName", "姓名", { require: true, query: true, distinct: true }),
    input("phone", "电话"),
    { type: "select", name: "kind", label: "类别", items, query: true },
    { type: "datepicker", name: "day", label: "日期" },
    { type: "checkbox", name: "tags", label: "标签", items },
  ]);

async function rowsOf(bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readRows(bytes, { maxRows: 1_000, maxColumns: 50 })) rows.push([...cells]);
  return rows;
}

test("F46 a check looks at every row and saves none; its token saves the same workbook once", async () => {
  const { agent, administrator } = office;
  const formId = await newForm();
  await addRecord(administrator, formId, { customerName: "已有" });
  await office.ports.database.tenant("100001", (trx) =>
    trx
      .insertInto("black_list")
      .values({
        ...{ compId: "100001", id: "b1", phone: "0209999", isPrefix: 1, callType: 2, createdBy: "" },
        createdAt: new Date(office.ports.clock.now()),
      })
      .execute(),
  );
  const files = await workbook([
    ["", "王一", "02012345678", "甲类", "2026/3/1", "甲类、乙类"],
    ["K1", "王二", "", "2", "", ""],
    ["K1", "王三", "", "", "", ""],
    ["", "已有", "", "", "", ""],
    ["", "", "x1", "丙类", "2026-02-30", ""],
    ["", "王五", "02099990000", "", "", ""],
  ]);
  const checked = await agent.call(api.importCheck, { body: { formId, files } });
  const counts = { total: 6, succeed: 2, failing: 4, repetition: 2, blackList: 1 };
  expect(checked).toMatchObject({ ...counts, token: expect.stringMatching(/./) });
  const faults = new Map(checked.errors.map(({ row, message }) => [row, message]));
  expect([...faults.keys()].sort()).toEqual([4, 5, 6, 7]);
  expect(faults.get(6)).toBe("姓名：该字段不能为空；电话：请输入数字；类别：请选择；日期格式应为 yyyy-MM-dd");
  expect(faults.get(7)).toBe("号码在黑名单中");
  expect((await listRecords(administrator, formId)).total).toBe(1);
  const other = await office.signIn({ code: "100001", roleType: 2, account: "1002" });
  const { token } = checked;
  expect(await refused(other.call(api.importSave, { body: { formId, token } }))).toMatchObject({
    msg: "校验结果已过期，请重新上传文件",
  });
  const saved = await agent.call(api.importSave, { body: { formId, token } });
  expect(saved).toMatchObject(counts);
  expect(await refused(agent.call(api.importSave, { body: { formId, token } }))).toMatchObject({ code: 0 });
  const { list, total } = await listRecords(administrator, formId, {
    filters: [{ name: "customerName", op: "contains", value: "王一" }],
  });
  expect(total).toBe(1);
  expect(list[0]).toMatchObject({ source: "import", ownerName: "李晓雯" });
  expect(list[0]!.values).toEqual({
    ...{ customerCode: expect.stringMatching(/^KH\d{12}$/), customerName: "王一", phone: "02012345678" },
    ...{ kind: "1", day: "2026-03-01", tags: ["1", "2"] },
  });
  const failed = await agent.file(api.importFailed, { query: { id: saved.failedFileId! } });
  expect((await rowsOf(failed.bytes)).map((cells) => cells[1])).toEqual(["姓名", "王三", "已有", "", "王五"]);
  const template = await agent.file(api.importTemplate, { query: { formId } });
  expect(await rowsOf(template.bytes)).toEqual([["*客户编号", "*姓名", "电话", "类别", "日期", "标签"]]);
});

test("F46 a thousand equal rows are one record; the button of the form's type is asked for", async () => {
  const formId = await newForm();
  const files = await workbook(Array.from({ length: 1_000 }, () => ["", "同名", "", "", "", ""]));
  const saved = await office.agent.call(api.importSave, { body: { formId, files } });
  expect(saved).toMatchObject({ total: 1_000, succeed: 1, failing: 999, repetition: 999 });
  expect((await listRecords(office.administrator, formId)).total).toBe(1);
  expect(await refused(office.agent.call(api.importSave, { body: { formId } }))).toMatchObject({ code: 400 });
  expect(await refused(office.agent.call(api.importCheck, { body: { formId: "none", files } }))).toMatchObject({
    code: 404,
  });
});

test("F47 an export holds what its asker sees: the own records, masked; a formula stays text; old fields have a column", async () => {
  const { agent, administrator } = office;
  const formId = await newForm();
  await addRecord(agent, formId, { customerName: "=1+1", phone: "13812345678", kind: "2", tags: ["1"] });
  await addRecord(administrator, formId, { customerName: "别人" });
  const own = await agent.file(api.exportNow, { query: { formId } });
  const rows = await rowsOf(own.bytes);
  const rest = ["来源", "负责人", "创建时间", "更新时间"];
  expect(rows[0]).toEqual([...titles, "历史字段", "标签", "其他号码", "振铃时间", ...rest]);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toEqual(expect.arrayContaining(["'=1+1", "138****5678", "乙类", "甲类", "手工录入", "李晓雯"]));
  expect(own.bytes.toString("latin1")).not.toContain("13812345678");
  const asked = { formId, filters: '[{"name":"kind","op":"anyOf","value":["1"]}]' };
  expect(await rowsOf((await agent.file(api.exportNow, { query: asked as never })).bytes)).toHaveLength(1);
  const since = { formId, startTime: "2026-03-02", source: "manual" };
  expect(await rowsOf((await agent.file(api.exportNow, { query: since as never })).bytes)).toHaveLength(2);
  const bad = (await agent.file(api.exportNow, { query: { formId, filters: "[" } as never })).bytes.toString();
  expect(JSON.parse(bad)).toMatchObject({ code: 400, data: { fields: [{ path: "filters" }] } });
  const all = await rowsOf((await administrator.file(api.exportNow, { query: { formId } })).bytes);
  expect(all).toHaveLength(3);
  expect(all.flat()).toContain("13812345678");
  const to: unknown[] = [];
  const end = await office.ports.broker.subscribe("message.send", (sent) => void to.push((sent as { to: unknown }).to));
  const { id } = await agent.call(api.export, { body: { formId, socketId: "socket" } });
  const list = await agent.call(api.phonesToTask, { body: { formId, name: "外呼名单" } });
  const jobs = async () => (await agent.call(fileDownloadApi.list, { body: { pageNo: 1, pageSize: 10 } })).list;
  await until(office, async () => (await jobs()).filter(({ state }) => state === "done").length === 2);
  await end();
  expect(to).toContainEqual({ accountId: expect.any(String), socketId: "socket" });
  const fetched = async (job: string) => rowsOf((await agent.file(fileDownloadApi.down, { query: { id: job } })).bytes);
  expect(await fetched(id)).toHaveLength(2);
  expect((await fetched(list.id))[1]?.[0]).toBe("138****5678");
});
