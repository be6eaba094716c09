/** Numbers of a task out into a workbook, and from that into another task (docs/protocol.md K98). */
import { fileDownloadApi, taskPhoneApi as api } from "@liantai/api/contract/admin";
import { ended } from "../../../testing/exports.ts";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { cellsOf, failedRows, importNumbers } from "../testing/sheets.ts";
import { insertTask } from "../testing/tasks.ts";
import { exportCells, exportTitles, variableNames, type PhoneCells } from "./export-sheet.ts";

let office: Office;
beforeAll(async () => void (office = await openOffice()));
afterAll(() => office?.close());

async function fileOf(taskId: string) {
  const { id } = await office.administrator.call(api.export, { body: { taskId } });
  await ended(office.administrator, id, "done");
  return (await office.administrator.file(fileDownloadApi.down, { query: { id } })).bytes;
}
const exported = async (taskId: string) => cellsOf(await fileOf(taskId));
/** The very file. */
const imported = async (taskId: string, from: string) => {
  const files = new File([new Uint8Array(await fileOf(from))], "号码.xlsx") as never;
  return office.administrator.call(api.importData, { body: { taskId, files } });
};
const add = (taskId: string, phones: readonly object[]) =>
  office.administrator.call(api.add, { body: { taskId, phones: phones as never } });
const listed = async (taskId: string) =>
  (await office.administrator.call(api.list, { body: { taskId } })).list.map(
    ({ phone, contact, priority, variables, state }) => ({ phone, contact, priority, variables, state }),
  );
const own = [
  ...["号码", "客户姓名", "优先级", "客户标识", "工号", "同意来源", "同意时间"],
  ...["批次", "样本状态", "原因", "归属地", "呼叫次数", "呼叫结果", "接听方", "呼损"],
  ...["最后呼叫时间", "下次呼叫时间", "业务结果", "备注", "意向等级", "意向得分", "创建时间"],
];

test("K98 an export has a column for each variable, in order, and is imported again as it was", async () => {
  const settings = { kind: "marketing" } as const;
  const taskId = await insertTask(office.ports, { settings });
  const consent = { consentSource: "官网", consentAt: "2026-01-02 10:00:00" };
  await add(taskId, [
    { phone: "13500000001", contact: "王女士", person: "p1", ...consent, variables: { var10: "十", var2: "=1+1" } },
    { phone: "13500000002", priority: 2, ...consent, variables: { P1: "甲", 样本状态: "旧", "变量：号码": "9" } },
    { phone: "13500000003", ...consent },
  ]);
  const [head, ...rows] = await exported(taskId);
  const names = head!.slice(own.length);
  expect(head!.slice(0, own.length)).toEqual(own);
  expect([...names].sort()).toEqual(["P1", "var10", "var2", "变量：变量：号码", "变量：样本状态"].sort());
  expect(names.indexOf("var2")).toBeLessThan(names.indexOf("var10"));
  const cell = (row: number, title: string) => rows[row]![head!.indexOf(title)];
  expect([0, 1, 2].map((n) => [cell(n, "样本状态"), cell(n, "var10") ?? "", cell(n, "变量：样本状态") ?? ""])).toEqual([
    ["待拨", "十", ""],
    ["待拨", "", "旧"],
    ["待拨", "", ""],
  ]);
  const again = await insertTask(office.ports, { settings });
  expect(await imported(again, taskId)).toMatchObject({ succeed: 3, total: 3 });
  expect(await listed(again)).toEqual(await listed(taskId));
  const [headAgain, ...rowsAgain] = await exported(again);
  expect(headAgain).toEqual(head);
  const own7 = (all: string[][]) => all.map((cells) => cells.slice(0, 7));
  expect(own7(rowsAgain)).toEqual(own7(rows));
});

test("K98 a sheet of one's own keeps 批次 or 样本状态 as variables; a masked number is none", async () => {
  const taskId = await insertTask(office.ports);
  const titles = ["号码", "批次", "样本状态"];
  const reply = await importNumbers(office.administrator, taskId, titles, [
    ["13500000001", "一", "好"],
    ["135****0002", "二", "好"],
  ]);
  expect((await listed(taskId)).map(({ variables }) => variables)).toEqual([{ 批次: "一", 样本状态: "好" }]);
  const failed = await failedRows(office.administrator, reply.failedFileId);
  expect(failed[1]).toEqual(["135****0002", "二", "好", "号码没有完整显示，请填写完整的号码"]);
});

test("K98 numbers of more than 60 names share the last column, and that export is not imported in part", async () => {
  const taskId = await insertTask(office.ports);
  const of = (n: number) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`v${n * 20 + at}`, `${n * 20 + at}`]));
  await add(
    taskId,
    [0, 1, 2, 3].map((n) => ({ phone: `1350000000${n}`, variables: of(n) })),
  );
  const { names, more } = variableNames(["v0", ...Object.keys({ ...of(3), ...of(2), ...of(1), ...of(0) })]);
  expect([names.length, names[2], names.at(-1), more]).toEqual([60, "v2", "v59", true]);
  const titles = exportTitles(names, more);
  expect(titles.slice(own.length)).toEqual([...names, "其他变量"]);
  expect(exportCells({} as PhoneCells, of(3), names).at(-1)).toMatch(/^v60：60；.*；v79：79$/);
  const other = await insertTask(office.ports);
  expect(await refused(imported(other, taskId))).toMatchObject({
    msg: "导出的变量过多，“其他变量”一列不能导入，请按批次导出后再导入",
  });
  const whole = await importNumbers(
    office.administrator,
    other,
    titles.slice(0, -1),
    [0, 1, 2].map((n) => [`1350000000${n}`, ...own.slice(1).map(() => ""), ...names.map((name) => of(n)[name] ?? "")]),
  );
  expect(whole).toMatchObject({ succeed: 3, failing: 0 });
});
