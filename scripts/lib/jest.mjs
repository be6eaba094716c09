// Runs jest and reads its counts, so that one closing line can sum several runs.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root, run } from "./setup.mjs";

/** One run: its report, and whether jest itself was content. */
async function once(args, extraEnv, nodeArgs) {
  const folder = mkdtempSync(join(tmpdir(), "liantai-jest-"));
  const file = join(folder, "result.json");
  const code = await run(
    [...nodeArgs, "node_modules/jest/bin/jest.js", "--json", `--outputFile=${file}`, ...args],
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

/** A suite's own counts; one that could not even load fails without a test of its own. */
const countOf = (suite) => {
  const of = (status) => suite.assertionResults.filter((t) => t.status === status).length;
  const failed = of("failed");
  return { passed: of("passed"), failed: suite.status === "failed" && failed === 0 ? 1 : failed };
};

/**
 * Resolves with {passed, failed}; a run that broke before it counted anything is one failure. Suites of real sound and real
 * browsers share two cores here: one that fails is tried once more, alone, and that is said; failing again it has failed.
 */
export async function jest(args, extraEnv = {}, nodeArgs = []) {
  const { code, report } = await once(args, extraEnv, nodeArgs);
  if (!report) return { passed: 0, failed: 1 };
  const failing = report.testResults.filter((s) => s.status === "failed").map((s) => s.name);
  const first = sum(report.testResults.filter((s) => s.status !== "failed").map(countOf));
  if (failing.length === 0) return { ...first, failed: code === 0 ? 0 : 1 };
  console.log(`second try, alone: ${failing.map((f) => relative(root, f)).join(", ")}`);
  const config = args.flatMap((a, i) => (a === "-c" ? [a, args[i + 1]] : []));
  const again = await once([...config, "--runInBand", "--runTestsByPath", ...failing], extraEnv, nodeArgs);
  if (!again.report) return { passed: first.passed, failed: first.failed + failing.length };
  return sum([first, ...again.report.testResults.map(countOf)]);
}

export const sum = (parts) =>
  parts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), { passed: 0, failed: 0 });

/** Prints the closing line and sets the exit code: red when anything failed or nothing ran. */
export function close(parts, name) {
  const { passed, failed } = sum(parts);
  console.log(`${name ? `${name}: ` : ""}${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
