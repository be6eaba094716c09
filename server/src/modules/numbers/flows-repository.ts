/** SQL of flows that numbers and groups lead to, and of what flows ask about numbers. */
import { flowTypes } from "@liantai/api/flows";
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";

/** undefined: there is none, or no version of it is published. One that is switched off (enabled 0) takes the calls of what names it. */
export async function publishedFlow(
  trx: Trx,
  compId: string,
  id: string,
): Promise<{ readonly name: string; readonly enabled: number } | undefined> {
  const { rows } = await sql<{ name: string; enabled: number }>`
    select name, enabled from voice_flow where comp_id = ${compId} and id = ${id} and version_id <> ''
      and flow_type <> ${flowTypes.shared}`.execute(trx);
  return rows[0];
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
