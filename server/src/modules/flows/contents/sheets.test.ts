/** G128: a look-up table comes out of a workbook into the draft, and goes into one. */
import { operateLogApi } from "@liantai/api/contract/admin";
import { lookUpLimits, lookUpSheetApi, lookUpTableApi } from "@liantai/api/contract/flow-editor";
import exceljs from "exceljs";
import { cellsOf } from "../../../testing/exports.ts";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const columns = ["门店", "城市", "电话"];
let made = 0;
const name = () => `网点${(made += 1)}`;

/** As Excel saves it. */
async function workbook(rows: readonly (readonly (string | number | null)[])[]): Promise<File> {
  const book = new exceljs.Workbook();
  book.addWorksheet("Sheet1").addRows(rows.map((row) => [...row]));
  return new File([new Uint8Array(await book.xlsx.writeBuffer())], "门店.xlsx");
}
const reading = async (
  files: File | undefined,
  given: readonly string[] | undefined = columns,
  who: Person = office.monitor,
) =>
  who.call(lookUpSheetApi.read, {
    body: { files, ...(given.length > 0 && { columns: JSON.stringify(given) }) } as never,
  });
const refusal = async (files: File | undefined, given?: readonly string[]) =>
  (await refused(reading(files, given))).fields.map(({ message }) => message).join();
const add = (content: object) =>
  office.monitor.call(lookUpTableApi.add, { body: { name: name(), content: JSON.stringify(content) } });

test("G128 columns are found by their titles in any order; blank rows are none, and nothing is saved", async () => {
  const before = await office.monitor.call(lookUpTableApi.list, { body: { pageSize: 200 } });
  const read = await reading(
    await workbook([
      [" 电话 ", "门店", "城市", null],
      ["010", " 001 ", "北京\n朝阳", null],
      [null, "   ", null, null],
      [21, "002", null, null],
    ]),
  );
  const rows = [
    ["001", "北京 朝阳", "010"],
    ["002", "", "21"],
  ];
  expect({ ...read, content: JSON.parse(read.content) as unknown }).toEqual({
    ...{ content: { columns, rows }, numbers: [2, 4], faults: [], faulty: 0 },
  });
  expect(await office.monitor.call(lookUpTableApi.list, { body: { pageSize: 200 } })).toEqual(before);
});

test("G128 where no columns are said they are those of the first row", async () => {
  const read = await reading(
    await workbook([
      ["片区", null, "负责人"],
      ["东", null, "王一"],
    ]),
    [],
  );
  expect(JSON.parse(read.content)).toEqual({ columns: ["片区", "负责人"], rows: [["东", "王一"]] });
  expect(await refusal(await workbook([["片区"], ["东"]]), [])).toBe("第一行应为列名：至少要有键和一列");
});

test.each([
  [["门店", "城市", "备注"], "文件缺少列“电话”；表里没有列“备注”。第一行应为列名：门店、城市、电话"],
  [["门店", "城市", "电话", "城市"], "文件的列“城市”重复。第一行应为列名：门店、城市、电话"],
])("G128 a column that is missing, unknown or there twice is named: %#", async (titles, sentence) => {
  expect(await refusal(await workbook([titles, ["001", "北京", "010"]]))).toBe(sentence);
});

test("G128 every faulty row is told by its number and all that is wrong with it, and no row comes", async () => {
  const long = "长".repeat(lookUpLimits.cell + 1);
  expect(
    await reading(
      await workbook([
        columns,
        ["001", "北京", "010"],
        [null, long, "021"],
        ["001", "上海", long],
        ["003", "广州", "020", "多"],
        ["004", "深圳", "0755"],
      ]),
    ),
  ).toEqual({
    ...{ content: "", numbers: [], faulty: 3 },
    faults: [
      { row: 3, message: "“门店”不能为空；“城市”超过200个字符" },
      { row: 4, message: "“门店”与第2行相同：001；“电话”超过200个字符" },
      { row: 5, message: "第4列有内容，但第一行没有它的列名" },
    ],
  });
});

test("G128 of many faulty rows the first hundred are told, and how many there are", async () => {
  const wrong = Array.from({ length: 130 }, () => ["同一个", "北京", ""]);
  const { faults, faulty } = await reading(await workbook([columns, ...wrong]));
  expect([faults.length, faulty, faults[0]!.row, faults.at(-1)!.row]).toEqual([100, 129, 3, 102]);
});

test("G128 what is no workbook, has no rows, or more than a table may have is refused with a sentence", async () => {
  const rows = (count: number, cell: string) => Array.from({ length: count }, (_, at) => [`${at}`, cell, ""]);
  expect(await refusal(new File(["门店,城市\n001,北京"], "门店.xlsx"))).toContain("只能上传xlsx文件");
  expect(await refusal(undefined)).toBe("请选择要导入的文件");
  expect(await refusal(await workbook([]))).toBe("文件中没有数据");
  expect(await refusal(await workbook([columns]))).toBe("文件中没有要导入的数据");
  expect(await refusal(await workbook([columns, ...rows(lookUpLimits.rows + 1, "")]))).toBe("文件的数据不能超过5000行");
  expect(await refusal(await workbook([columns, ...rows(lookUpLimits.rows, "长".repeat(60))]))).toBe(
    "文件的内容过多，一个查找表最多300000个字符",
  );
  const [first, second] = [await workbook([columns]), await workbook([columns])];
  expect(await refusal([first, second] as never)).toBe("最多上传1个文件");
  for (const given of [["门店"], ["门店", "城市", "城市"]])
    expect((await refused(reading(first, given))).fields).toMatchObject([{ path: "columns" }]);
});

test("G128 what is written is read back unchanged, formulas are harmless, and each old version may be had", async () => {
  const { monitor, administrator } = office;
  const odd = {
    columns: ["=门店", "城 市", "*电话"],
    rows: [
      ["001", "=1+1", "'=1+1"],
      ["+86", " 北京 ", "010 < 021 & “x”"],
      ["1e3", "_x0041_", "-5"],
      ["0002.50", "@上海", "👋🏻"],
    ],
  };
  const { id } = await add(odd);
  const called = (await monitor.call(lookUpTableApi.find, { body: { id } })).name;
  const later = { columns: odd.columns, rows: [["009", "", ""]] };
  await monitor.call(lookUpTableApi.update, {
    body: { id, version: 1, name: called, content: JSON.stringify(later) },
  });
  const [, first] = await monitor.call(lookUpTableApi.versions, { body: { id } });
  const { bytes, headers } = await monitor.file(lookUpSheetApi.write, { query: { id, versionId: first!.versionId } });
  expect(headers["content-disposition"]).toContain(encodeURIComponent(`${called}-第1版.xlsx`));
  const cells = await cellsOf(bytes);
  expect(cells.slice(0, 2)).toEqual([
    ["'=门店", "城 市", "*电话"],
    ["001", "'=1+1", "''=1+1"],
  ]);
  const back = await reading(new File([new Uint8Array(bytes)], "a.xlsx"), odd.columns);
  expect(JSON.parse(back.content)).toEqual(odd);
  const newest = await monitor.file(lookUpSheetApi.write, { query: { id } });
  expect(await cellsOf(newest.bytes)).toEqual([cells[0], ["009"]]);
  const log = await administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 20 } });
  expect(log.list.filter((line) => line.objectName === called).map((line) => line.actionText)).toEqual([
    "导出",
    "导出",
    "编辑",
    "新增",
  ]);
});

test("G128 a template has the titles alone, and a table without rows is one", async () => {
  const { monitor } = office;
  const template = await monitor.file(lookUpSheetApi.template, { query: { columns: JSON.stringify(columns) } });
  expect(await cellsOf(template.bytes)).toEqual([columns]);
  const { id } = await add({ columns, rows: [] });
  expect(await cellsOf((await monitor.file(lookUpSheetApi.write, { query: { id } })).bytes)).toEqual([columns]);
});

test("G128 seats neither read nor write one, and a table that is not there is not found", async () => {
  const { agent, monitor } = office;
  const { id } = await add({ columns, rows: [] });
  expect(await refused(reading(await workbook([columns]), columns, agent))).toMatchObject({ status: 403 });
  expect((await agent.file(lookUpSheetApi.write, { query: { id } })).status).toBe(403);
  expect((await agent.file(lookUpSheetApi.template, { query: { columns: '["a","b"]' } })).status).toBe(403);
  const { bytes } = await monitor.file(lookUpSheetApi.write, { query: { id: "none" } });
  expect(JSON.parse(bytes.toString())).toMatchObject({ msg: "查找表不存在或已被删除" });
});
