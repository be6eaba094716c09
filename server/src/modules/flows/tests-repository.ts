/** SQL of tests of flows. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { VoiceFlowTestTable } from "../../ports/schema/flows.ts";

export type TestRow = Selectable<VoiceFlowTestTable>;

/** As they were added. */
export const listTests = (trx: Trx, compId: string, flowId: string): Promise<TestRow[]> =>
  trx
    .selectFrom("voice_flow_test")
    .selectAll()
    .where("compId", "=", compId)
    .where("flowId", "=", flowId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();

export const findTest = (trx: Trx, compId: string, id: string): Promise<TestRow | undefined> =>
  trx.selectFrom("voice_flow_test").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

export const insertTests = async (trx: Trx, rows: readonly Insertable<VoiceFlowTestTable>[]): Promise<void> => {
  if (rows.length > 0) await trx.insertInto("voice_flow_test").values(rows).execute();
};

export const updateTest = (
  trx: Trx,
  compId: string,
  id: string,
  row: Updateable<VoiceFlowTestTable>,
): Promise<unknown> =>
  trx.updateTable("voice_flow_test").set(row).where("compId", "=", compId).where("id", "=", id).execute();

export const deleteTests = (
  trx: Trx,
  compId: string,
  ids: readonly string[],
): Promise<Pick<TestRow, "id" | "name" | "flowId" | "test">[]> =>
  trx
    .deleteFrom("voice_flow_test")
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .returning(["id", "name", "flowId", "test"])
    .execute();
