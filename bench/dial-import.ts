/**
 * 100,000 numbers into a dialling task (check E1) with all checks against blacklists of 1,000,000, the product's own way on PostgreSQL:
 * upload, workbook, checks, rows, counters, log. Beside it, in turns: exceljs that only reads the same workbook, streaming.
 */
import { measureImports } from "@liantai/server/testing/dial-load";
import { startPostgres } from "@liantai/server/testing/list-load";
import { compare, median, type Measured } from "./lib/result.ts";

/** --rounds N */
const at = process.argv.indexOf("--rounds");
const rounds = at < 0 ? 3 : Number(process.argv[at + 1]);

export async function run(): Promise<Measured> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("this measurement needs PostgreSQL");
  try {
    const { ours, exceljs } = await measureImports(postgres.url, rounds);
    const all = (key: "ms" | "heapMb" | "heapRiseMb" | "rssMb") => ours.map((one) => one[key]);
    return {
      name: "dial-import",
      compared: [
        compare(
          { what: "import", reference: "exceljs streaming that reads and nothing else", unit: "ms" },
          all("ms"),
          exceljs.map(({ ms }) => ms),
        ),
      ],
      unit: "MB",
      goal: "at most 4,000 ms, a third of exceljs' reading alone, memory flat",
      values: { heap: median(all("heapMb")), heapRise: median(all("heapRiseMb")), rssRise: median(all("rssMb")) },
    };
  } finally {
    await postgres.stop();
  }
}
