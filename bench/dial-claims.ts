/**
 * Numbers of ten tasks that are claimed and whose attempts are committed, with their entries of the ledger and under the enterprise's
 * lease, against pg-boss that fetches and completes jobs of ten queues: batches of 20, on one PostgreSQL, in turns.
 */
import { measureClaims } from "@liantai/server/testing/dial-load";
import { startPostgres } from "@liantai/server/testing/list-load";
import { compare, type Measured } from "./lib/result.ts";

export async function run(): Promise<Measured> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("this measurement needs PostgreSQL");
  try {
    const { ours, boss } = await measureClaims(postgres.url);
    const words = {
      what: "attempts committed, of ten tasks",
      reference: "jobs of ten queues that pg-boss fetches and completes",
      unit: "a second; more is better",
    };
    return {
      name: "dial-claims",
      compared: [compare(words, ours, boss)],
      unit: "a second",
      goal: "1,000 a second, and twice pg-boss",
      values: { least: Math.min(...ours) },
    };
  } finally {
    await postgres.stop();
  }
}
