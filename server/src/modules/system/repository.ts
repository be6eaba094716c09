/** SQL of the seed. */
import type { Insertable } from "kysely";
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type {
  AccessNumberTable,
  AccountTable,
  EnterpriseTable,
  ExtensionTable,
  RoleTable,
  SeatTable,
  SkillGroupTable,
} from "../../ports/schema.ts";
import type { AgentGroupMonitorTable, AgentGroupTable, CustomStatusTable } from "../../ports/schema/seats.ts";

const seedLock = 0x6c69616e;

/** Two processes that start together seed one after the other. Held to the end of the transaction. */
export async function lockSeed(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(seedLock)})`.execute(trx);
}

export const readSetting = async (trx: Trx, key: string): Promise<unknown> =>
  (await trx.selectFrom("setting").select("value").where("key", "=", key).executeTakeFirst())?.value;

export async function writeSetting(trx: Trx, key: string, value: unknown): Promise<void> {
  await trx
    .insertInto("setting")
    .values({ key, value: JSON.stringify(value) })
    .onConflict((on) => on.doNothing())
    .execute();
}

export const insertEnterprise = (trx: Trx, row: Insertable<EnterpriseTable>): Promise<unknown> =>
  trx.insertInto("enterprise").values(row).execute();
export const insertRole = (trx: Trx, row: Insertable<RoleTable>): Promise<unknown> =>
  trx.insertInto("role").values(row).execute();
export const insertAccount = (trx: Trx, row: Insertable<AccountTable>): Promise<unknown> =>
  trx.insertInto("account").values(row).execute();
export const insertSeat = (trx: Trx, row: Insertable<SeatTable>): Promise<unknown> =>
  trx.insertInto("seat").values(row).execute();
export const insertAgentGroup = (trx: Trx, row: Insertable<AgentGroupTable>): Promise<unknown> =>
  trx.insertInto("agent_group").values(row).execute();
export const insertMonitor = (trx: Trx, row: Insertable<AgentGroupMonitorTable>): Promise<unknown> =>
  trx.insertInto("agent_group_monitor").values(row).execute();
export const insertCustomStatus = (trx: Trx, row: Insertable<CustomStatusTable>): Promise<unknown> =>
  trx.insertInto("custom_status").values(row).execute();
export const insertExtension = (trx: Trx, row: Insertable<ExtensionTable>): Promise<unknown> =>
  trx.insertInto("extension").values(row).execute();
export const insertSkillGroup = (trx: Trx, row: Insertable<SkillGroupTable>): Promise<unknown> =>
  trx.insertInto("skill_group").values(row).execute();
export const insertMember = (
  trx: Trx,
  row: { compId: string; skillGroupId: string; agentId: string; level: number },
): Promise<unknown> => trx.insertInto("skill_group_member").values(row).execute();
export const insertAccessNumber = (trx: Trx, row: Insertable<AccessNumberTable>): Promise<unknown> =>
  trx.insertInto("access_number").values(row).execute();
