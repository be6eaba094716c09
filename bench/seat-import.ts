/** 10,000 seats with accounts and extensions from one workbook, through HTTP injection on the embedded database (issue 3). */
import { measureSeatImport } from "@liantai/server/testing/seat-import-load";
import { quantile, report, type Result } from "./lib/result.ts";

const rounds = 3;

export async function run(): Promise<Result> {
  const figures = [];
  for (let i = 0; i < rounds; i++) figures.push(await measureSeatImport(10_000));
  return report({
    name: "seat-import",
    unit: "(ms of the whole request, median and worst of the rounds; rows)",
    goal: "10,000 rows under 5,000 ms",
    values: {
      medianMs: quantile(
        figures.map(({ ms }) => ms),
        0.5,
      ),
      worstMs: Math.max(...figures.map(({ ms }) => ms)),
      medianCpuMs: quantile(
        figures.map(({ cpuMs }) => cpuMs),
        0.5,
      ),
      added: figures[0]!.succeeded,
      refused: figures[0]!.failed,
    },
  });
}
