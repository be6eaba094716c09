/** SQL of what flows gathered for forms. */
import type { Trx } from "../../ports/database.ts";
import type { FlowFact } from "./flow-facts.ts";
import { entry, isContact } from "./repository.ts";

/** Who asked: a robot, where the flow held a robot line, else a flow in a call of a dialling task, or in any other. */
type GatheredBy = "robot" | "task" | "call";
type GatheredFact = Extract<FlowFact, { type: "flowGathered" }> & { readonly at: number; readonly by: GatheredBy };

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
    .select("c.taskId")
    .where("e.compId", "=", compId)
    .where("e.stream", "=", "contact")
    .where("e.streamId", "=", callId)
    .where("e.type", "in", ["flowGathered", "robotTaken"])
    .where("c.endAt", "is not", null)
    .orderBy("e.seq")
    .execute();
  const facts = rows.map((row) => entry(row)).filter(isContact);
  const robots = new Set(facts.flatMap(({ fact }) => (fact.type === "robotTaken" ? [fact.flowId] : [])));
  const other = rows[0]?.taskId ? "task" : "call";
  return facts.flatMap(({ fact, at }) =>
    fact.type === "flowGathered" ? [{ ...fact, at, by: robots.has(fact.flowId) ? ("robot" as const) : other }] : [],
  );
}
