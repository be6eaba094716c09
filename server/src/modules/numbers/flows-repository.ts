/** SQL of flows that numbers and groups lead to, and of what flows ask about numbers. */
import { flowTypes } from "@liantai/api/flows";
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";

/** Its name; undefined: there is none, it is disabled, or no version of it is published. */
export async function publishedFlow(trx: Trx, compId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from voice_flow where comp_id = ${compId} and id = ${id} and enabled = 1 and version_id <> ''
      and flow_type <> ${flowTypes.shared}`.execute(trx);
  return rows[0]?.name;
}

export const timeRules = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .selectFrom("time_rule")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "in", [...ids])
    .execute();

export const whoseExtension = (trx: Trx, compId: string, number: string) =>
  trx
    .selectFrom("extension")
    .select(["extension", "agentId"])
    .where("compId", "=", compId)
    .where("extension", "=", number)
    .executeTakeFirst();
