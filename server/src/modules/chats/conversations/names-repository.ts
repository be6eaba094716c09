/** SQL of what other modules know (readers.ts): names, and whom a flow means. */
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

export const nameOfSeat = async (trx: Trx, compId: string, agentId: string): Promise<string> =>
  (
    await trx
      .selectFrom("seat")
      .select("name")
      .where("compId", "=", compId)
      .where("agentId", "=", agentId)
      .executeTakeFirst()
  )?.name ?? "";

export const nameOfFlow = async (trx: Trx, compId: string, flowId: string): Promise<string> =>
  (
    await trx
      .selectFrom("voice_flow")
      .select("name")
      .where("compId", "=", compId)
      .where("id", "=", flowId)
      .executeTakeFirst()
  )?.name ?? "";

/** By its id, else by its number; '': there is none that is enabled. */
export async function seatMeant(trx: Trx, compId: string, idOrNumber: string): Promise<string> {
  const rows = await trx
    .selectFrom("seat")
    .select("agentId")
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .where((e) => e.or([e("agentId", "=", idOrNumber), e("extension", "=", idOrNumber)]))
    .execute();
  return (rows.find(({ agentId }) => agentId === idOrNumber) ?? rows[0])?.agentId ?? "";
}

/** Enabled groups of an enabled dispatch queue, in their order. */
export const groupsOfQueue = async (trx: Trx, compId: string, id: string): Promise<readonly string[]> =>
  (
    await trx
      .selectFrom("dispatch_group as d")
      .innerJoin("dispatch_group_member as m", (on) =>
        on.onRef("m.compId", "=", "d.compId").onRef("m.dispatchGroupId", "=", "d.id"),
      )
      .innerJoin("skill_group as g", (on) => on.onRef("g.compId", "=", "m.compId").onRef("g.id", "=", "m.skillGroupId"))
      .select("m.skillGroupId")
      .where("d.compId", "=", compId)
      .where("d.id", "=", id)
      .where("d.enabled", "=", 1)
      .where("g.enabled", "=", 1)
      .orderBy("m.sort")
      .execute()
  ).map(({ skillGroupId }) => skillGroupId);

/** With what a page of an agent shows of a conversation. */
export const withNames = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .selectFrom("chat_session as s")
    .innerJoin("chat_visitor as v", (on) => on.onRef("v.compId", "=", "s.compId").onRef("v.id", "=", "s.visitorId"))
    .leftJoin("chat_site as w", (on) => on.onRef("w.compId", "=", "s.compId").onRef("w.id", "=", "s.siteId"))
    .leftJoin("skill_group as g", (on) => on.onRef("g.compId", "=", "s.compId").onRef("g.id", "=", "s.skillGroupId"))
    .selectAll("s")
    .select(["v.nick", "w.webName", "g.name as groupName"])
    .select(
      sql<string>`(
        select count(*) from chat_message m
        where m.comp_id = s.comp_id and m.session_id = s.id and m.sender = 'visitor' and m.seq > s.agent_read
      )`.as("unread"),
    )
    .where("s.compId", "=", compId)
    .where("s.id", "in", ids.length > 0 ? ids : [""])
    .execute();

export type NamedSession = Awaited<ReturnType<typeof withNames>>[number];
