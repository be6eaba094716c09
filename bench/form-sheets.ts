/**
 * 100,000 rows of 20 columns into a form and out of it, the product's own way (job, checks, distinct, blacklist, log) on
 * PostgreSQL; beside it, in turns: bare inserts of the rows that it leaves behind, and exceljs with yup and the same inserts. Of a
 * thousand rows five are wrong, three doubled and two barred, and every way must find just these. Each run in a process of its own.
 */
import { measureSheets, type SheetRun, type SheetWay } from "@liantai/server/testing/form-sheets";
import { startPostgres } from "@liantai/server/testing/list-load";
import { compare, median, type Measured } from "./lib/result.ts";

/** --rounds N */
const at = process.argv.indexOf("--rounds");
const rounds = at < 0 ? 3 : Number(process.argv[at + 1]);

export async function run(): Promise<Measured> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("this measurement needs PostgreSQL");
  try {
    const found = await measureSheets(postgres.url, rounds);
    const all = (way: SheetWay, key: keyof SheetRun) => found[way].map((one) => one[key]);
    const over = (what: string, ours: SheetWay, theirs: SheetWay, reference: string, key: keyof SheetRun = "ms") =>
      compare({ what, reference, unit: key.endsWith("Mb") ? "MB" : "ms" }, all(ours, key), all(theirs, key));
    const exceljs = "exceljs, yup and plain inserts";
    return {
      name: "form-sheets",
      compared: [
        over("import", "import", "bare-import", "bare batched inserts of the same rows"),
        over("import", "import", "exceljs-import", exceljs),
        over("export", "export", "exceljs-export", "exceljs streaming from the same table"),
        over("CPU of the import without PostgreSQL's", "import", "exceljs-import", exceljs, "cpuMs"),
        over("memory of the export", "export", "exceljs-export", "exceljs streaming from the same table", "rssMb"),
      ],
      unit: "MB",
      goal: "import 2 of bare inserts and 0.25 of exceljs with a heap under 150 MB, export 0.25 of exceljs, memory flat",
      values: {
        importHeap: median(all("import", "heapMb")),
        importHeapRise: median(all("import", "heapRiseMb")),
        importRss: median(all("import", "rssMb")),
        exportHeap: median(all("export", "heapMb")),
        exportHeapRise: median(all("export", "heapRiseMb")),
        rows: 100_000,
      },
    };
  } finally {
    await postgres.stop();
  }
}
