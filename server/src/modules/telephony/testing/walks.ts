/**
 * How far the walks of the machines go. In every run a few seconds, the same way each time; WALK=long goes a hundred times as far, anew
 * each time, and says how many steps it was.
 */
import { isDeepStrictEqual } from "node:util";

const long = process.env["WALK"] === "long";
const seed = 8;
let steps = 0;

export const walks = (numRuns: number): { readonly numRuns: number; readonly seed?: number } =>
  long ? { numRuns: numRuns * 100 } : { numRuns, seed };

export const walked = (more: number): void => void (steps += more);

/** After all of a suite. */
export function tellSteps(): void {
  if (long) process.stdout.write(`${steps} steps walked\n`);
}

/** Asked after each step: jest takes a hundred times as long to find that two are the same. */
export function same(is: unknown, must: unknown): void {
  if (!isDeepStrictEqual(is, must)) expect(is).toEqual(must);
}
