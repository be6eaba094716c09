/**
 * 通话记录 through the whole stack (HTTP, session, permission, validation, enterprise, presenting, envelope, log) against a
 * bare Fastify with one query that answers the same question, on one database, in turns.
 */
import { measureList, startPostgres, type ListFigures } from "@liantai/server/testing/list-load";
import { compare, type Compared, type Measured } from "./lib/result.ts";

/** The ratio is the median of the turns' ratios. */
const compared = (database: string, { whole, bare, ratio }: ListFigures): Compared => ({
  ...compare(
    { what: database, reference: "a bare Fastify with one query", unit: "calls a second; more is better" },
    whole,
    bare,
  ),
  ratio,
});

export async function run(): Promise<Measured> {
  const postgres = await startPostgres();
  try {
    const onPostgres = postgres ? await measureList(postgres.url) : undefined;
    const onPglite = await measureList("pglite", 3);
    const pglite = compared("PGlite", onPglite);
    return {
      name: "list-call",
      compared: onPostgres ? [compared("PostgreSQL", onPostgres), pglite] : [pglite],
      unit: "ms",
      goal: "at least 0.5 on PostgreSQL, of 1,000,000 calls with filters",
      values: onPostgres ? { postgresWholeP95: onPostgres.wholeP95Ms, postgresBareP95: onPostgres.bareP95Ms } : {},
    };
  } finally {
    await postgres?.stop();
  }
}
