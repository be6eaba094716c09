/** SQL of flows that numbers and groups lead to. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";

/** Its name; undefined: there is none, it is disabled, or no version of it is published. */
export async function publishedFlow(trx: Trx, compId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from voice_flow where comp_id = ${compId} and id = ${id} and enabled = 1 and version_id <> ''`.execute(
    trx,
  );
  return rows[0]?.name;
}
