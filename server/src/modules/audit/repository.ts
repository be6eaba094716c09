import type { Insertable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { OperationLogTable } from "../../ports/schema/audit.ts";

export async function insertOperation(trx: Trx, row: Insertable<OperationLogTable>): Promise<void> {
  await trx.insertInto("operation_log").values(row).execute();
}
