/** One run of bench/sheets.ts: node sheet-run.ts WHAT PATH; prints {ms, cpu, mb}. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { seatIdField, nameField, phoneField } from "@liantai/api/contract/admin";
import { readBatches, rowChecker, writeSheet, type Cell } from "@liantai/server/sheets";
import exceljs from "exceljs";

const count = 100_000;
const titles = [
  "通话编号",
  "方向",
  "主叫号码",
  "被叫号码",
  "坐席工号",
  "坐席姓名",
  "开始时间",
  "等待时长",
  "通话时长",
  "备注",
];
/** A row as a call record is exported; each has values of its own. */
const rowOf = (n: number): Cell[] => [
  `0192f6c1-7c3e-7d30-b5a1-${String(n).padStart(12, "0")}`,
  n % 2 ? "呼入" : "呼出",
  `138${String(10_000_000 + n)}`,
  "4001",
  String(1_000 + (n % 300)),
  `坐席${n % 300}`,
  `2026-03-${String(1 + (n % 28)).padStart(2, "0")} 10:${String(n % 60).padStart(2, "0")}:00`,
  n % 40,
  n % 600,
  n % 11 === 0 ? '=HYPERLINK("x")' : `客户咨询第${n}号订单`,
];
function* rows(): Generator<Cell[]> {
  for (let n = 0; n < count; n += 1) yield rowOf(n);
}

/** The checks of an import: a mobile number, a seat id, a name, as the product's imports ask them; and the first column unique. */
const columns = [
  { title: titles[0]!, name: "id", required: true },
  { title: titles[2]!, name: "caller", required: true, schema: phoneField(titles[2]) },
  { title: titles[4]!, name: "agentId", required: true, schema: seatIdField(4, titles[4]) },
  { title: titles[5]!, name: "agentName", required: true, schema: nameField(titles[5]) },
];
const seen = new Set<string>();
let failed = 0;
function unique(id: string): void {
  if (seen.has(id)) failed += 1;
  seen.add(id);
}

const ways: Readonly<Record<string, (path: string) => Promise<void>>> = {
  "write-ours": (path) =>
    pipeline(writeSheet({ columns: titles.map((title) => ({ title })), rows: rows() }), createWriteStream(path)),
  "write-exceljs": async (path) => {
    const book = new exceljs.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true, useSharedStrings: false });
    const sheet = book.addWorksheet("Sheet");
    sheet.addRow(titles).commit();
    let n = 0;
    for (const row of rows()) {
      sheet.addRow(row).commit();
      // It queues what it is given: without a pause all rows stand in memory.
      if ((n += 1) % 2_000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await book.commit();
  },
  "read-ours": async (path) => {
    let rows = 0;
    let check: ReturnType<typeof rowChecker> | undefined;
    for await (const batch of readBatches(path, { maxRows: count + 1 })) {
      for (const { cells } of batch) {
        rows += 1;
        if (!check) {
          check = rowChecker(columns, cells);
          continue;
        }
        const checked = check(cells);
        if ("faults" in checked) failed += 1;
        else unique(checked.value["id"] as string);
      }
    }
    if (rows !== count + 1) throw new Error(`${rows} rows`);
  },
  "read-exceljs": async (path) => {
    let rows = 0;
    const reader = new exceljs.stream.xlsx.WorkbookReader(path, {
      sharedStrings: "cache",
      worksheets: "emit",
      styles: "cache",
      hyperlinks: "ignore",
      entries: "emit",
    });
    for await (const sheet of reader) {
      for await (const row of sheet) {
        rows += 1;
        if (rows === 1) continue;
        const cells = (row.values as unknown[])
          .slice(1)
          .map((value) => (value === null || value === undefined ? "" : String(value)));
        for (const { title, schema } of columns)
          if (schema && !schema.isValidSync(cells[titles.indexOf(title)])) failed += 1;
        unique(cells[0]!);
      }
    }
    if (rows !== count + 1) throw new Error(`${rows} rows`);
  },
};

const [what = "", path = ""] = process.argv.slice(2);
const rss = (): number => process.memoryUsage.rss() / 1024 / 1024;
const before = rss();
let peak = before;
const watch = setInterval(() => (peak = Math.max(peak, rss())), 20);
const began = performance.now();
const cpuBefore = process.cpuUsage();
await ways[what]!(path);
const ms = performance.now() - began;
const cpu = process.cpuUsage(cpuBefore);
clearInterval(watch);
if (failed > 0) throw new Error(`${failed} cells failed`);
console.log(JSON.stringify({ ms, cpu: (cpu.user + cpu.system) / 1000, mb: Math.max(peak, rss()) - before }));
