/** SQL of the seat groups and seats that access numbers are assigned to. */
import type { Trx } from "../../../ports/database.ts";

export interface OwnerRow {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** null: the number is not assigned to it. */
  readonly isDefault: number | null;
}

export type OwnerKind = "group" | "seat";

/** Every seat group, or seat, of the enterprise, and whether it has the number. */
export async function listOwners(trx: Trx, compId: string, number: string, kind: OwnerKind): Promise<OwnerRow[]> {
  if (kind === "group") {
    const rows = await trx
      .selectFrom("agent_group as g")
      .leftJoin("agent_group as p", (on) => on.onRef("p.compId", "=", "g.compId").onRef("p.id", "=", "g.parentId"))
      .leftJoin("access_number_owner as o", (on) =>
        on.onRef("o.compId", "=", "g.compId").onRef("o.groupId", "=", "g.id").on("o.number", "=", number),
      )
      .select(["g.id", "g.name as label", "p.name as detail", "o.isDefault"])
      .where("g.compId", "=", compId)
      .orderBy("g.sort")
      .orderBy("g.name")
      .execute();
    return rows.map((r) => ({ ...r, detail: r.detail ?? "" }));
  }
  return trx
    .selectFrom("seat as s")
    .leftJoin("access_number_owner as o", (on) =>
      on.onRef("o.compId", "=", "s.compId").onRef("o.agentId", "=", "s.agentId").on("o.number", "=", number),
    )
    .select(["s.agentId as id", "s.name as label", "s.agentId as detail", "o.isDefault"])
    .where("s.compId", "=", compId)
    .orderBy("s.agentId")
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
      await trx.selectFrom("agent_group").select("id").where("compId", "=", compId).where("id", "in", ids).execute()
    ).map((r) => r.id);
  return (
    await trx.selectFrom("seat").select("agentId").where("compId", "=", compId).where("agentId", "in", ids).execute()
  ).map((r) => r.agentId);
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
    .values(ids.map((id) => ({ compId, number, ownerKind: kind, ownerId: id })))
    .onConflict((on) => on.doNothing())
    .returning("ownerId")
    .execute();
  return rows.map((r) => r.ownerId);
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
    .where("compId", "=", compId)
    .where("number", "=", number)
    .where("ownerKind", "=", kind)
    .where("ownerId", "in", ids)
    .returning("ownerId")
    .execute();
  return rows.map((r) => r.ownerId);
}

export const findOwner = (trx: Trx, compId: string, number: string, kind: OwnerKind, id: string) =>
  trx
    .selectFrom("access_number_owner")
    .selectAll()
    .where("compId", "=", compId)
    .where("number", "=", number)
    .where("ownerKind", "=", kind)
    .where("ownerId", "=", id)
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
      .where("compId", "=", compId)
      .where("ownerKind", "=", kind)
      .where("ownerId", "=", id);
  if (isDefault) await of().set({ isDefault: 0 }).where("isDefault", "=", 1).execute();
  await of().set({ isDefault }).where("number", "=", number).execute();
}

export async function setEnterpriseDefault(trx: Trx, compId: string, number: string, isDefault: number): Promise<void> {
  if (isDefault)
    await trx
      .updateTable("access_number")
      .set({ isDefault: 0 })
      .where("compId", "=", compId)
      .where("isDefault", "=", 1)
      .execute();
  await trx
    .updateTable("access_number")
    .set({ isDefault })
    .where("compId", "=", compId)
    .where("number", "=", number)
    .execute();
}

/** The seat an account sits at. */
export const findAccountAgent = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("account").select("agentId").where("compId", "=", compId).where("id", "=", id).executeTakeFirst();
