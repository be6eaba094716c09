/** SQL of the callers whom nobody answered, or whose agent was lost for good: reads only. */
import type { AbandonedState } from "@liantai/api/contract/admin";
import { pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";

/** Whoever chose to be called back, or to leave a message, is looked after elsewhere. */
const servedElsewhere = ["callbackRequested", "voicemailLeft"];

/** Skill groups whose callers are seen. all: and those who came through none. */
export interface SeenGroups {
  readonly groupIds: readonly string[];
  readonly all: boolean;
}

const abandoned = (trx: Trx, compId: string, { groupIds: seen, all }: SeenGroups, since: Date) => {
  const groupIds = seen.length > 0 ? seen : [""];
  return trx
    .selectFrom("call_record as r")
    .where("r.compId", "=", compId)
    .where("r.direction", "=", "inbound")
    .where("r.startAt", ">=", since)
    .where((e) =>
      e.or([
        e.and([e("r.queuedAt", "is not", null), e("r.answerAt", "is", null)]),
        // He talked, and nobody came back to him.
        e("r.cause", "=", "agentLost"),
      ]),
    )
    .where("r.endAt", "is not", null)
    .where("r.cause", "not in", servedElsewhere)
    .where((e) =>
      e.or([
        e("r.skillGroupId", "in", groupIds),
        // Through no group: whoever watches one of the agent's.
        e.and([
          e("r.skillGroupId", "is", null),
          e.or([
            e.lit(all),
            e.exists(
              e
                .selectFrom("skill_group_member as m")
                .whereRef("m.compId", "=", "r.compId")
                .whereRef("m.agentId", "=", "r.agentId")
                .where("m.skillGroupId", "in", groupIds)
                .select("m.agentId"),
            ),
          ]),
        ]),
      ]),
    );
};

export function listAbandoned(
  trx: Trx,
  compId: string,
  groups: SeenGroups,
  since: Date,
  query: PageQuery & { readonly state?: AbandonedState | "" | undefined; readonly number?: string | undefined },
) {
  let base = abandoned(trx, compId, groups, since);
  if (query.state) base = base.where("r.linkedCallId", query.state === "open" ? "is" : "is not", null);
  if (query.number) base = base.where("r.caller", "=", query.number);
  return pageOf(base, query, {
    rows: (of) =>
      of
        .leftJoin("call_record as b", (on) =>
          on.onRef("b.compId", "=", "r.compId").onRef("b.callId", "=", "r.linkedCallId"),
        )
        .select([
          "r.callId",
          "r.caller",
          "r.skillGroupId",
          "r.accessNumber",
          "r.startAt",
          "r.waitMs",
          "r.cause",
          "b.callId as backId",
          "b.agentId as backBy",
          "b.startAt as backAt",
          "b.answerAt as backAnsweredAt",
        ]),
    order: { startAt: "r.startAt" },
    descending: true,
    tie: "r.callId",
  });
}

export const findAbandoned = (trx: Trx, compId: string, groups: SeenGroups, since: Date, callId: string) =>
  abandoned(trx, compId, groups, since)
    .where("r.callId", "=", callId)
    .select(["r.caller", "r.skillGroupId"])
    .executeTakeFirst();
