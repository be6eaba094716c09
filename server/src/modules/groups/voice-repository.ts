/** SQL that gives skill groups a voice. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";

/** As the contract calls what plays: music while waiting, a notice now and then. */
const columns = { music: "musicId", notice: "waitVoiceId" } as const;

/**
 * '' takes the voice away; `only`: of the groups, those that play this voice now. Returns how many groups there were. A notice
 * that was never heard begins: once a minute.
 */
export async function playInGroups(
  trx: Trx,
  compId: string,
  use: keyof typeof columns,
  ids: readonly string[],
  voiceId: string,
  only?: string,
): Promise<number> {
  let query = trx
    .updateTable("skill_group")
    .set({ [columns[use]]: voiceId })
    .where("compId", "=", compId)
    .where("id", "in", ids);
  if (use === "notice" && voiceId !== "")
    query = query.set({ waitEveryS: sql<number>`case when wait_every_s = 0 then 60 else wait_every_s end` });
  if (only !== undefined) query = query.where(columns[use], "=", only);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}
