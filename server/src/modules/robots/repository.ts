/** SQL of robots. */
import type { Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { RobotAgentTable } from "../../ports/schema/robots.ts";
import type { Store } from "../crud/index.ts";
import { taskThatNames } from "../task-uses-repository.ts";

export type RobotRow = Selectable<RobotAgentTable>;
export type RobotNew = Omit<RobotRow, "compId" | "id">;
/** With the names of what it is made of; null: it has none, or it is gone. */
export type RobotListed = RobotRow & {
  readonly flowName: string | null;
  readonly intentionRuleName: string | null;
  readonly fallbackGroupName: string | null;
};

type RobotQuery = PageQuery & {
  readonly name?: string | undefined;
  readonly flowId?: string | undefined;
  readonly enabled?: string | undefined;
  readonly kind?: string | undefined;
};

export const robotStore: Store<RobotRow, RobotNew, RobotQuery, RobotListed> = {
  page(trx, compId, query) {
    let base = trx
      .selectFrom("robot_agent as r")
      .leftJoin("voice_flow as f", (on) => on.onRef("f.compId", "=", "r.compId").onRef("f.id", "=", "r.flowId"))
      .leftJoin("intention_rule as i", (on) =>
        on.onRef("i.compId", "=", "r.compId").onRef("i.id", "=", "r.intentionRuleId"),
      )
      .leftJoin("skill_group as g", (on) =>
        on.onRef("g.compId", "=", "r.compId").onRef("g.id", "=", "r.fallbackGroupId"),
      )
      .where("r.compId", "=", compId);
    if (query.name) base = base.where("r.name", "like", containing(query.name));
    if (query.flowId) base = base.where("r.flowId", "=", query.flowId);
    if (query.enabled) base = base.where("r.enabled", "=", Number(query.enabled));
    if (query.kind) base = base.where("r.kind", "=", Number(query.kind));
    return pageOf(base, query, {
      rows: (q) =>
        q.selectAll("r").select(["f.name as flowName", "i.name as intentionRuleName", "g.name as fallbackGroupName"]),
      order: { name: "r.name", flowName: "f.name" },
      tie: "r.id",
    });
  },
  find: (trx, compId, id) =>
    trx.selectFrom("robot_agent").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("robot_agent")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("robot_agent").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) =>
    trx.deleteFrom("robot_agent").where("compId", "=", compId).where("id", "=", id).execute(),
  async usedBy(trx, compId, id) {
    const flow = await trx
      .selectFrom("robot_group as b")
      .innerJoin("voice_flow as f", (on) => on.onRef("f.compId", "=", "b.compId").onRef("f.id", "=", "b.flowId"))
      .select("f.name")
      .where("b.compId", "=", compId)
      .where("b.robotId", "=", id)
      .orderBy("f.name")
      .limit(1)
      .executeTakeFirst();
    return flow ? `流程“${flow.name}”` : taskThatNames(trx, compId, "robot", id);
  },
};

/** Held to the end of the transaction: who deletes it meanwhile waits, and then sees the robot. */
export const holdFlow = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("voice_flow")
    .select(["name", "flowType", "enabled"])
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();

export const findRule = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("intention_rule").select("id").where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

export const findGroup = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("skill_group")
    .select(["id", "enabled"])
    .where("compId", "=", compId)
    .where("id", "=", id)
    .executeTakeFirst();

/** By another robot than this. */
export const isPictured = async (trx: Trx, compId: string, pictureId: string, robotId: string): Promise<boolean> =>
  (await trx
    .selectFrom("robot_agent")
    .select("id")
    .where("compId", "=", compId)
    .where("pictureId", "=", pictureId)
    .where("id", "<>", robotId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const robotNames = (trx: Trx, compId: string): Promise<{ id: string; name: string }[]> =>
  trx
    .selectFrom("robot_agent")
    .select(["id", "name"])
    .where("compId", "=", compId)
    .orderBy("name")
    .orderBy("id")
    .execute();

/** Robots that are made of these flows. */
export const robotsWith = (trx: Trx, compId: string, flowIds: readonly string[]) =>
  flowIds.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom("robot_agent")
        .select(["flowId", "name"])
        .where("compId", "=", compId)
        .where("flowId", "in", flowIds)
        .orderBy("name")
        .execute();
