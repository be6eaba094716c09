/** SQL of operator units. They belong to the installation. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { OperatorUnitTable } from "../../../ports/schema/enterprises.ts";

export type UnitRow = Selectable<OperatorUnitTable>;

export const unitOfAccount = async (trx: Trx, accountId: string): Promise<string | null> =>
  (await trx.selectFrom("account").select("unitId").where("id", "=", accountId).executeTakeFirst())?.unitId ?? null;

/** The unit and those below it. */
export async function listBelow(trx: Trx, unitId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id from operator_unit where id = ${unitId}
      union select u.id from operator_unit u join below on u.parent_id = below.id
    )
    select id from below`.execute(trx);
  return rows.map((row) => row.id);
}

export type ListedUnit = UnitRow & { readonly enterprises: string | null; readonly accounts: string | null };

export const listUnits = (trx: Trx): Promise<ListedUnit[]> =>
  trx
    .selectFrom("operator_unit as u")
    .selectAll("u")
    .select((e) => [
      e
        .selectFrom("enterprise as c")
        .select((f) => f.fn.countAll<string>().as("n"))
        .whereRef("c.unitId", "=", "u.id")
        .as("enterprises"),
      e
        .selectFrom("account as a")
        .select((f) => f.fn.countAll<string>().as("n"))
        .whereRef("a.unitId", "=", "u.id")
        .as("accounts"),
    ])
    .orderBy("u.sort")
    .orderBy("u.name")
    .execute();

export const findUnit = (trx: Trx, id: string): Promise<UnitRow | undefined> =>
  trx.selectFrom("operator_unit").selectAll().where("id", "=", id).executeTakeFirst();
/** Held to the end of the transaction: two who move units at once make no ring. */
export const lockUnits = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${sql.lit(0x756e6974)})`.execute(trx);
export const insertUnit = (trx: Trx, row: Insertable<OperatorUnitTable>): Promise<unknown> =>
  trx.insertInto("operator_unit").values(row).execute();
export const updateUnit = (trx: Trx, id: string, changes: Updateable<OperatorUnitTable>): Promise<unknown> =>
  trx.updateTable("operator_unit").set(changes).where("id", "=", id).execute();
export const deleteUnit = (trx: Trx, id: string): Promise<unknown> =>
  trx.deleteFrom("operator_unit").where("id", "=", id).execute();

export const assignUnit = async (
  trx: Trx,
  compIds: readonly string[],
  unitId: string | null,
): Promise<{ compId: string; name: string; unitId: string | null }[]> => {
  const before = await trx
    .selectFrom("enterprise")
    .select(["compId", "name", "unitId"])
    .where("compId", "in", [...compIds])
    .orderBy("compId")
    .forUpdate()
    .execute();
  const moved = before.filter((row) => row.unitId !== unitId);
  if (moved.length > 0)
    await trx
      .updateTable("enterprise")
      .set({ unitId })
      .where(
        "compId",
        "in",
        moved.map((row) => row.compId),
      )
      .execute();
  return moved;
};
