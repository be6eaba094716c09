// Runs jest and reads its counts, so that one closing line can sum several runs.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { writeGroups } from "./groups.mjs";
import { root, run } from "./setup.mjs";

/**
 * @typedef {{ readonly suite: string; readonly seconds: number }} Time
 * @typedef {{ readonly passed: number; readonly failed: number; readonly times: readonly Time[]; readonly red: readonly string[] }} Counts
 * @typedef {{
 *   readonly name: string;
 *   readonly status: string;
 *   readonly startTime: number;
 *   readonly endTime: number;
 *   readonly assertionResults: readonly Assertion[];
 * }} Suite
 * @typedef {{
 *   readonly status: string;
 *   readonly fullName: string;
 *   readonly ancestorTitles: readonly string[];
 *   readonly startAt?: number | null;
 *   readonly duration?: number | null;
 * }} Assertion
 * @typedef {{ readonly testResults: readonly Suite[] }} Report
 */

/** Where more suites fail, something that they share is broken: each of them once more would cost an hour, and say the same. */
const mostRetried = 10;

/**
 * One run: its report, and whether jest itself was content.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} extraEnv
 * @param {readonly string[]} nodeArgs
 * @returns {Promise<{ readonly code: number; readonly report: Report | undefined }>}
 */
async function once(args, extraEnv, nodeArgs) {
  const folder = mkdtempSync(join(tmpdir(), "liantai-jest-"));
  const file = join(folder, "result.json");
  const code = await run(
    // A suite that leaves a handle open must not keep the run from ending: one run alone would wait for ever.
    [...nodeArgs, "node_modules/jest/bin/jest.js", "--json", "--forceExit", `--outputFile=${file}`, ...args],
    extraEnv,
    { stdio: ["inherit", "ignore", "inherit"] },
  );
  try {
    return { code, report: JSON.parse(readFileSync(file, "utf8")) };
  } catch {
    return { code, report: undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A suite's own counts; one that could not even load fails without a test of its own.
 * @param {Suite} suite
 * @returns {Counts}
 */
const countOf = ({ name, status, assertionResults }) => {
  /** @param {string} wanted */
  const of = (wanted) => assertionResults.filter((t) => t.status === wanted).length;
  const broken = status === "failed" && of("failed") === 0;
  const red = assertionResults
    .filter((t) => t.status === "failed")
    .map((t) => `${relative(root, name)}: ${t.fullName}`);
  if (broken) red.push(`${relative(root, name)}: did not load, or broke outside of its tests`);
  return { passed: of("passed"), failed: broken ? 1 : of("failed"), times: [], red };
};

/**
 * The suite of the second try, in which a test counts as passed that passed in either: each has two tries, and a suite of many is
 * not judged harder than one of few. A suite that ended in the first try before its tests did has only the second.
 * @param {Suite} again
 * @param {readonly Suite[]} before
 * @returns {Suite}
 */
const either = (again, before) => {
  const first = before.find(({ name }) => name === again.name)?.assertionResults ?? [];
  const passed = new Set(first.filter((t) => t.status === "passed").map((t) => t.fullName));
  const failedTests = again.assertionResults.filter((t) => t.status === "failed");
  // Without a failing test of its own a failed suite did not load, or broke outside of its tests.
  if (failedTests.length === 0) return again;
  for (const { fullName } of failedTests)
    if (passed.has(fullName)) console.log(`failed at the second try alone, counted as passed: ${fullName}`);
  return {
    ...again,
    status: failedTests.every((t) => passed.has(t.fullName)) ? "passed" : "failed",
    assertionResults: again.assertionResults.map((t) => (passed.has(t.fullName) ? { ...t, status: "passed" } : t)),
  };
};

/**
 * @param {Report} report
 * @returns {Time[]}
 */
const timesOf = (report) =>
  report.testResults.map(({ name, startTime, endTime }) => ({
    suite: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));

/**
 * A run that broke before it counted anything is one failure. jest leaves a core to
 * itself by default, half of this machine: a worker a core unless the caller says how many. Suites of real sound and
 * real browsers share the cores: one that fails is tried once more, alone, and that is said. A test that fails both times has failed.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} extraEnv
 * @param {readonly string[]} nodeArgs
 * @param {() => Promise<NodeJS.ProcessEnv>} renewed what the second try has of its own
 * @returns {Promise<Counts>}
 */
export async function jest(args, extraEnv = {}, nodeArgs = [], renewed = async () => ({})) {
  const told = args.some((arg) => arg === "--runInBand" || arg.startsWith("--maxWorkers"));
  const workers = told ? [] : [`--maxWorkers=${availableParallelism()}`];
  const config = args.flatMap((a, i) => (a === "-c" ? [a, args[i + 1] ?? ""] : []));
  const again = [...config, "--runInBand", "--runTestsByPath"];
  const tried = await once([...workers, ...args], extraEnv, nodeArgs);
  return judged(tried, `jest ${args.join(" ")}`, async (failing) =>
    once([...again, ...failing], { ...extraEnv, ...(await renewed()) }, nodeArgs),
  );
}

/**
 * All suites of jest.config.mjs, in groups that share a world (groups.mjs); the second try of one is alone.
 * @returns {Promise<Counts>}
 */
export async function units() {
  const { default: config } = await import("../../jest.config.mjs");
  const groups = writeGroups(config.projects);
  const args = ["-c", "jest.groups.config.mjs", `--maxWorkers=${availableParallelism()}`];
  const { code, report } = await once(args, {}, []);
  const testResults = [...groups].flatMap(([file, paths]) =>
    suitesOf(
      paths,
      report?.testResults.find(({ name }) => name === file),
    ),
  );
  return judged({ code, report: report && { testResults } }, "jest of all suites", (failing) =>
    once(["--runInBand", "--runTestsByPath", ...failing], {}, []),
  );
}

/**
 * A group's result as its suites would have reported it each.
 * @param {readonly string[]} paths
 * @param {Suite | undefined} group absent: its worker died
 * @returns {readonly Suite[]}
 */
function suitesOf(paths, group) {
  const all = group?.assertionResults ?? [];
  // A group that broke outside of its tests has not said whose fault it was.
  const broken = group?.status !== "passed" && all.every((t) => t.status !== "failed");
  // Its first suite has the time that the group took to load.
  let from = group?.startTime ?? 0;
  return paths.map((path) => {
    const assertionResults = all
      .filter(({ ancestorTitles }) => ancestorTitles[0] === path)
      .map((each) => ({ ...each, fullName: each.fullName.slice(path.length + 1) }));
    const startTime = from;
    from = assertionResults.reduce((end, t) => Math.max(end, (t.startAt ?? 0) + (t.duration ?? 0)), startTime);
    // A suite without a test did not load.
    const red = broken || assertionResults.length === 0 || assertionResults.some((t) => t.status === "failed");
    return { name: join(root, path), status: red ? "failed" : "passed", startTime, endTime: from, assertionResults };
  });
}

/**
 * @param {{ readonly code: number; readonly report: Report | undefined }} tried
 * @param {string} name
 * @param {(failing: readonly string[]) => ReturnType<typeof once>} retry
 * @returns {Promise<Counts>}
 */
async function judged({ code, report }, name, retry) {
  if (!report) return { passed: 0, failed: 1, times: [], red: [`${name}: no report`] };
  const times = timesOf(report);
  const failing = report.testResults.filter((s) => s.status === "failed").map((s) => s.name);
  const first = sum(report.testResults.filter((s) => s.status !== "failed").map(countOf));
  if (failing.length === 0 && code !== 0) return { ...first, failed: 1, times, red: ["jest itself was not content"] };
  if (failing.length === 0) return { ...first, times };
  if (failing.length > mostRetried) {
    console.log(`${failing.length} suites failed: no second try`);
    return sum([{ ...first, times }, ...report.testResults.filter((s) => s.status === "failed").map(countOf)]);
  }
  console.log(`second try, alone: ${failing.map((f) => relative(root, f)).join(", ")}`);
  const again = await retry(failing);
  if (!again.report) return { ...first, failed: failing.length, times, red: failing.map((f) => relative(root, f)) };
  const suites = again.report.testResults.map((suite) => either(suite, report.testResults));
  return sum([{ ...first, times: [...times, ...timesOf(again.report)] }, ...suites.map(countOf)]);
}

/**
 * @param {readonly Counts[]} parts
 * @returns {Counts}
 */
const sum = (parts) => ({
  passed: parts.reduce((total, { passed }) => total + passed, 0),
  failed: parts.reduce((total, { failed }) => total + failed, 0),
  times: parts.flatMap(({ times }) => times),
  red: parts.flatMap(({ red }) => red),
});

/**
 * Where the time went: the slowest suites, so that one that grows is seen the day it does.
 * @param {readonly Time[]} times
 * @param {number} most
 */
function table(times, most = 20) {
  const slow = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, most);
  if (times.length < 2) return;
  const all = times.reduce((total, { seconds }) => total + seconds, 0);
  console.log(`the slowest ${slow.length} of ${times.length} suites (${all.toFixed(0)} s in all of them):`);
  for (const { suite, seconds } of slow) console.log(`${seconds.toFixed(1).padStart(7)} s  ${suite}`);
}

/**
 * Prints the slowest suites, what failed and the closing line; sets the exit code: red when anything failed or nothing ran.
 * @param {readonly Counts[]} parts
 */
export function close(parts) {
  const { passed, failed, times, red } = sum(parts);
  table(times);
  for (const each of red) console.log(`failed: ${each}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
