/** SQL of what flows gathered for forms. */
import type { Trx } from "../../ports/database.ts";
import type { FlowFact } from "./flow-facts.ts";
import { entry, isContact } from "./repository.ts";

type GatheredFact = Extract<FlowFact, { type: "flowGathered" }> & { readonly at: number };

/** Ended calls of any enterprise whose flows gathered something since then. */
export const gatheredCalls = (trx: Trx, since: Date): Promise<{ compId: string; callId: string }[]> =>
  trx
    .selectFrom("event as e")
    .innerJoin("call_record as c", (on) => on.onRef("c.compId", "=", "e.compId").onRef("c.callId", "=", "e.streamId"))
    .select(["e.compId", "c.callId"])
    .distinct()
    .where("e.type", "=", "flowGathered")
    .where("e.at", ">=", since)
    .where("c.endAt", "is not", null)
    .execute();

/** Of a call that is over, in order; empty: it lives, or nothing was gathered. */
export async function gatheredIn(trx: Trx, compId: string, callId: string): Promise<readonly GatheredFact[]> {
  const rows = await trx
    .selectFrom("event as e")
    .innerJoin("call_record as c", (on) => on.onRef("c.compId", "=", "e.compId").onRef("c.callId", "=", "e.streamId"))
    .selectAll("e")
    .where("e.compId", "=", compId)
    .where("e.stream", "=", "contact")
    .where("e.streamId", "=", callId)
    .where("e.type", "=", "flowGathered")
    .where("c.endAt", "is not", null)
    .orderBy("e.seq")
    .execute();
  return rows
    .map((row) => entry(row))
    .filter(isContact)
    .flatMap(({ fact, at }) => (fact.type === "flowGathered" ? [{ ...fact, at }] : []));
}
