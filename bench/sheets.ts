/**
 * Import (with the checks of a seat import) and export of 100,000 rows of 10 columns, ours and exceljs's streaming classes in
 * turns, on one file. Memory: how far the resident set rises above where it stood, each run in a process of its own.
 */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { quantile, report, type Result } from "./lib/result.ts";

const rounds = 5;
const script = fileURLToPath(new URL("lib/sheet-run.ts", import.meta.url));

interface Measured {
  readonly ms: number;
  /** ms of CPU in all threads: what counts on a machine that does other things too. */
  readonly cpu: number;
  readonly mb: number;
}

async function once(what: string, path: string): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, what, path], { maxBuffer: 1_000_000 });
  return JSON.parse(stdout) as Measured;
}

export async function run(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "liantai-sheets-"));
  const path = (name: string): string => join(folder, `${name}.xlsx`);
  const samples: Record<string, Measured[]> = {};
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [what, file] of [
        ["write-ours", "ours"],
        ["write-exceljs", "exceljs"],
        ["read-ours", "exceljs"],
        ["read-exceljs", "exceljs"],
      ] as const)
        (samples[what] ??= []).push(await once(what, path(file)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const median = (what: string, key: keyof Measured): number =>
    quantile(
      samples[what]!.map((sample) => sample[key]),
      0.5,
    );
  return report({
    name: "sheets",
    unit: "(ms and MB of resident memory for 100,000 rows of 10 columns; times as fast as exceljs streaming)",
    goal: "4 times as fast, memory flat",
    values: {
      exportCpuTimes: median("write-exceljs", "cpu") / median("write-ours", "cpu"),
      importCpuTimes: median("read-exceljs", "cpu") / median("read-ours", "cpu"),
      exportTimes: median("write-exceljs", "ms") / median("write-ours", "ms"),
      importTimes: median("read-exceljs", "ms") / median("read-ours", "ms"),
      exportMs: median("write-ours", "ms"),
      exportExceljsMs: median("write-exceljs", "ms"),
      importMs: median("read-ours", "ms"),
      importExceljsMs: median("read-exceljs", "ms"),
      exportMb: median("write-ours", "mb"),
      exportExceljsMb: median("write-exceljs", "mb"),
      importMb: median("read-ours", "mb"),
      importExceljsMb: median("read-exceljs", "mb"),
    },
  });
}
