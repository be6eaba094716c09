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
import { compare, median, type Measured } from "./lib/result.ts";

const rounds = 5;
/** Memory: MB of resident memory above where it stood. */
const words = { ms: "time", cpu: "CPU", mb: "memory" } as const;
const script = fileURLToPath(new URL("lib/sheet-run.ts", import.meta.url));

interface Sample {
  readonly ms: number;
  /** ms of CPU in all threads: what counts on a machine that does other things too. */
  readonly cpu: number;
  readonly mb: number;
}

async function once(what: string, path: string): Promise<Sample> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, what, path], { maxBuffer: 1_000_000 });
  return JSON.parse(stdout) as Sample;
}

export async function run(): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "liantai-sheets-"));
  const path = (name: string): string => join(folder, `${name}.xlsx`);
  const samples: Record<string, Sample[]> = {};
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
  const of = (what: string, key: keyof Sample): number => median(samples[what]!.map((sample) => sample[key]));
  const over = (doing: "write" | "read", key: keyof Sample) =>
    compare(
      {
        what: `${doing === "write" ? "export" : "import"}, ${words[key]}`,
        reference: "exceljs streaming",
        unit: key === "mb" ? "MB" : "ms",
      },
      of(`${doing}-ours`, key),
      of(`${doing}-exceljs`, key),
    );
  return {
    name: "sheets",
    compared: [
      over("write", "ms"),
      over("read", "ms"),
      over("write", "cpu"),
      over("read", "cpu"),
      over("write", "mb"),
      over("read", "mb"),
    ],
    unit: "",
    goal: "a quarter of exceljs's time, memory flat",
    values: { rows: 100_000 },
  };
}
