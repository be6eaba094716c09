/** The enterprise that a stage plays with: one skill group, three seats in two groups, one access number. */
import type { Database } from "../../../ports/database.ts";

export interface EnterpriseOptions {
  readonly group?: Partial<Record<"queueLimit" | "maxWaitS" | "ringS" | "wrapUpS" | "announceEveryS", number>>;
  readonly greeting?: string;
}

export async function seedEnterprise(
  database: Database,
  options: EnterpriseOptions,
  id: string,
  number: string,
): Promise<void> {
  const group = { queueLimit: 5, maxWaitS: 120, ringS: 20, wrapUpS: 10, announceEveryS: 30, ...options.group };
  await database.system(async (trx) => {
    await trx.insertInto("enterprise").values({ compId: id, name: "测试企业" }).execute();
    await trx
      .insertInto("skill_group")
      .values({ compId: id, id: `g-${id}`, name: "客服一组", strategy: "longest-idle", serviceLevelS: 20, ...group })
      .execute();
    for (const group of ["a", "b"])
      await trx.insertInto("agent_group").values({ compId: id, id: group, parentId: null, name: group }).execute();
    for (const agent of ["1001", "1002", "1003"]) {
      await trx
        .insertInto("seat")
        .values({
          compId: id,
          agentId: agent,
          name: `坐席${agent}`,
          terminalType: 2,
          extension: agent,
          groupId: agent === "1003" ? "b" : "a",
        })
        .execute();
      await trx
        .insertInto("extension")
        .values({ compId: id, extension: agent, sipSecret: "sealed", agentId: agent })
        .execute();
      await trx
        .insertInto("skill_group_member")
        .values({ compId: id, skillGroupId: `g-${id}`, agentId: agent, level: 1 })
        .execute();
    }
    await trx
      .insertInto("access_number")
      .values({
        compId: id,
        number,
        title: "热线",
        targetKind: "skillGroup",
        targetId: `g-${id}`,
        greeting: options.greeting ?? "您好",
      })
      .execute();
  });
}
