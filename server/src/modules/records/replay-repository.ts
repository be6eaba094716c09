/** SQL of npm run replay. */
import type { Trx } from "../../ports/database.ts";

/** Skill groups with this id or name. */
export function groupsNamed(trx: Trx, group: string, compId: string | undefined) {
  const base = trx
    .selectFrom("skill_group")
    .select(["compId", "id", "name"])
    .where((e) => e.or([e("id", "=", group), e("name", "=", group)]))
    .orderBy("compId")
    .limit(20);
  return (compId === undefined ? base : base.where("compId", "=", compId)).execute();
}
