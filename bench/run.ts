/**
 * npm run bench [-- NAME ...]: runs scenarios (lib/scenarios.ts) one after the other. Each prints one readable line, which begins
 * with our figure over that of what stood beside it, and one JSON line; bench/results/NAME.json keeps the last run. A bench
 * never fails for a figure, only for an error.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { lineOf, resultOf } from "./lib/result.ts";
import { isScenario, scenarios } from "./lib/scenarios.ts";

const results = join(import.meta.dirname, "results");
/** A word with dashes is a scenario's own, and so are a number after it and the name of a switch. */
const asked = process.argv
  .slice(2)
  .filter((word, at, all) => !word.startsWith("--") && all[at - 1] !== "--switch" && Number.isNaN(Number(word)));
const unknown = asked.filter((name) => !isScenario(name));
if (unknown.length > 0) {
  console.error(`no such scenario: ${unknown.join(", ")}; there are ${Object.keys(scenarios).join(", ")}`);
  process.exit(2);
}
const load = (): number => loadavg()[0]!;
mkdirSync(results, { recursive: true });
let failed = 0;
for (const name of (asked.length > 0 ? asked : Object.keys(scenarios)).filter(isScenario)) {
  try {
    const { run } = await scenarios[name]();
    const before = load();
    const result = resultOf(await run(), { before, after: load() });
    console.log(lineOf(result));
    console.log(JSON.stringify(result));
    const kept = { at: new Date().toISOString(), node: process.version, ...result };
    writeFileSync(join(results, `${name}.json`), `${JSON.stringify(kept, null, 2)}\n`);
  } catch (error) {
    failed++;
    console.error(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
process.exit(failed > 0 ? 1 : 0);
