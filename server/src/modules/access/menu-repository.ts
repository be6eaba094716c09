/** SQL of the maintenance of the menu tree, and of what 菜单同步 would bring to whom. */
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { MenuTable } from "../../ports/schema.ts";

export type MenuRow = Selectable<MenuTable>;

/** Held to the end of the transaction: the tree is changed by one at a time. */
export const lockMenus = (trx: Trx): Promise<MenuRow[]> =>
  trx.selectFrom("menu").selectAll().orderBy("id").forUpdate().execute();

export interface Candidate {
  readonly compId: string;
  readonly roleId: string;
  readonly menuId: string;
  readonly category: number;
  readonly parentId: string | null;
  /** Additions: the page of a button is granted already. */
  readonly pageGranted: boolean;
  /** Additions: a default role of the enterprise holds it. */
  readonly authorised: boolean;
}

/** letter: of the role among the audience's. Groups are never granted; a button needs its page to be for the role too. */
const grantable = sql`
  position(substr('OASMA', r.role_type + 1, 1) in m.audience) > 0
  and (m.category = 2 or position(substr('OASMA', r.role_type + 1, 1) in coalesce(p.audience, '')) > 0)`;
const notGroup = sql`not (m.category = 2 and m.url is null)`;

/** Rows that came after the role was last decided on and that it may have and has not. */
export async function listAdditions(trx: Trx): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select r.comp_id, r.id as role_id, m.id as menu_id, m.category, m.parent_id,
      exists (select from role_menu x where x.comp_id = r.comp_id and x.role_id = r.id and x.menu_id = m.parent_id) as page_granted,
      exists (
        select from role_menu x join role d on d.comp_id = x.comp_id and d.id = x.role_id
        where x.comp_id = r.comp_id and x.menu_id = m.id and d.kind = 'enterprise'
      ) as authorised
    from role r
    join menu m on m.revision > r.menus_revision and ${notGroup}
    left join menu p on p.id = m.parent_id
    where ${grantable} and not exists (select from role_menu x where x.comp_id = r.comp_id and x.role_id = r.id and x.menu_id = m.id)
    order by r.comp_id, r.role_type, r.id`.execute(trx);
  return rows;
}

/** Grants that the role may no longer have: the row is for others now. */
export async function listRemovals(trx: Trx): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select r.comp_id, r.id as role_id, m.id as menu_id, m.category, m.parent_id, false as page_granted, false as authorised
    from role_menu g
    join role r on r.comp_id = g.comp_id and r.id = g.role_id
    join menu m on m.id = g.menu_id and ${notGroup}
    left join menu p on p.id = m.parent_id
    where not (${grantable})
    order by r.comp_id, r.role_type, r.id`.execute(trx);
  return rows;
}

export const listRolesByIds = (trx: Trx, ids: readonly string[]) =>
  trx
    .selectFrom("role")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("compId")
    .orderBy("roleType")
    .orderBy("id")
    .execute();
export const lockRoles = (trx: Trx, ids: readonly string[]) =>
  trx.selectFrom("role").select("id").where("id", "in", ids).orderBy("id").forUpdate().execute();
export const listEnterpriseNames = async (trx: Trx, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (await trx.selectFrom("enterprise").select(["compId", "name"]).where("compId", "in", ids).execute()).map((row) => [
      row.compId,
      row.name,
    ]),
  );
