/**
 * npm run bench [-- NAME ...]: runs scenarios one after the other. Each file here but this one and lib/ is a scenario that
 * exports run(); it prints one readable line and one JSON line, and bench/results/NAME.json keeps the last run. A bench
 * never fails for a figure, only for an error.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { Scenario } from "./lib/result.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const all = readdirSync(here)
  .filter((f) => f.endsWith(".ts") && f !== "run.ts")
  .map((f) => f.slice(0, -3));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`no such scenario: ${unknown.join(", ")}; there are ${all.join(", ")}`);
  process.exit(2);
}
mkdirSync(join(here, "results"), { recursive: true });
let failed = 0;
for (const name of asked.length > 0 ? asked : all) {
  try {
    const { run } = (await import(join(here, `${name}.ts`))) as Scenario;
    const result = await run();
    writeFileSync(
      join(here, "results", `${name}.json`),
      `${JSON.stringify({ at: new Date().toISOString(), node: process.version, ...result }, null, 2)}\n`,
    );
  } catch (error) {
    failed++;
    console.error(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
process.exit(failed > 0 ? 1 : 0);
