/** SQL that writes roles and the menus an operator made, for the modules that administer them. */
import { sql, type Insertable, type Updateable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { MenuTable, RoleTable } from "../../ports/schema.ts";

export const insertRole = (trx: Trx, row: Insertable<RoleTable>): Promise<unknown> =>
  trx.insertInto("role").values(row).execute();
export const updateRole = (
  trx: Trx,
  compId: string,
  id: string,
  change: { readonly name: string; readonly remark: string },
): Promise<unknown> => trx.updateTable("role").set(change).where("compId", "=", compId).where("id", "=", id).execute();
export const deleteRole = (trx: Trx, compId: string, id: string): Promise<unknown> =>
  trx.deleteFrom("role").where("compId", "=", compId).where("id", "=", id).execute();
/** All of an enterprise, with what they were granted. */
export const deleteRolesOf = (trx: Trx, compId: string): Promise<unknown> =>
  trx.deleteFrom("role").where("compId", "=", compId).execute();

/** Takes from the enterprise's own roles what its default roles no longer hold; returns what it took from which. */
export const trimCustomRoles = (trx: Trx, compId: string): Promise<{ roleId: string; menuId: string }[]> =>
  trx
    .deleteFrom("role_menu as g")
    .where("g.compId", "=", compId)
    .where("g.roleId", "in", (e) =>
      e.selectFrom("role").select("id").where("compId", "=", compId).where("kind", "=", "custom"),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("role_menu as d")
            .innerJoin("role as r", (on) => on.onRef("r.compId", "=", "d.compId").onRef("r.id", "=", "d.roleId"))
            .select("d.menuId")
            .where("d.compId", "=", compId)
            .whereRef("d.menuId", "=", "g.menuId")
            .where("r.kind", "=", "enterprise"),
        ),
      ),
    )
    .returning(["g.roleId", "g.menuId"])
    .execute();

export const insertMenu = (trx: Trx, row: Insertable<MenuTable>): Promise<unknown> =>
  trx.insertInto("menu").values(row).execute();
export const updateMenu = (trx: Trx, id: string, change: Updateable<MenuTable>): Promise<unknown> =>
  trx.updateTable("menu").set(change).where("id", "=", id).execute();
/** Buttons and grants go with it. */
export const deleteMenu = (trx: Trx, id: string): Promise<unknown> =>
  trx.deleteFrom("menu").where("id", "=", id).execute();

/** Grants of roles that a row is no longer for. */
export const withdrawBeyondAudience = (trx: Trx, menuId: string): Promise<unknown> =>
  sql`
    delete from role_menu g using role r, menu m
    where r.comp_id = g.comp_id and r.id = g.role_id and m.id = g.menu_id and m.id = ${menuId}
      and position(substr('OASMA', r.role_type + 1, 1) in m.audience) = 0`.execute(trx);
