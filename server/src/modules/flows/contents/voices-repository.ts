/** SQL of the voices that shared prompts name. */
import type { Trx } from "../../../ports/database.ts";

/** Those of the ids that are the enterprise's own. */
export async function voicesThere(trx: Trx, compId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx.selectFrom("voice").select("id").where("compId", "=", compId).where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** By name. */
export const namedVoices = (trx: Trx, compId: string): Promise<{ id: string; name: string }[]> =>
  trx.selectFrom("voice").select(["id", "name"]).where("compId", "=", compId).orderBy("name").orderBy("id").execute();
