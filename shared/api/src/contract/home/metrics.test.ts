import { readFileSync } from "node:fs";
import { join } from "node:path";
import { liveMetrics, metricOf, metrics, toneOfMetric } from "./metrics.ts";

const page = readFileSync(join(__dirname, "../../../../../docs/metrics.md"), "utf8");
const told = new Map(
  [...page.matchAll(/^\| (\S+) +\| (.+?) +\|$/gm)]
    .map(([, name, formula]) => [name!, formula!] as const)
    .filter(([name]) => !/^(-+|figure)$/.test(name)),
);

test("docs/metrics.md tells every figure with its formula, and no other", () =>
  expect([...told]).toEqual([...metrics, ...liveMetrics].map(({ name, formula }) => [name, formula])));

test.each([
  ["serviceLevel", 80, "met"],
  ["serviceLevel", 79.9, "near"],
  ["serviceLevel", 60, "near"],
  ["serviceLevel", 59.9, "missed"],
  ["abandonRate", 5, "met"],
  ["abandonRate", 10, "near"],
  ["abandonRate", 10.1, "missed"],
  ["answerSpeed", 20, "met"],
  ["answerSpeed", 61, "missed"],
  ["occupancy", 85, "met"],
  ["occupancy", 90.1, "missed"],
  ["serviceLevel", null, undefined],
  ["inbound", 7, undefined],
] as const)("%s of %s is %s", (id, value, tone) => expect(toneOfMetric(metricOf(id), value)).toBe(tone));
