/** SQL of the first start: the seats of the demonstration. */
import type { Insertable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { ExtensionTable, SeatTable } from "../../ports/schema.ts";
import type { AgentGroupMonitorTable, AgentGroupTable, CustomStatusTable } from "../../ports/schema/seats.ts";

export const seedSeatGroup = (trx: Trx, row: Insertable<AgentGroupTable>): Promise<unknown> =>
  trx.insertInto("agent_group").values(row).execute();
export const seedCustomStatus = (trx: Trx, row: Insertable<CustomStatusTable>): Promise<unknown> =>
  trx.insertInto("custom_status").values(row).execute();
export const seedMonitor = (trx: Trx, row: Insertable<AgentGroupMonitorTable>): Promise<unknown> =>
  trx.insertInto("agent_group_monitor").values(row).execute();

/** With its extension. */
export async function seedSeat(
  trx: Trx,
  seat: Insertable<SeatTable>,
  extension: Pick<Insertable<ExtensionTable>, "extension" | "sipSecret">,
): Promise<void> {
  await trx.insertInto("seat").values(seat).execute();
  await trx
    .insertInto("extension")
    .values({ compId: seat.compId, agentId: seat.agentId, ...extension })
    .execute();
}
