/**
 * Imports and exports of the product on PostgreSQL, and what stands beside them, each run in a process of its own (bench/form-sheets.ts).
 */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import type { SheetRun } from "./run.ts";

export type { SheetRun } from "./run.ts";
export type SheetWay = "import" | "bare-import" | "exceljs-import" | "export" | "exceljs-export";

/**
 * MB of the heap of our import: what passes within it needs no more. Where it may take gigabytes V8 lets what is done with lie for long,
 * and the highest heap in use says nothing.
 */
const heapLimit = 256;
const script = fileURLToPath(new URL("./run.ts", import.meta.url));

/** Several things in turns; the rows of an import are taken away before the next. `url`: of an empty database. */
export async function measureSheets(url: string, rounds: number): Promise<Readonly<Record<SheetWay, SheetRun[]>>> {
  const folder = await mkdtemp(join(tmpdir(), "liantai-form-sheets-"));
  const once = async (what: string, ...more: readonly string[]): Promise<unknown> => {
    const limit = what === "import" ? [`--max-old-space-size=${heapLimit}`] : [];
    const args = [...limit, "--expose-gc", script, what, url, folder, ...more];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1_000_000 });
    return JSON.parse(stdout);
  };
  const found: Record<SheetWay, SheetRun[]> = {
    ...{ import: [], "bare-import": [], "exceljs-import": [], export: [], "exceljs-export": [] },
  };
  const client = new pg.Client({ connectionString: url });
  try {
    const { formId } = (await once("make")) as { formId: string };
    await client.connect();
    // The owner sees no rows behind their policies; the two beside us write and read as he.
    for (const table of ["form_definition", "form_record", "form_unique", "form_term", "record_phone", "black_list"])
      await client.query(`alter table ${table} no force row level security`);
    const { rows } = await client.query<{ slots: object }>("select slots from form_definition where id = $1", [formId]);
    const slots = JSON.stringify(rows[0]?.slots);
    const run = async (way: SheetWay): Promise<void> => {
      found[way].push((await once(way, formId, slots)) as SheetRun);
    };
    const clean = async (): Promise<void> => {
      await client.query("truncate form_record, form_term, form_unique cascade");
      await client.query("vacuum analyze");
      await client.query("checkpoint");
    };
    for (let round = 0; round < rounds; round += 1) {
      const ways: SheetWay[] = ["bare-import", "exceljs-import", "import"];
      for (const way of round % 2 === 0 ? ways : [...ways.slice(0, 2).reverse(), "import" as const]) {
        await clean();
        await run(way);
      }
      await client.query("vacuum analyze");
      // Of what the product imported.
      for (const way of ["exceljs-export", "export"] as const) await run(way);
    }
    return found;
  } finally {
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
