/** Seats, extensions, access numbers and skill groups as the call engine reads them. */
import type { Trx } from "../../ports/database.ts";

export const findExtension = (trx: Trx, compId: string, extension: string) =>
  trx
    .selectFrom("extension")
    .selectAll()
    .where("comp_id", "=", compId)
    .where("extension", "=", extension)
    .executeTakeFirst();

/** What decides who may register as an extension; the seat's columns are null while none has it. */
export const findSipSeat = (trx: Trx, compId: string, extension: string) =>
  trx
    .selectFrom("extension as x")
    .innerJoin("enterprise as e", "e.comp_id", "x.comp_id")
    .leftJoin("seat as s", (j) => j.onRef("s.comp_id", "=", "x.comp_id").onRef("s.agent_id", "=", "x.agent_id"))
    .select([
      "x.sip_secret as secret",
      "s.agent_id as agentId",
      "s.terminal_type as terminalType",
      "s.enabled as seatEnabled",
      "e.enabled as enterpriseEnabled",
    ])
    .where("x.comp_id", "=", compId)
    .where("x.extension", "=", extension)
    .executeTakeFirst();

export const findSeat = (trx: Trx, compId: string, agentId: string) =>
  trx.selectFrom("seat").selectAll().where("comp_id", "=", compId).where("agent_id", "=", agentId).executeTakeFirst();

export const findEnterprise = (trx: Trx, compId: string) =>
  trx.selectFrom("enterprise").selectAll().where("comp_id", "=", compId).executeTakeFirst();

export const findSkillGroup = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("skill_group").selectAll().where("comp_id", "=", compId).where("id", "=", id).executeTakeFirst();

/** The enabled groups that agents answer for, each agent's best first. */
export const groupsOfAgents = (trx: Trx, compId: string, agentIds: readonly string[]) =>
  trx
    .selectFrom("skill_group_member as m")
    .innerJoin("skill_group as g", (j) => j.onRef("g.comp_id", "=", "m.comp_id").onRef("g.id", "=", "m.skill_group_id"))
    .select(["m.agent_id", "g.id", "g.wrap_up_s", "m.level", "m.priority"])
    .where("m.comp_id", "=", compId)
    .where("m.agent_id", "in", agentIds)
    .where("g.enabled", "=", 1)
    .orderBy("m.agent_id")
    .orderBy("m.priority")
    .orderBy("m.level")
    .orderBy("g.id")
    .execute();

export const findSeats = (trx: Trx, compId: string, agentIds: readonly string[]) =>
  trx.selectFrom("seat").selectAll().where("comp_id", "=", compId).where("agent_id", "in", agentIds).execute();

export const findDispatchGroup = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("dispatch_group").selectAll().where("comp_id", "=", compId).where("id", "=", id).executeTakeFirst();

/** Its enabled skill groups in the order they are tried. */
export const groupsOfDispatchGroup = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("dispatch_group_member as m")
    .innerJoin("skill_group as g", (j) => j.onRef("g.comp_id", "=", "m.comp_id").onRef("g.id", "=", "m.skill_group_id"))
    .selectAll("g")
    .select("m.next_after_s")
    .where("m.comp_id", "=", compId)
    .where("m.dispatch_group_id", "=", id)
    .where("g.enabled", "=", 1)
    .orderBy("m.sort")
    .orderBy("g.id")
    .execute();

/** Calls to access numbers that an agent answered in [from, to). */
export async function countAnswered(trx: Trx, compId: string, agentId: string, from: Date, to: Date): Promise<number> {
  const row = await trx
    .selectFrom("call_record")
    .select((e) => e.fn.countAll().as("calls"))
    .where("comp_id", "=", compId)
    .where("agent_id", "=", agentId)
    .where("direction", "=", "inbound")
    .where("answer_at", "is not", null)
    .where("start_at", ">=", from)
    .where("start_at", "<", to)
    .executeTakeFirstOrThrow();
  return Number(row.calls);
}

export const listGreetings = (trx: Trx) =>
  trx
    .selectFrom("access_number")
    .select("greeting")
    .distinct()
    .where("enabled", "=", 1)
    .where("greeting", "<>", "")
    .limit(50)
    .execute();

export const listSeats = (trx: Trx, compId: string) =>
  trx
    .selectFrom("seat")
    .select(["agent_id", "name", "group_id"])
    .where("comp_id", "=", compId)
    .where("enabled", "=", 1)
    .orderBy("agent_id")
    .execute();

export const openStatuses = (trx: Trx, compId: string) =>
  trx
    .selectFrom("agent_status")
    .select(["agent_id", "code", "from_at", "reason"])
    .where("comp_id", "=", compId)
    .where("to_at", "is", null)
    .execute();

/** Intervals of an agent that touch [from, to). */
export const statusesOf = (trx: Trx, compId: string, agentId: string, from: Date, to: Date) =>
  trx
    .selectFrom("agent_status")
    .select(["code", "from_at", "to_at", "reason"])
    .where("comp_id", "=", compId)
    .where("agent_id", "=", agentId)
    .where("from_at", "<", to)
    .where((e) => e.or([e("to_at", "is", null), e("to_at", ">", from)]))
    .orderBy("seq")
    .execute();

export interface DayCounts {
  readonly direction: string;
  readonly calls: number;
  readonly answered: number;
  /** Over without anybody having answered. */
  readonly unanswered: number;
  readonly talkMs: number;
}

export async function countDay(trx: Trx, compId: string, from: Date, to: Date, agentId?: string): Promise<DayCounts[]> {
  let query = trx
    .selectFrom("call_record")
    .select((e) => [
      "direction",
      e.fn.countAll().as("calls"),
      e.fn.count("answer_at").as("answered"),
      e.fn.countAll().filterWhere("answer_at", "is", null).filterWhere("end_at", "is not", null).as("unanswered"),
      e.fn.sum("talk_ms").as("talk"),
    ])
    .where("comp_id", "=", compId)
    .where("start_at", ">=", from)
    .where("start_at", "<", to)
    .groupBy("direction");
  if (agentId !== undefined) query = query.where("agent_id", "=", agentId);
  return (await query.execute()).map((r) => ({
    direction: r.direction,
    calls: Number(r.calls),
    answered: Number(r.answered),
    unanswered: Number(r.unanswered),
    talkMs: Number(r.talk ?? 0),
  }));
}
