/** SQL of the first start: the skill group of the demonstration. */
import type { Insertable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { SkillGroupTable } from "../../ports/schema.ts";

export const seedSkillGroup = (trx: Trx, row: Insertable<SkillGroupTable>): Promise<unknown> =>
  trx.insertInto("skill_group").values(row).execute();
export const seedSkillGroupMember = (
  trx: Trx,
  row: { compId: string; skillGroupId: string; agentId: string; level: number },
): Promise<unknown> => trx.insertInto("skill_group_member").values(row).execute();
