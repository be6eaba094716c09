import type { Insertable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { OperationLogTable } from "../../ports/schema/audit.ts";

export async function deleteOperations(trx: Trx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("operation_log")
    .where("id", "in", (e) => e.selectFrom("operation_log").select("id").where("at", "<", before).limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function insertOperation(trx: Trx, row: Insertable<OperationLogTable>): Promise<void> {
  await trx.insertInto("operation_log").values(row).execute();
}
