/** SQL of the seat groups and seats that access numbers are assigned to. */
import type { Trx } from "../../../ports/database.ts";

export interface OwnerRow {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** null: the number is not assigned to it. */
  readonly is_default: number | null;
}

export type OwnerKind = "group" | "seat";

/** Every seat group, or seat, of the enterprise, and whether it has the number. */
export async function listOwners(trx: Trx, compId: string, number: string, kind: OwnerKind): Promise<OwnerRow[]> {
  if (kind === "group") {
    const rows = await trx
      .selectFrom("agent_group as g")
      .leftJoin("agent_group as p", (on) => on.onRef("p.comp_id", "=", "g.comp_id").onRef("p.id", "=", "g.parent_id"))
      .leftJoin("access_number_owner as o", (on) =>
        on.onRef("o.comp_id", "=", "g.comp_id").onRef("o.group_id", "=", "g.id").on("o.number", "=", number),
      )
      .select(["g.id", "g.name as label", "p.name as detail", "o.is_default"])
      .where("g.comp_id", "=", compId)
      .orderBy("g.sort")
      .orderBy("g.name")
      .execute();
    return rows.map((r) => ({ ...r, detail: r.detail ?? "" }));
  }
  return trx
    .selectFrom("seat as s")
    .leftJoin("access_number_owner as o", (on) =>
      on.onRef("o.comp_id", "=", "s.comp_id").onRef("o.agent_id", "=", "s.agent_id").on("o.number", "=", number),
    )
    .select(["s.agent_id as id", "s.name as label", "s.agent_id as detail", "o.is_default"])
    .where("s.comp_id", "=", compId)
    .orderBy("s.agent_id")
    .execute();
}

/** Those of `ids` that exist. */
export async function knownOwners(
  trx: Trx,
  compId: string,
  kind: OwnerKind,
  ids: readonly string[],
): Promise<string[]> {
  if (kind === "group")
    return (
      await trx.selectFrom("agent_group").select("id").where("comp_id", "=", compId).where("id", "in", ids).execute()
    ).map((r) => r.id);
  return (
    await trx.selectFrom("seat").select("agent_id").where("comp_id", "=", compId).where("agent_id", "in", ids).execute()
  ).map((r) => r.agent_id);
}

/** Returns the ids that did not have the number before. */
export async function insertOwners(
  trx: Trx,
  compId: string,
  number: string,
  kind: OwnerKind,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .insertInto("access_number_owner")
    .values(ids.map((id) => ({ comp_id: compId, number, owner_kind: kind, owner_id: id })))
    .onConflict((on) => on.doNothing())
    .returning("owner_id")
    .execute();
  return rows.map((r) => r.owner_id);
}

export async function deleteOwners(
  trx: Trx,
  compId: string,
  number: string,
  kind: OwnerKind,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .deleteFrom("access_number_owner")
    .where("comp_id", "=", compId)
    .where("number", "=", number)
    .where("owner_kind", "=", kind)
    .where("owner_id", "in", ids)
    .returning("owner_id")
    .execute();
  return rows.map((r) => r.owner_id);
}

export const findOwner = (trx: Trx, compId: string, number: string, kind: OwnerKind, id: string) =>
  trx
    .selectFrom("access_number_owner")
    .selectAll()
    .where("comp_id", "=", compId)
    .where("number", "=", number)
    .where("owner_kind", "=", kind)
    .where("owner_id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** The owner has this default and no other, or none at all. */
export async function setOwnerDefault(
  trx: Trx,
  compId: string,
  number: string,
  kind: OwnerKind,
  id: string,
  isDefault: number,
): Promise<void> {
  const of = () =>
    trx
      .updateTable("access_number_owner")
      .where("comp_id", "=", compId)
      .where("owner_kind", "=", kind)
      .where("owner_id", "=", id);
  if (isDefault) await of().set({ is_default: 0 }).where("is_default", "=", 1).execute();
  await of().set({ is_default: isDefault }).where("number", "=", number).execute();
}

export async function setEnterpriseDefault(trx: Trx, compId: string, number: string, isDefault: number): Promise<void> {
  if (isDefault)
    await trx
      .updateTable("access_number")
      .set({ is_default: 0 })
      .where("comp_id", "=", compId)
      .where("is_default", "=", 1)
      .execute();
  await trx
    .updateTable("access_number")
    .set({ is_default: isDefault })
    .where("comp_id", "=", compId)
    .where("number", "=", number)
    .execute();
}

/** The seat an account sits at. */
export const findAccountAgent = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("account").select("agent_id").where("comp_id", "=", compId).where("id", "=", id).executeTakeFirst();
