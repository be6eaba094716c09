/** F108: what people upload: each row is accounted for, and each refusal says where and why. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { fileApi } from "@liantai/api/contract/admin";
import exceljs from "exceljs";
import { begin, cellsOf, compId, context, office, openImports, people, saved, stage } from "./testing/imports.ts";

openImports();

type Fill = (sheet: exceljs.Worksheet, book: exceljs.Workbook) => void;
async function upload(fill: Fill) {
  const book = new exceljs.Workbook();
  fill(book.addWorksheet("数据"), book);
  const path = `${office.ports.folder}/${randomUUID()}.xlsx`;
  await writeFile(path, Buffer.from(await book.xlsx.writeBuffer()));
  const file = { field: "files", name: "坐席.xlsx", type: "", bytes: 0, sha256: "", head: Buffer.alloc(0), path };
  const stream = (): never => {
    throw new Error("it is moved, not read");
  };
  return stage.first.start("contact", await context(office.administrator, [{ ...file, stream }]), compId, {});
}
const titles = ["工号", "姓名", "排序"];

test("F108 rows of nothing but blanks are no rows, before the heading and after it", async () => {
  const result = await upload((sheet) =>
    sheet.addRows([[" ", "　"], titles, ["2001", "张三"], ["  ", "", " "], ["", "\u200b"], ["2002", "李四"]]),
  );
  expect(result).toMatchObject({ total: 2, succeed: 2, failing: 0 });
});

test("F108 errors of formulas, formulas that nobody computed, and numbers that lost their end are no values", async () => {
  const result = await upload((sheet) => {
    sheet.addRow(titles);
    sheet.addRow(["2001", { formula: "A1", result: { error: "#N/A" } }, 1]);
    sheet.addRow(["2002", "李四", { formula: "A1", result: undefined }]);
    sheet.addRow(["2003", { formula: "A1", result: "王五" }, { formula: "1+1", result: 2 }]);
    sheet.addRow(["2004", 110_105_199_003_070_000]);
    sheet.addRow(["2005", "", 3]);
    sheet.addRow([{ formula: "A1", result: undefined }]);
  });
  expect(result).toMatchObject({ total: 6, succeed: 1, failing: 5 });
  expect(saved).toEqual([{ agentId: "2003", name: "王五", sort: 2 }]);
  expect(result.errors).toEqual([
    { row: 2, field: "姓名", message: "姓名是公式的错误值#N/A" },
    { row: 3, field: "排序", message: "排序是没有计算结果的公式，请用Excel打开并保存后再导入" },
    { row: 5, field: "姓名", message: "姓名超过15位，作为数字已丢失末尾几位，请将单元格设为文本后重新填写" },
    { row: 6, field: "姓名", message: "姓名不能为空" },
    { row: 7, field: "工号", message: "工号是没有计算结果的公式，请用Excel打开并保存后再导入" },
    { row: 7, field: "姓名", message: "姓名不能为空" },
  ]);
});

test("F108 headings in any order, with marks and signs that nobody sees; twice they are refused", async () => {
  expect(
    await upload((sheet) =>
      sheet.addRows([
        ["备注", "姓名＊ ", "\u202d*工号\u202c"],
        ["x", "张三", "\u202d2001\u202c "],
      ]),
    ),
  ).toMatchObject({ succeed: 1, ignored: ["备注"] });
  expect(saved).toEqual([{ agentId: "2001", name: "张三" }]);
  await expect(
    upload((sheet) =>
      sheet.addRows([
        [...titles, "*姓名"],
        ["2001", "张三", "", "李四"],
      ]),
    ),
  ).rejects.toThrow("文件中有重复的列：姓名");
});

test("F108 cells that are joined over rows are refused by their place, where something is read of them", async () => {
  const joined = (ref: string) =>
    upload((sheet) => {
      sheet.addRows([titles, ["2001", "张三", 1, "x"], ["2002", "李四", "", ""]]);
      sheet.mergeCells(ref);
    });
  await expect(joined("C2:C3")).rejects.toThrow("单元格C2:C3是合并的单元格，请取消合并，逐行填写后再导入");
  await expect(joined("B1:C2")).rejects.toThrow("单元格B1:C2是合并的单元格");
  expect(saved).toEqual([]);
  // Beside what is read, or in one row.
  expect(await joined("D2:D3")).toMatchObject({ succeed: 2 });
  expect(await joined("C3:D3")).toMatchObject({ succeed: 2 });
});

test("F108 a column beyond the hundredth is read", async () => {
  const filler = Array.from({ length: 150 }, (_, n) => `列${n}`);
  const rows = [
    [...filler, ...titles],
    [...filler, "2001", "张三", 7],
  ];
  expect(await upload((sheet) => sheet.addRows(rows))).toMatchObject({ succeed: 1 });
  expect(saved).toEqual([{ agentId: "2001", name: "张三", sort: 7 }]);
});

test("F111 sheets after the first that have something are named, not those that are empty or hidden", async () => {
  const more = (book: exceljs.Workbook) => {
    for (const name of ["二组", "空", "三组"]) book.addWorksheet(name);
    book.getWorksheet("二组")!.addRow(["2002", "李四"]);
    book.getWorksheet("三组")!.getCell("C9").value = 0;
    book.getWorksheet("空")!.getCell("A1").font = { bold: true };
    book.addWorksheet("选项", { state: "hidden" }).addRow(["男"]);
    book.addWorksheet("字典", { state: "veryHidden" }).addRow(["女"]);
  };
  const result = await upload((sheet, book) => {
    sheet.addRows([titles, ["2001", "张三"]]);
    more(book);
  });
  expect(result).toMatchObject({ succeed: 1, unreadSheets: ["二组", "三组"] });
  expect(saved).toHaveLength(1);
  // All that people see may be on a sheet behind an empty one.
  await expect(upload((_, book) => more(book))).rejects.toThrow(
    "文件中没有数据（只读取第一个工作表，没有读取：二组、三组）",
  );
  expect(await upload((sheet) => sheet.addRows([titles, ["2001", "张三"]]))).not.toHaveProperty("unreadSheets");
});

test("F108 failed rows that come back and fail again say why they fail now", async () => {
  const { failedFileId, ignored } = await begin(
    [["x", "张三", "", "工号只能是数字"], ...people(2)],
    ["工号", "姓名", "排序", "失败原因"],
  );
  expect(ignored).toBeUndefined();
  const { bytes } = await office.administrator.file(fileApi.down, { query: { id: failedFileId! } } as never);
  expect(await cellsOf(bytes)).toEqual([
    ["工号", "姓名", "排序", "失败原因"],
    ["x", "张三", undefined, "工号只能是数字"],
  ]);
});
