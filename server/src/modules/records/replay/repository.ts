/** SQL of npm run replay. */
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

/** Skill groups with this id or name. */
export function groupsNamed(trx: Trx, group: string, compId: string | undefined) {
  const base = trx
    .selectFrom("skill_group")
    .select(["compId", "id", "name"])
    .where((e) => e.or([e("id", "=", group), e("name", "=", group)]))
    .orderBy("compId")
    .limit(20);
  return (compId === undefined ? base : base.where("compId", "=", compId)).execute();
}

/** What of skill groups is not in the plan of a call. */
export const skillGroups = (trx: Trx, compId: string) =>
  trx
    .selectFrom("skill_group")
    .select(["id", "name", "stickyDays", "stickyWaitS"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .orderBy("name")
    .execute();

export const members = (trx: Trx, compId: string) =>
  trx
    .selectFrom("skill_group_member as m")
    .innerJoin("skill_group as g", (on) => on.onRef("g.compId", "=", "m.compId").onRef("g.id", "=", "m.skillGroupId"))
    .innerJoin("seat as s", (on) => on.onRef("s.compId", "=", "m.compId").onRef("s.agentId", "=", "m.agentId"))
    .where("m.compId", "=", compId)
    .where("g.enabled", "=", 1)
    .orderBy("m.agentId")
    .orderBy("m.priority")
    .orderBy("m.level")
    .orderBy("g.id")
    .select(["m.agentId", "m.skillGroupId", "m.level", "m.priority"])
    .execute();

/** By agent: calls to access numbers that he answered in [from, to). */
export async function takenBy(trx: Trx, compId: string, from: Date, to: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom("call_record")
    .where("compId", "=", compId)
    .where("direction", "=", "inbound")
    .where("startAt", ">=", from)
    .where("startAt", "<", to)
    .where("answerAt", "is not", null)
    .where("agentId", "is not", null)
    .groupBy("agentId")
    .select(["agentId", (e) => e.fn.countAll<number>().as("calls")])
    .execute();
  return new Map(rows.map(({ agentId, calls }) => [agentId ?? "", Number(calls)]));
}

export interface LastTalk {
  readonly agentId: string;
  readonly at: number;
}

/** By call: who had talked last with the number that called, and when that call began. */
export async function lastTalks(
  trx: Trx,
  compId: string,
  callIds: readonly string[],
  days: number,
): Promise<ReadonlyMap<string, LastTalk>> {
  if (callIds.length === 0 || days === 0) return new Map();
  const rows = await trx
    .selectFrom("call_record as r")
    .innerJoin("call_record as p", (on) =>
      on
        .onRef("p.compId", "=", "r.compId")
        .onRef("p.startAt", "<", "r.startAt")
        .on((e) =>
          e.or([
            e.and([e("p.direction", "=", "inbound"), e("p.caller", "=", e.ref("r.caller"))]),
            e.and([e("p.direction", "=", "outbound"), e("p.callee", "=", e.ref("r.caller"))]),
          ]),
        ),
    )
    .where("r.compId", "=", compId)
    .where("r.callId", "in", callIds)
    .where("p.answerAt", "is not", null)
    .where("p.agentId", "is not", null)
    .where(sql<boolean>`p.start_at >= r.start_at - make_interval(days => ${days})`)
    .distinctOn("r.callId")
    .orderBy("r.callId")
    .orderBy("p.startAt", "desc")
    .select(["r.callId", "p.agentId", "p.startAt"])
    .execute();
  return new Map(
    rows.map(({ callId, agentId, startAt }) => [callId, { agentId: agentId ?? "", at: startAt.getTime() }]),
  );
}
