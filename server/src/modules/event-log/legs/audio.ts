/** What was measured of a telephone belongs to its last stretch of talk. Pure. */
import type { MeasuredLeg } from "../audio-facts.ts";
import type { Leg } from "./leg.ts";
import type { Legs, Of } from "./matching.ts";

function isOf(leg: Leg, { customer, agentId, number }: MeasuredLeg): boolean {
  if (customer || leg.role === "customer") return customer === true && leg.role === "customer";
  return agentId === undefined ? leg.agentId === null && leg.number === number : leg.agentId === agentId;
}

/** From the last one back: whoever was in the call twice has two measurements and two legs. */
export function audioMeasured(legs: Legs, { legs: measured }: Of<"audioMeasured">): Legs {
  const found = new Map<number, MeasuredLeg>();
  for (const each of measured.toReversed()) {
    const leg = legs.findLast(
      ({ seq, answerAt, ...rest }) => answerAt !== null && !found.has(seq) && isOf({ seq, answerAt, ...rest }, each),
    );
    if (leg) found.set(leg.seq, each);
  }
  return legs.map((leg) => {
    const each = found.get(leg.seq);
    return each
      ? {
          ...leg,
          mos: each.mos,
          worstMos: each.worst,
          loss: each.loss,
          jitterMs: each.jitterMs,
          rttMs: each.rttMs ?? null,
        }
      : leg;
  });
}
