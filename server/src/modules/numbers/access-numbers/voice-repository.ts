/** SQL that gives access numbers a greeting. */
import type { Trx } from "../../../ports/database.ts";

/** '' takes the voice away; `only`: of the numbers, those that play this voice now. Returns how many numbers there were. */
export async function greetWith(
  trx: Trx,
  compId: string,
  numbers: readonly string[],
  voiceId: string,
  only?: string,
): Promise<number> {
  let query = trx
    .updateTable("access_number")
    .set({ greetingVoice: voiceId })
    .where("compId", "=", compId)
    .where("number", "in", numbers);
  if (only !== undefined) query = query.where("greetingVoice", "=", only);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}
