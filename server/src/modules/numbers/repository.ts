/** Seats, extensions, access numbers and skill groups as the call engine reads them. */
import { seatStatus } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";

export const findExtension = (trx: Trx, compId: string, extension: string) =>
  trx
    .selectFrom("extension")
    .selectAll()
    .where("compId", "=", compId)
    .where("extension", "=", extension)
    .executeTakeFirst();

/** What decides who may register as an extension; the seat's columns are null while none has it. */
export const findSipSeat = (trx: Trx, compId: string, extension: string) =>
  trx
    .selectFrom("extension as x")
    .innerJoin("enterprise as e", "e.compId", "x.compId")
    .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "x.compId").onRef("s.agentId", "=", "x.agentId"))
    .select([
      "x.sipSecret as secret",
      "s.agentId",
      "s.terminalType",
      "s.enabled as seatEnabled",
      "e.enabled as enterpriseEnabled",
    ])
    .where("x.compId", "=", compId)
    .where("x.extension", "=", extension)
    .executeTakeFirst();

export const findSeat = (trx: Trx, compId: string, agentId: string) =>
  trx.selectFrom("seat").selectAll().where("compId", "=", compId).where("agentId", "=", agentId).executeTakeFirst();

export const findEnterprise = (trx: Trx, compId: string) =>
  trx.selectFrom("enterprise").selectAll().where("compId", "=", compId).executeTakeFirst();

export const findSkillGroups = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx.selectFrom("skill_group").selectAll().where("compId", "=", compId).where("id", "in", ids).execute();

/** The agent who talked last with a number outside, and when. */
export async function lastAgent(
  trx: Trx,
  compId: string,
  phone: string,
  since: Date,
): Promise<{ readonly agentId: string; readonly callId: string; readonly at: Date } | undefined> {
  const side = async (direction: "inbound" | "outbound", column: "caller" | "callee") =>
    trx
      .selectFrom("call_record")
      .select(["agentId", "callId", "startAt"])
      .where("compId", "=", compId)
      .where(column, "=", phone)
      .where("direction", "=", direction)
      .where("startAt", ">=", since)
      .where("agentId", "is not", null)
      .where("answerAt", "is not", null)
      .orderBy("startAt", "desc")
      .limit(1)
      .executeTakeFirst();
  const found = [await side("inbound", "caller"), await side("outbound", "callee")];
  const [last] = found.flatMap((row) => (row ? [row] : [])).sort((a, b) => b.startAt.getTime() - a.startAt.getTime());
  return last?.agentId ? { agentId: last.agentId, callId: last.callId, at: last.startAt } : undefined;
}

/** The enabled groups that agents answer for, each agent's best first. */
export const groupsOfAgents = (trx: Trx, compId: string, agentIds: readonly string[]) =>
  trx
    .selectFrom("skill_group_member as m")
    .innerJoin("skill_group as g", (j) => j.onRef("g.compId", "=", "m.compId").onRef("g.id", "=", "m.skillGroupId"))
    .select([
      "m.agentId",
      "g.id",
      "g.wrapUpS",
      "g.wrapUpMode",
      "g.wrapUpExtendS",
      "g.name",
      "g.voicemailOffer",
      "g.voicemailOfferS",
      "g.voicemailWorkS",
      "m.level",
      "m.priority",
    ])
    .where("m.compId", "=", compId)
    .where("m.agentId", "in", agentIds)
    .where("g.enabled", "=", 1)
    .orderBy("m.agentId")
    .orderBy("m.priority")
    .orderBy("m.level")
    .orderBy("g.id")
    .execute();

export const findSeats = (trx: Trx, compId: string, agentIds: readonly string[]) =>
  trx.selectFrom("seat").selectAll().where("compId", "=", compId).where("agentId", "in", agentIds).execute();

/** Which agents may not see customers' numbers: their own setting, or their enterprise's. */
export const findMasking = (trx: Trx, compId: string, agentIds: readonly string[]) =>
  trx
    .selectFrom("account as a")
    .innerJoin("enterprise as e", "e.compId", "a.compId")
    .select(["a.agentId", "a.isHiddenNum", "e.hiddenGlobalPhone"])
    .where("a.compId", "=", compId)
    .where("a.agentId", "in", agentIds)
    .execute();

export const findDispatchGroup = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("dispatch_group").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/** Its enabled skill groups in the order they are tried. */
export const groupsOfDispatchGroup = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("dispatch_group_member as m")
    .innerJoin("skill_group as g", (j) => j.onRef("g.compId", "=", "m.compId").onRef("g.id", "=", "m.skillGroupId"))
    .selectAll("g")
    .select("m.nextAfterS")
    .where("m.compId", "=", compId)
    .where("m.dispatchGroupId", "=", id)
    .where("g.enabled", "=", 1)
    .orderBy("m.sort")
    .orderBy("g.id")
    .execute();

/** Calls to access numbers that an agent answered in [from, to). */
export async function countAnswered(trx: Trx, compId: string, agentId: string, from: Date, to: Date): Promise<number> {
  const row = await trx
    .selectFrom("call_record")
    .select((e) => e.fn.countAll().as("calls"))
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("direction", "=", "inbound")
    .where("answerAt", "is not", null)
    .where("startAt", ">=", from)
    .where("startAt", "<", to)
    .executeTakeFirstOrThrow();
  return Number(row.calls);
}

/** compId: of this enterprise alone. */
export const listGreetings = (trx: Trx, compId?: string) =>
  trx
    .selectFrom("access_number")
    .select("greeting")
    .distinct()
    .where("enabled", "=", 1)
    .where("greeting", "<>", "")
    .$if(compId !== undefined, (q) => q.where("compId", "=", compId ?? ""))
    .limit(50)
    .execute();

export const listSeats = (trx: Trx, compId: string) =>
  trx
    .selectFrom("seat")
    .select(["agentId", "name", "groupId"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .orderBy("agentId")
    .execute();

export const openStatuses = (trx: Trx, compId: string) =>
  trx
    .selectFrom("agent_status")
    .select(["agentId", "code", "fromAt", "reason"])
    .where("compId", "=", compId)
    .where("toAt", "is", null)
    .execute();

/** Seats in service, the state each is in and the skill groups it serves. */
export const listColleagues = (trx: Trx, compId: string) =>
  trx
    .selectFrom("seat as s")
    .leftJoin("agent_status as a", (on) =>
      on.onRef("a.compId", "=", "s.compId").onRef("a.agentId", "=", "s.agentId").on("a.toAt", "is", null),
    )
    .leftJoin("custom_status as c", (on) =>
      on.onRef("c.compId", "=", "a.compId").onRef("c.id", "=", "a.customStatusId"),
    )
    .select([
      "s.agentId",
      "s.name",
      "s.extension",
      "s.terminalType",
      "s.forwardModes",
      "a.code",
      "c.name as statusName",
    ])
    .where("s.compId", "=", compId)
    .where("s.enabled", "=", 1)
    .orderBy("s.agentId")
    .execute();

/** Skill groups in service with the number of their agents who are ready. */
export const listGroupsReady = (trx: Trx, compId: string) =>
  trx
    .selectFrom("skill_group as g")
    .leftJoin("skill_group_member as m", (on) =>
      on.onRef("m.compId", "=", "g.compId").onRef("m.skillGroupId", "=", "g.id"),
    )
    .leftJoin("agent_status as a", (on) =>
      on
        .onRef("a.compId", "=", "m.compId")
        .onRef("a.agentId", "=", "m.agentId")
        .on("a.toAt", "is", null)
        .on("a.code", "=", seatStatus.idle),
    )
    .select((e) => ["g.id", "g.name", e.fn.count<string>("a.agentId").as("ready")])
    .where("g.compId", "=", compId)
    .where("g.enabled", "=", 1)
    .groupBy(["g.id", "g.name"])
    .orderBy("g.name")
    .execute();

/** Dispatch queues in service with the number of agents of their groups who are ready. */
export const listQueuesReady = (trx: Trx, compId: string) =>
  trx
    .selectFrom("dispatch_group as q")
    .leftJoin("dispatch_group_member as qm", (on) =>
      on.onRef("qm.compId", "=", "q.compId").onRef("qm.dispatchGroupId", "=", "q.id"),
    )
    .leftJoin("skill_group as g", (on) =>
      on.onRef("g.compId", "=", "qm.compId").onRef("g.id", "=", "qm.skillGroupId").on("g.enabled", "=", 1),
    )
    .leftJoin("skill_group_member as m", (on) =>
      on.onRef("m.compId", "=", "g.compId").onRef("m.skillGroupId", "=", "g.id"),
    )
    .leftJoin("agent_status as a", (on) =>
      on
        .onRef("a.compId", "=", "m.compId")
        .onRef("a.agentId", "=", "m.agentId")
        .on("a.toAt", "is", null)
        .on("a.code", "=", seatStatus.idle),
    )
    .select((e) => ["q.id", "q.name", e.fn.count<string>("a.agentId").distinct().as("ready")])
    .where("q.compId", "=", compId)
    .where("q.enabled", "=", 1)
    .groupBy(["q.id", "q.name"])
    .orderBy("q.name")
    .execute();

/** Intervals of an agent that touch [from, to). */
export const statusesOf = (trx: Trx, compId: string, agentId: string, from: Date, to: Date) =>
  trx
    .selectFrom("agent_status")
    .select(["code", "fromAt", "toAt", "reason"])
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("fromAt", "<", to)
    .where((e) => e.or([e("toAt", "is", null), e("toAt", ">", from)]))
    .orderBy("seq")
    .execute();

export interface DayCounts {
  readonly direction: string;
  readonly calls: number;
  readonly answered: number;
  readonly talkMs: number;
}

export async function countDay(trx: Trx, compId: string, from: Date, to: Date, agentId: string): Promise<DayCounts[]> {
  const rows = await trx
    .selectFrom("call_record")
    .select((e) => [
      "direction",
      e.fn.countAll().as("calls"),
      e.fn.count("answerAt").as("answered"),
      e.fn.sum("talkMs").as("talk"),
    ])
    .where("compId", "=", compId)
    .where("startAt", ">=", from)
    .where("startAt", "<", to)
    .where("agentId", "=", agentId)
    .groupBy("direction")
    .execute();
  return rows.map((r) => ({
    direction: r.direction,
    calls: Number(r.calls),
    answered: Number(r.answered),
    talkMs: Number(r.talk ?? 0),
  }));
}
