/** SQL of operators inside enterprises, and of what operators look after. */
import { isOperator, RoleType } from "@liantai/api/contract";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { AccountTable, EnterpriseTable } from "../../ports/schema.ts";

export interface EnteredEnterprise {
  readonly compId: string;
  readonly hiddenGlobalPhone: number;
  /** Its default role of administrators; null: it has none. */
  readonly roleId: string | null;
}

export const findEntered = (trx: Trx, compId: string): Promise<EnteredEnterprise | undefined> =>
  trx
    .selectFrom("enterprise as e")
    .select(["e.compId", "e.hiddenGlobalPhone"])
    .select((e) =>
      e
        .selectFrom("role")
        .select("id")
        .whereRef("role.compId", "=", "e.compId")
        .where("kind", "=", "enterprise")
        .where("roleType", "=", RoleType.administrator)
        .orderBy("id")
        .limit(1)
        .as("roleId"),
    )
    .where("e.compId", "=", compId)
    .executeTakeFirst();

/** Held to the end of the transaction: of two operators who enter at once one is inside. */
export const lockEnterprise = (
  trx: Trx,
  compId: string,
): Promise<Pick<Selectable<EnterpriseTable>, "compId" | "name"> | undefined> =>
  trx.selectFrom("enterprise").select(["compId", "name"]).where("compId", "=", compId).forUpdate().executeTakeFirst();

/** Codes of the enterprises that an operator looks after; undefined: all, or he is no operator. */
export async function companiesOf(
  trx: Trx,
  account: Pick<Selectable<AccountTable>, "roleType" | "isSuper" | "unitId">,
): Promise<ReadonlySet<string> | undefined> {
  if (!isOperator(account) || account.isSuper === 1) return undefined;
  return new Set(await listLookedAfter(trx, account.unitId));
}

/** Codes of the enterprises of a unit and of the units below it; of no unit: none. */
async function listLookedAfter(trx: Trx, unitId: string | null): Promise<string[]> {
  if (unitId === null) return [];
  const { rows } = await sql<{ compId: string }>`
    with recursive below as (
      select id from operator_unit where id = ${unitId}
      union select u.id from operator_unit u join below on u.parent_id = below.id
    )
    select e.comp_id from enterprise e join below on below.id = e.unit_id`.execute(trx);
  return rows.map((row) => row.compId);
}
