/**
 * PGlite has no autovacuum, so nobody would tell the planner what tables contain: of a young installation it takes every condition to
 * find one row, and joins thousands of calls by going through all of them for each. So tables that have changed are looked through.
 */
import type { SqlPool } from "../../database/pool.ts";

/** PostgreSQL's own bounds: autovacuum_analyze_threshold and autovacuum_analyze_scale_factor. */
const leastRows = 50;
const share = 0.1;

/** Table by table: between two others have their turn in the one session. Gives their names. */
export async function analyseChanged(pool: SqlPool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where n_mod_since_analyze > $1::float8 + $2::float8 * n_live_tup order by 1`,
    [leastRows, share],
  );
  for (const { name } of rows) await pool.query(`analyze ${name}`);
  return rows.map(({ name }) => name);
}
