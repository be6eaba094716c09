/** SQL of skill groups, dispatch queues and what is in them. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { SkillGroupTable } from "../../ports/schema.ts";
import type { DispatchGroupTable } from "../../ports/schema/groups.ts";

export type SkillGroupRow = Selectable<SkillGroupTable>;
export type DispatchGroupRow = Selectable<DispatchGroupTable>;

interface Filters extends PageQuery {
  readonly name?: string | undefined;
  readonly enabled?: number | undefined;
  /** Skill groups this seat answers for. */
  readonly agentId?: string | undefined;
}

export function listSkillGroups(trx: Trx, compId: string, filters: Filters) {
  const { name, enabled, agentId } = filters;
  let base = trx.selectFrom("skill_group as g").where("g.compId", "=", compId);
  if (name) base = base.where("g.name", "like", containing(name));
  if (enabled !== undefined) base = base.where("g.enabled", "=", enabled);
  if (agentId)
    base = base.where((e) =>
      e.exists(
        e
          .selectFrom("skill_group_member as m")
          .select("m.agentId")
          .whereRef("m.compId", "=", "g.compId")
          .whereRef("m.skillGroupId", "=", "g.id")
          .where("m.agentId", "=", agentId),
      ),
    );
  return pageOf(base, filters, {
    rows: (query) =>
      query
        .selectAll("g")
        .select(
          sql<number>`(select count(*)::integer from skill_group_member m where m.comp_id = g.comp_id and m.skill_group_id = g.id)`.as(
            "members",
          ),
        ),
    order: {
      name: "g.name",
      strategy: "g.strategy",
      queueLimit: "g.queueLimit",
      ringS: "g.ringS",
      wrapUpS: "g.wrapUpS",
      enabled: "g.enabled",
    },
    tie: "g.id",
  });
}

export const findSkillGroups = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .selectFrom("skill_group")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
const stored = <R extends Pick<SkillGroupRow, "rings">>({ rings, ...row }: R) => ({
  ...row,
  rings: JSON.stringify(rings),
});
export const insertSkillGroup = (trx: Trx, row: SkillGroupRow) =>
  trx.insertInto("skill_group").values(stored(row)).execute();
export const updateSkillGroup = (trx: Trx, compId: string, id: string, row: Omit<SkillGroupRow, "compId" | "id">) =>
  trx.updateTable("skill_group").set(stored(row)).where("compId", "=", compId).where("id", "=", id).execute();
export const deleteSkillGroups = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx.deleteFrom("skill_group").where("compId", "=", compId).where("id", "in", ids).execute();

export interface MemberFilters extends PageQuery {
  readonly skillGroupId: string;
  readonly agentRole?: number | undefined;
  readonly agentId?: string | undefined;
  readonly name?: string | undefined;
}

/** Role of the account that sits at the seat. */
const agentRole = sql<
  number | null
>`(select min(a.role_type) from account a where a.comp_id = s.comp_id and a.agent_id = s.agent_id and a.role_type in (2, 3))`;

export function listMembers(trx: Trx, compId: string, filters: MemberFilters) {
  let base = trx
    .selectFrom("skill_group_member as m")
    .innerJoin("seat as s", (j) => j.onRef("s.compId", "=", "m.compId").onRef("s.agentId", "=", "m.agentId"))
    .where("m.compId", "=", compId)
    .where("m.skillGroupId", "=", filters.skillGroupId);
  if (filters.agentId) base = base.where("s.agentId", "like", containing(filters.agentId));
  if (filters.name) base = base.where("s.name", "like", containing(filters.name));
  if (filters.agentRole !== undefined) base = base.where(agentRole, "=", filters.agentRole);
  return pageOf(base, filters, {
    rows: (query) =>
      query.select([
        "s.agentId",
        "s.name",
        "s.enabled",
        "s.groupId",
        "m.level",
        "m.priority",
        agentRole.as("agentRole"),
      ]),
    order: { agentId: "s.agentId", name: "s.name", level: "m.level", priority: "m.priority" },
    tie: "s.agentId",
  });
}

export function listOthers(trx: Trx, compId: string, filters: MemberFilters) {
  let base = trx
    .selectFrom("seat as s")
    .where("s.compId", "=", compId)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("skill_group_member as m")
            .select("m.agentId")
            .whereRef("m.compId", "=", "s.compId")
            .whereRef("m.agentId", "=", "s.agentId")
            .where("m.skillGroupId", "=", filters.skillGroupId),
        ),
      ),
    );
  if (filters.agentId) base = base.where("s.agentId", "like", containing(filters.agentId));
  if (filters.name) base = base.where("s.name", "like", containing(filters.name));
  if (filters.agentRole !== undefined) base = base.where(agentRole, "=", filters.agentRole);
  return pageOf(base, filters, {
    rows: (query) => query.select(["s.agentId", "s.name", "s.enabled", "s.groupId", agentRole.as("agentRole")]),
    order: { agentId: "s.agentId" },
    tie: "s.agentId",
  });
}

/** Work numbers of who answers for a skill group, in their order. */
export const seatsOfGroup = async (trx: Trx, compId: string, groupId: string): Promise<string[]> =>
  (
    await trx
      .selectFrom("skill_group_member")
      .select("agentId")
      .where("compId", "=", compId)
      .where("skillGroupId", "=", groupId)
      .orderBy("agentId")
      .execute()
  ).map(({ agentId }) => agentId);

/** Of these seats those that exist. */
export const knownSeats = async (trx: Trx, compId: string, agentIds: readonly string[]): Promise<string[]> =>
  (
    await trx
      .selectFrom("seat")
      .select("agentId")
      .where("compId", "=", compId)
      .where("agentId", "in", agentIds)
      .execute()
  ).map((r) => r.agentId);

/** Those that were not in it. */
export const addMembers = async (
  trx: Trx,
  compId: string,
  groupId: string,
  agentIds: readonly string[],
  level: number,
  priority: number,
): Promise<string[]> =>
  (
    await trx
      .insertInto("skill_group_member")
      .values(agentIds.map((agentId) => ({ compId, skillGroupId: groupId, agentId, level, priority })))
      .onConflict((on) => on.doNothing())
      .returning("agentId")
      .execute()
  ).map((r) => r.agentId);

export const changeMembers = async (
  trx: Trx,
  compId: string,
  groupId: string,
  agentIds: readonly string[],
  changes: { readonly level?: number; readonly priority?: number },
): Promise<string[]> =>
  (
    await trx
      .updateTable("skill_group_member")
      .set(changes)
      .where("compId", "=", compId)
      .where("skillGroupId", "=", groupId)
      .where("agentId", "in", agentIds)
      .returning("agentId")
      .execute()
  ).map((r) => r.agentId);

export const removeMembers = async (
  trx: Trx,
  compId: string,
  groupId: string,
  agentIds: readonly string[],
): Promise<string[]> =>
  (
    await trx
      .deleteFrom("skill_group_member")
      .where("compId", "=", compId)
      .where("skillGroupId", "=", groupId)
      .where("agentId", "in", agentIds)
      .returning("agentId")
      .execute()
  ).map((r) => r.agentId);

export function listDispatchGroups(trx: Trx, compId: string, filters: Filters) {
  let base = trx.selectFrom("dispatch_group as g").where("g.compId", "=", compId);
  if (filters.name) base = base.where("g.name", "like", containing(filters.name));
  if (filters.enabled !== undefined) base = base.where("g.enabled", "=", filters.enabled);
  return pageOf(base, filters, {
    rows: (query) =>
      query.selectAll("g").select(
        sql<number>`(
            select count(*)::integer from dispatch_group_member m
            where m.comp_id = g.comp_id and m.dispatch_group_id = g.id
          )`.as("groups"),
      ),
    order: { name: "g.name", maxWaitS: "g.maxWaitS", enabled: "g.enabled" },
    tie: "g.id",
  });
}

export const findDispatchGroups = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .selectFrom("dispatch_group")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
export const insertDispatchGroup = (trx: Trx, row: Insertable<DispatchGroupTable>) =>
  trx.insertInto("dispatch_group").values(row).execute();
export const updateDispatchGroup = (trx: Trx, compId: string, id: string, changes: Updateable<DispatchGroupTable>) =>
  trx.updateTable("dispatch_group").set(changes).where("compId", "=", compId).where("id", "=", id).execute();
export const deleteDispatchGroups = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx.deleteFrom("dispatch_group").where("compId", "=", compId).where("id", "in", ids).execute();

/** In the order they are tried. */
export const dispatchMembers = (trx: Trx, compId: string, dispatchGroupId: string) =>
  trx
    .selectFrom("dispatch_group_member as d")
    .innerJoin("skill_group as g", (j) => j.onRef("g.compId", "=", "d.compId").onRef("g.id", "=", "d.skillGroupId"))
    .select([
      "g.id",
      "g.name",
      "g.enabled",
      "d.sort",
      "d.nextAfterS",
      sql<number>`(select count(*)::integer from skill_group_member m where m.comp_id = g.comp_id and m.skill_group_id = g.id)`.as(
        "members",
      ),
    ])
    .where("d.compId", "=", compId)
    .where("d.dispatchGroupId", "=", dispatchGroupId)
    .orderBy("d.sort")
    .orderBy("g.id")
    .execute();

export async function replaceDispatchMembers(
  trx: Trx,
  compId: string,
  dispatchGroupId: string,
  members: readonly { readonly id: string; readonly nextAfterS: number }[],
): Promise<void> {
  await trx
    .deleteFrom("dispatch_group_member")
    .where("compId", "=", compId)
    .where("dispatchGroupId", "=", dispatchGroupId)
    .execute();
  if (members.length > 0)
    await trx
      .insertInto("dispatch_group_member")
      .values(
        members.map((m, i) => ({
          compId,
          dispatchGroupId,
          skillGroupId: m.id,
          sort: i + 1,
          nextAfterS: m.nextAfterS,
        })),
      )
      .execute();
}
