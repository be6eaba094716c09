/** SQL of what robots had of calls (a projection of the log). */
import { literal, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { RobotOutcome } from "@liantai/api/contract/flow-editor";
import type { Trx } from "../../ports/database.ts";

export interface RobotTalkFilter {
  readonly from: Date;
  /** Inclusive. */
  readonly to: Date;
  readonly robotId?: string | undefined;
  readonly number?: string | undefined;
  /** Numbers must match as a whole: who may not see them must not find them out digit by digit either. */
  readonly wholeNumbers: boolean;
  readonly outcome?: RobotOutcome | "" | undefined;
  /** Of robots that are digital humans now. */
  readonly digital: boolean;
}

/** Asked first, so that the index of robots is gone through for these alone. */
const digitalHumans = async (trx: Trx, compId: string): Promise<string[]> =>
  (await trx.selectFrom("robot_agent").select("id").where("compId", "=", compId).where("kind", "=", 2).execute()).map(
    ({ id }) => id,
  );

function talks(trx: Trx, compId: string, f: RobotTalkFilter, among: readonly string[] | undefined) {
  let query = trx
    .selectFrom("robot_talk as t")
    .where("t.compId", "=", compId)
    .where("t.takenAt", ">=", f.from)
    .where("t.takenAt", "<=", f.to);
  if (f.robotId) query = query.where("t.robotId", "=", f.robotId);
  if (among) query = query.where("t.robotId", "in", among);
  if (f.number)
    query = f.wholeNumbers
      ? query.where("t.number", "=", f.number)
      : query.where("t.number", "like", `%${literal(f.number)}%`);
  return f.outcome ? query.where("t.outcome", "=", f.outcome) : query;
}

export type RobotTalkListed = Awaited<ReturnType<typeof listTalks>>["rows"][number];

export async function listTalks(trx: Trx, compId: string, filter: RobotTalkFilter, page: PageQuery) {
  const among = filter.digital ? await digitalHumans(trx, compId) : undefined;
  if (among?.length === 0) return { rows: [], total: 0 };
  return pageOf(talks(trx, compId, filter, among), page, {
    rows: (query) =>
      query
        .innerJoin("call_record as c", (on) => on.onRef("c.compId", "=", "t.compId").onRef("c.callId", "=", "t.callId"))
        .leftJoin("robot_agent as r", (on) => on.onRef("r.compId", "=", "t.compId").onRef("r.id", "=", "t.robotId"))
        .leftJoin("voice_flow as f", (on) => on.onRef("f.compId", "=", "t.compId").onRef("f.id", "=", "t.flowId"))
        // Who answered next: the first agent of a call that came to somebody before is not who took it over.
        .leftJoinLateral(
          (e) =>
            e
              .selectFrom("call_leg as l")
              .select(["l.agentId", "l.number"])
              .whereRef("l.compId", "=", "t.compId")
              .whereRef("l.callId", "=", "t.callId")
              .where("l.role", "=", "agent")
              .whereRef("l.answerAt", ">=", "t.leftAt")
              .orderBy("l.seq")
              .limit(1)
              .as("next"),
          (on) => on.on("t.outcome", "=", "takenOver"),
        )
        .leftJoin("seat as s", (on) =>
          on
            .onRef("s.compId", "=", "c.compId")
            .on("s.agentId", "=", (e) =>
              e
                .case()
                .when("t.outcome", "=", "takenOver")
                .then(e.ref("next.agentId"))
                .else(e.ref("c.firstAgentId"))
                .end(),
            ),
        )
        .leftJoin("skill_group as g", (on) =>
          on.onRef("g.compId", "=", "c.compId").onRef("g.id", "=", "c.skillGroupId"),
        )
        .leftJoin("call_score as k", (on) => on.onRef("k.compId", "=", "t.compId").onRef("k.callId", "=", "t.callId"))
        .selectAll("t")
        .select(["k.level", "k.score", "k.by", "k.addends"])
        .select(["r.name as nameNow", "f.name as flowName", "c.accessNumber", "c.firstAgentId"])
        .select(["next.agentId as takerId", "next.number as takerNumber"])
        .select(["s.name as agentName", "g.name as skillGroupName"]),
    order: { startTime: "t.takenAt", talkS: "t.talkMs", turns: "t.turns" },
    descending: true,
    filled: ["t.takenAt", "t.turns"],
    tie: ["t.callId", "t.seq"],
  });
}
