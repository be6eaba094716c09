/** SQL of the menu tree and of what roles were granted of it. */
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { RoleTable } from "../../ports/schema.ts";
import type { EnterpriseModules } from "../../ports/schema/access.ts";
import { isGroup, menuCategory, type MenuDefinition } from "./menus.ts";
import type { MenuRow } from "./present.ts";

export type RoleRow = Selectable<RoleTable>;
export type Modules = Selectable<EnterpriseModules>;

/** role_menu has no enterprise in the question: role ids are UUIDs, unique over all of them. Groups come to everybody. */
export const listMenusOfRole = (trx: Trx, roleId: string): Promise<MenuRow[]> =>
  trx
    .selectFrom("menu as m")
    .selectAll("m")
    .where((e) =>
      e.or([
        e.exists(
          e
            .selectFrom("role_menu as r")
            .select("r.menuId")
            .whereRef("r.menuId", "=", "m.id")
            .where("r.roleId", "=", roleId),
        ),
        e.and([e("m.category", "=", menuCategory.menu), e("m.url", "is", null)]),
      ]),
    )
    .execute();

export const findRole = (trx: Trx, roleId: string): Promise<RoleRow | undefined> =>
  trx.selectFrom("role").selectAll().where("id", "=", roleId).executeTakeFirst();

export const findModules = (trx: Trx, compId: string): Promise<Modules | undefined> =>
  trx
    .selectFrom("enterprise")
    .select(["moduleIm", "moduleKnowledge", "moduleHelp"])
    .where("compId", "=", compId)
    .executeTakeFirst();

export const listPurviews = (trx: Trx, roleId: string): Promise<{ key: string; value: number }[]> =>
  trx.selectFrom("role_purview").select(["key", "value"]).where("roleId", "=", roleId).execute();

/** Codes that roles of operators are granted one by one. */
export const listOperatorCodes = async (trx: Trx): Promise<string[]> =>
  (
    await trx.selectFrom("menu").select("code").where("code", "is not", null).where("audience", "like", "%O%").execute()
  ).map((row) => row.code!);

export const listMenus = (trx: Trx): Promise<MenuRow[]> =>
  trx.selectFrom("menu").selectAll().orderBy("sort").orderBy("id").execute();

export const newestRevision = async (trx: Trx): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom("menu")
        .select((e) => e.fn.max("revision").as("newest"))
        .executeTakeFirst()
    )?.newest ?? 0,
  );

/** For rows that come now; of a transaction that sees all roles. Deleted rows leave no number behind that a role was decided up to. */
export const nextRevision = async (trx: Trx): Promise<number> =>
  Math.max(
    await newestRevision(trx),
    Number(
      (
        await trx
          .selectFrom("role")
          .select((e) => e.fn.max("menusRevision").as("newest"))
          .executeTakeFirst()
      )?.newest ?? 0,
    ),
  ) + 1;

const theirs = (flag: "edited" | "moved", column: string) =>
  sql<never>`case when menu.${sql.ref(flag)} = 1 then menu.${sql.ref(column)} else excluded.${sql.ref(column)} end`;

/** The code's rows, new ones under `revision`. What an operator edited or moved stays as it is. */
export async function upsertMenus(trx: Trx, menus: readonly MenuDefinition[], revision: number): Promise<void> {
  const rows = menus.map(({ who, kept: _, ...row }) => ({
    ...row,
    source: "code",
    audience: isGroup(row) ? "" : who.join(""),
    revision,
  }));
  const excluded = (column: string) => sql<never>`excluded.${sql.ref(column)}`;
  await trx
    .insertInto("menu")
    .values(rows)
    .onConflict((on) =>
      on.column("id").doUpdateSet({
        name: theirs("edited", "name"),
        icon: theirs("edited", "icon"),
        hidden: theirs("edited", "hidden"),
        parentId: theirs("moved", "parentId"),
        sort: theirs("moved", "sort"),
        url: excluded("url"),
        alias: excluded("alias"),
        category: excluded("category"),
        code: excluded("code"),
        source: excluded("source"),
        audience: excluded("audience"),
      }),
    )
    .execute();
}

/** With their grants and buttons. Menus that an operator put under one of them go to the top: nothing else says where. */
export async function deleteMenus(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable("menu")
    .set({ parentId: null })
    .where("parentId", "in", ids)
    .where("id", "not in", ids)
    .where("category", "=", menuCategory.menu)
    .execute();
  await trx.deleteFrom("menu").where("id", "in", ids).execute();
}

export const listBuiltinRoles = (trx: Trx, kind: RoleRow["kind"]): Promise<RoleRow[]> =>
  trx.selectFrom("role").selectAll().where("kind", "=", kind).where("builtin", "=", 1).execute();

export async function grantMenus(trx: Trx, compId: string, roleId: string, menuIds: readonly string[]): Promise<void> {
  if (menuIds.length === 0) return;
  await trx
    .insertInto("role_menu")
    .values(menuIds.map((menuId) => ({ compId, roleId, menuId })))
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function withdrawMenus(
  trx: Trx,
  compId: string,
  roleId: string,
  menuIds: readonly string[],
): Promise<void> {
  if (menuIds.length > 0)
    await trx
      .deleteFrom("role_menu")
      .where("compId", "=", compId)
      .where("roleId", "=", roleId)
      .where("menuId", "in", menuIds)
      .execute();
}

export async function markDecided(
  trx: Trx,
  compId: string,
  roleId: string,
  revision: number,
  builtin: Partial<Pick<RoleRow, "builtin">> = {},
): Promise<void> {
  await trx
    .updateTable("role")
    .set({ menusRevision: revision, ...builtin })
    .where("compId", "=", compId)
    .where("id", "=", roleId)
    .execute();
}

/** Whether a role was granted something that the other one was not; neither sees more than the transaction. */
export const exceeds = async (trx: Trx, roleId: string, otherId: string): Promise<boolean> =>
  (await trx
    .selectFrom("role_menu as g")
    .select("g.menuId")
    .where("g.roleId", "=", roleId)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("role_menu as o")
            .select("o.menuId")
            .where("o.roleId", "=", otherId)
            .whereRef("o.menuId", "=", "g.menuId"),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;
