// Runs jest and reads its counts, so that one closing line can sum several runs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './setup.mjs';

/** Resolves with {passed, failed}; a run that broke before it counted anything is one failure. */
export async function jest(args, extraEnv = {}, nodeArgs = []) {
  const folder = mkdtempSync(join(tmpdir(), 'liantai-jest-'));
  const file = join(folder, 'result.json');
  const code = await run([...nodeArgs, 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${file}`, ...args], extraEnv, { stdio: ['inherit', 'ignore', 'inherit'] });
  let result;
  try {
    result = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    result = undefined;
  }
  rmSync(folder, { recursive: true, force: true });
  if (!result) return { passed: 0, failed: 1 };
  const passed = result.numPassedTests;
  // A suite that could not even load fails without a test of its own.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

export const sum = (parts) => parts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), { passed: 0, failed: 0 });

/** Prints the closing line and sets the exit code: red when anything failed or nothing ran. */
export function close(parts, name) {
  const { passed, failed } = sum(parts);
  console.log(`${name ? `${name}: ` : ''}${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
