/** SQL of roles, their grants and business permissions. */
import { RoleTypes } from "@liantai/api/contract";
import type { Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { RoleTable } from "../../ports/schema.ts";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";

export type RoleRow = Selectable<RoleTable>;
export type ListedRole = RoleRow & { readonly compName: string | null; readonly accounts: string | number | bigint };

interface RoleFilters {
  readonly kind: RoleRow["kind"];
  /** undefined: all that the transaction sees. */
  readonly comps: readonly string[] | undefined;
  readonly name: string;
  readonly roleType: string;
}

const listed = (trx: Trx) =>
  trx
    .selectFrom("role as r")
    .leftJoin("enterprise as e", "e.compId", "r.compId")
    .selectAll("r")
    .select((e) => [
      "e.name as compName",
      e
        .selectFrom("account as a")
        .select((c) => c.fn.countAll<string>().as("n"))
        .whereRef("a.compId", "=", "r.compId")
        .whereRef("a.roleId", "=", "r.id")
        .as("accounts"),
    ]);

export async function pageOfRoles(
  trx: Trx,
  { kind, comps, name, roleType }: RoleFilters,
  page: PageQuery,
): Promise<{ rows: ListedRole[]; total: number }> {
  let base = trx.selectFrom("role as r").leftJoin("enterprise as e", "e.compId", "r.compId").where("r.kind", "=", kind);
  if (comps) base = base.where("r.compId", "in", comps.length > 0 ? comps : [""]);
  if (name) base = base.where("r.name", "ilike", containing(name));
  if (roleType)
    base = base.where(
      "r.roleType",
      "in",
      RoleTypes.all.filter((each) => String(each) === roleType),
    );
  const found = await pageOf(base, page, {
    rows: (of) =>
      of.selectAll("r").select((e) => [
        "e.name as compName",
        e
          .selectFrom("account as a")
          .select((c) => c.fn.countAll<string>().as("n"))
          .whereRef("a.compId", "=", "r.compId")
          .whereRef("a.roleId", "=", "r.id")
          .as("accounts"),
      ]),
    order: {
      none: "r.compId",
      roleType: "r.roleType",
      name: "r.name",
      accounts: "accounts",
      createdAt: "r.createdAt",
    },
    tie: "r.id",
  });
  return found as { rows: ListedRole[]; total: number };
}

export const findListedRole = (trx: Trx, compId: string, id: string): Promise<ListedRole | undefined> =>
  listed(trx).where("r.compId", "=", compId).where("r.id", "=", id).executeTakeFirst() as Promise<
    ListedRole | undefined
  >;

/** Held to the end of the transaction: two changes of one role follow each other. */
export const lockRole = (trx: Trx, compId: string, id: string): Promise<RoleRow | undefined> =>
  trx.selectFrom("role").selectAll().where("compId", "=", compId).where("id", "=", id).forUpdate().executeTakeFirst();

export const findRoleByName = (
  trx: Trx,
  compId: string,
  name: string,
  exceptId = "",
): Promise<{ id: string } | undefined> =>
  trx
    .selectFrom("role")
    .select("id")
    .where("compId", "=", compId)
    .where("name", "=", name)
    .where("id", "<>", exceptId)
    .executeTakeFirst();

export const countAccounts = async (trx: Trx, compId: string, roleId: string): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom("account")
        .select((e) => e.fn.countAll().as("n"))
        .where("compId", "=", compId)
        .where("roleId", "=", roleId)
        .executeTakeFirstOrThrow()
    ).n,
  );

export const enterpriseStands = async (trx: Trx, compId: string): Promise<boolean> =>
  (await trx.selectFrom("enterprise").select("compId").where("compId", "=", compId).executeTakeFirst()) !== undefined;

export const listGranted = async (trx: Trx, compId: string, roleId: string): Promise<Set<string>> =>
  new Set(
    (
      await trx
        .selectFrom("role_menu")
        .select("menuId")
        .where("compId", "=", compId)
        .where("roleId", "=", roleId)
        .execute()
    ).map((row) => row.menuId),
  );

/** What the enterprise's default roles hold together. */
export const listAuthorised = async (trx: Trx, compId: string): Promise<Set<string>> =>
  new Set(
    (
      await trx
        .selectFrom("role_menu as g")
        .innerJoin("role as r", (on) => on.onRef("r.compId", "=", "g.compId").onRef("r.id", "=", "g.roleId"))
        .select("g.menuId")
        .distinct()
        .where("r.compId", "=", compId)
        .where("r.kind", "=", "enterprise")
        .execute()
    ).map((row) => row.menuId),
  );

export const listPurviews = async (trx: Trx, compId: string, roleId: string): Promise<Map<string, number>> =>
  new Map(
    (
      await trx
        .selectFrom("role_purview")
        .select(["key", "value"])
        .where("compId", "=", compId)
        .where("roleId", "=", roleId)
        .execute()
    ).map(({ key, value }) => [key, value]),
  );

export async function savePurviews(
  trx: Trx,
  compId: string,
  roleId: string,
  items: readonly { readonly key: string; readonly value: number }[],
): Promise<void> {
  await trx
    .insertInto("role_purview")
    .values(items.map((item) => ({ compId, roleId, ...item })))
    .onConflict((on) =>
      on.columns(["compId", "roleId", "key"]).doUpdateSet((e) => ({ value: e.ref("excluded.value") })),
    )
    .execute();
}
