/** SQL of people: seats with their groups, roles and loads, stand-ins, names. */
import { RoleType } from "@liantai/api/contract";
import type { Person } from "@liantai/api/contract/work-orders";
import { sql, type RawBuilder } from "kysely";
import { containing } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import { asked } from "../asked.ts";

export interface Seat extends Person {
  readonly groupId: string;
  readonly roleId: string;
}

export interface Asked {
  readonly ids: readonly string[];
  readonly groupIds: readonly string[];
  readonly roleIds: readonly string[];
  /** Whether somebody is to be chosen by what he has: nobody counts thousands of orders otherwise. */
  readonly weighed: boolean;
}

/**
 * One parameter: the statement's text is the same for any number of people. Behind a select the planner does not see how many they are:
 * it would think a plan for these people cheaper than the one that it has, and plan every time anew.
 */
const list = (ids: readonly string[]) => sql`(select ${sql.val([...ids])}::text[])::text[]`;

/** Seats in service that are named, or that are in one of the groups or roles. */
export async function seats(
  trx: Trx,
  compId: string,
  { ids, groupIds, roleIds, weighed }: Asked,
): Promise<readonly Seat[]> {
  const which = [
    ...(ids.length > 0 ? [sql`s.agent_id = any(${list(ids)})`] : []),
    ...(groupIds.length > 0 ? [sql`s.group_id = any(${list(groupIds)})`] : []),
    ...(roleIds.length > 0 ? [sql`a.role_id = any(${list(roleIds)})`] : []),
  ];
  if (which.length === 0) return [];
  const isAsked = sql<boolean>`(${sql.join(which, sql` or `)})`;
  if (weighed) return weighedSeats(trx, compId, isAsked);
  const found = await asked(
    trx,
    sql<Pick<Seat, "id" | "groupId" | "roleId">>`
      select s.agent_id as id, coalesce(s.group_id, '') as "groupId", a.role_id as "roleId"
      from seat s join account a on a.comp_id = s.comp_id and a.agent_id = s.agent_id
      where s.comp_id = ${compId} and s.enabled = 1 and a.enabled = 1 and ${isAsked}
      order by s.agent_id`,
  );
  return found.map((seat) => ({ ...seat, online: false, load: 0, givenAt: 0 }));
}

const inService = (trx: Trx, compId: string) =>
  trx
    .selectFrom("seat as s")
    .innerJoin("account as a", (on) => on.onRef("a.compId", "=", "s.compId").onRef("a.agentId", "=", "s.agentId"))
    .where("s.compId", "=", compId)
    .where("s.enabled", "=", 1)
    .where("a.enabled", "=", 1);

/** With what each has, for whoever is chosen by it. */
async function weighedSeats(trx: Trx, compId: string, isAsked: RawBuilder<boolean>): Promise<readonly Seat[]> {
  const rows = await inService(trx, compId)
    .where(isAsked)
    .select(["s.agentId", "s.groupId", "a.roleId"])
    .orderBy("s.agentId")
    .select((e) => [
      e
        .exists(
          e
            .selectFrom("agent_status as t")
            .select("t.seq")
            .whereRef("t.compId", "=", "s.compId")
            .whereRef("t.agentId", "=", "s.agentId")
            .where("t.toAt", "is", null)
            .where("t.code", "<>", 0),
        )
        .as("online"),
      e
        .selectFrom("work_order as o")
        .select((x) => x.fn.countAll().as("n"))
        .whereRef("o.compId", "=", "s.compId")
        .whereRef("o.holder", "=", "s.agentId")
        .where("o.state", "in", ["handling", "transferred"])
        .as("load"),
      e
        .selectFrom("order_party as p")
        .select((x) => x.fn.max("p.at").as("at"))
        .whereRef("p.compId", "=", "s.compId")
        .whereRef("p.agentId", "=", "s.agentId")
        .where("p.part", "=", "was")
        .as("givenAt"),
    ])
    .execute();
  return rows.map((row) => ({
    id: row.agentId,
    groupId: row.groupId ?? "",
    roleId: row.roleId,
    online: Boolean(row.online),
    load: Number(row.load),
    givenAt: row.givenAt ? new Date(row.givenAt).getTime() : 0,
  }));
}

/** The groups of seats, and the roles that seats have. */
export async function groupsAndRoles(trx: Trx, compId: string) {
  const groups = await trx
    .selectFrom("agent_group")
    .select(["id", "name"])
    .where("compId", "=", compId)
    .orderBy("sort")
    .orderBy("name")
    .execute();
  const roles = await trx
    .selectFrom("role")
    .select(["id", "name"])
    .where("compId", "=", compId)
    .where("roleType", "in", [RoleType.agent, RoleType.monitor])
    .orderBy("name")
    .execute();
  return { groups, roles };
}

export interface StandIn {
  readonly agentId: string;
  readonly delegateId: string;
}

export const delegates = async (
  trx: Trx,
  compId: string,
  now: Date,
  ids: readonly string[],
): Promise<readonly StandIn[]> =>
  ids.length === 0
    ? []
    : asked(
        trx,
        sql<StandIn>`
          select agent_id as "agentId", delegate_id as "delegateId" from order_delegate
          where comp_id = ${compId} and agent_id = any(${list(ids)}) and from_at <= ${now}::timestamptz
            and until_at > ${now}::timestamptz`,
      );

/** Accounts of an enterprise that are no seats: administrators who made an order. */
export const accounts = (trx: Trx, compId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom("account")
        .select("id")
        .where("compId", "=", compId)
        .where(sql<boolean>`id = any(${list(ids)})`)
        .where("enabled", "=", 1)
        .execute();

/** Seats in service whose name or number has the text, by number. */
export async function colleagues(trx: Trx, compId: string, text: string, limit: number): Promise<readonly string[]> {
  const rows = await inService(trx, compId)
    .$if(text !== "", (query) =>
      query.where((e) => e.or([e("s.agentId", "like", containing(text)), e("a.nickName", "ilike", containing(text))])),
    )
    .select("s.agentId")
    .orderBy("s.agentId")
    .limit(limit)
    .execute();
  return rows.map(({ agentId }) => agentId);
}

/** What people are called, by seat or account. */
export async function namesOf(trx: Trx, compId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("account")
    .select([sql<string>`coalesce(agent_id, id)`.as("id"), "nickName"])
    .where("compId", "=", compId)
    .where((e) => e.or([e("agentId", "in", ids), e("id", "in", ids)]))
    .execute();
  return new Map(rows.map(({ id, nickName }) => [id, nickName]));
}
