/** Groups, dispatch queues and where the access number leads: what an administrator would set up on a stage. */
import type { Updateable } from "kysely";
import type { SkillGroupTable } from "../../../ports/schema.ts";
import { skillGroupRow } from "../../../testing/skill-group.ts";
import type { Stage } from "./stage.ts";

export function queuesOf(stage: () => Stage) {
  const own = (): string => `g-${stage().compId}`;
  const change = (changes: Updateable<SkillGroupTable>, id = own()) =>
    stage().ports.database.system((trx) =>
      trx.updateTable("skill_group").set(changes).where("compId", "=", stage().compId).where("id", "=", id).execute(),
    );
  const leadTo = (targetKind: string, targetId: string, more: object = {}) =>
    stage().ports.database.system((trx) =>
      trx
        .updateTable("access_number")
        .set({ targetKind, targetId, ...more })
        .where("number", "=", stage().number)
        .execute(),
    );
  /** A further group, with these agents at these levels. */
  async function group(name: string, agents: Record<string, number>, more: object = {}): Promise<string> {
    const id = `${name}-${stage().compId}`;
    await stage().ports.database.system(async (trx) => {
      await trx
        .insertInto("skill_group")
        .values(skillGroupRow({ compId: stage().compId, id, name, ...more }))
        .execute();
      for (const [agentId, level] of Object.entries(agents))
        await trx
          .insertInto("skill_group_member")
          .values({ compId: stage().compId, skillGroupId: id, agentId, level })
          .execute();
    });
    return id;
  }
  async function dispatchQueue(groups: [string, number][], more: object = {}): Promise<string> {
    const id = `q-${stage().compId}`;
    await stage().ports.database.system(async (trx) => {
      await trx
        .insertInto("dispatch_group")
        .values({ compId: stage().compId, id, name: "主队列", ...more })
        .execute();
      for (const [i, [skillGroupId, nextAfterS]] of groups.entries())
        await trx
          .insertInto("dispatch_group_member")
          .values({ compId: stage().compId, dispatchGroupId: id, skillGroupId, sort: i + 1, nextAfterS })
          .execute();
    });
    await leadTo("dispatchQueue", id);
    return id;
  }
  const onlyIn = (agentId: string, skillGroupId: string) =>
    stage().ports.database.system((trx) =>
      trx
        .deleteFrom("skill_group_member")
        .where("compId", "=", stage().compId)
        .where("agentId", "=", agentId)
        .where("skillGroupId", "<>", skillGroupId)
        .execute(),
    );

  return { own, change, leadTo, group, dispatchQueue, onlyIn };
}
