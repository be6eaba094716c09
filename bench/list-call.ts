/**
 * 通话记录 through the whole stack (HTTP, session, permission, validation, enterprise, presenting, envelope, log) against a
 * bare Fastify with one query that answers the same question, on one database, in turns.
 */
import { measureList, startPostgres } from "@liantai/server/testing/list-load";
import { report, type Result } from "./lib/result.ts";

export async function run(): Promise<Result> {
  const postgres = await startPostgres();
  try {
    const onPostgres = postgres ? await measureList(postgres.url) : undefined;
    const onPglite = await measureList("pglite", 3);
    return report({
      name: "list-call",
      unit: "(calls a second, p95 in ms, ratio of the whole stack to bare Fastify)",
      goal: "ratio at least 0.5 on PostgreSQL, of 1,000,000 calls with filters",
      values: {
        ...(onPostgres
          ? {
              postgresRatio: onPostgres.ratio,
              postgresWhole: onPostgres.whole,
              postgresBare: onPostgres.bare,
              postgresWholeP95: onPostgres.wholeP95Ms,
              postgresBareP95: onPostgres.bareP95Ms,
            }
          : {}),
        pgliteRatio: onPglite.ratio,
        pgliteWhole: onPglite.whole,
        pgliteBare: onPglite.bare,
      },
    });
  } finally {
    await postgres?.stop();
  }
}
