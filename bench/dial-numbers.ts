/**
 * Numbers of a task of 1,000,000 by three filters (state, result code, level), the first page and its total, through the whole stack
 * against a bare Fastify with one query that answers the same question, on one PostgreSQL, in turns.
 */
import { measureNumbers } from "@liantai/server/testing/dial-load";
import { startPostgres } from "@liantai/server/testing/list-load";
import { compare, type Measured } from "./lib/result.ts";

export async function run(): Promise<Measured> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("this measurement needs PostgreSQL");
  try {
    const { whole, bare, ratio, wholeP95Ms, bareP95Ms } = await measureNumbers(postgres.url);
    const words = {
      what: "PostgreSQL",
      reference: "a bare Fastify with one query",
      unit: "calls a second; more is better",
    };
    return {
      name: "dial-numbers",
      // The ratio is the median of the turns' ratios.
      compared: [{ ...compare(words, whole, bare), ratio }],
      unit: "ms",
      goal: "p95 under 100 ms, and at least 0.5 of the bare one's calls a second",
      values: { wholeP95: wholeP95Ms, bareP95: bareP95Ms },
    };
  } finally {
    await postgres.stop();
  }
}
