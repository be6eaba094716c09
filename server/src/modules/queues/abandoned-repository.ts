/** SQL of the callers whom nobody answered: reads only. */
import type { AbandonedState } from "@liantai/api/contract/admin";
import { pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";

/** Whoever chose to be called back, or to leave a message, is looked after elsewhere. */
const servedElsewhere = ["callbackRequested", "voicemailLeft"];

const abandoned = (trx: Trx, compId: string, groupIds: readonly string[], since: Date) =>
  trx
    .selectFrom("call_record as r")
    .where("r.compId", "=", compId)
    .where("r.direction", "=", "inbound")
    .where("r.startAt", ">=", since)
    .where("r.queuedAt", "is not", null)
    .where("r.answerAt", "is", null)
    .where("r.endAt", "is not", null)
    .where("r.cause", "not in", servedElsewhere)
    .where("r.skillGroupId", "in", groupIds.length > 0 ? groupIds : [""]);

export function listAbandoned(
  trx: Trx,
  compId: string,
  groupIds: readonly string[],
  since: Date,
  query: PageQuery & { readonly state?: AbandonedState | "" | undefined; readonly number?: string | undefined },
) {
  let base = abandoned(trx, compId, groupIds, since);
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

export const findAbandoned = (trx: Trx, compId: string, groupIds: readonly string[], since: Date, callId: string) =>
  abandoned(trx, compId, groupIds, since)
    .where("r.callId", "=", callId)
    .select(["r.caller", "r.skillGroupId"])
    .executeTakeFirst();
