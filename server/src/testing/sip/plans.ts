/** Audio plans that tests and benches ask of a switch. */
import type { AudioPlan, Hearing, LegId } from "../../ports/switch.ts";

/** Each hears all the others. */
export const everyoneHears = (...legs: readonly LegId[]): AudioPlan =>
  new Map(legs.map((leg) => [leg, { kind: "legs", legs: legs.filter((other) => other !== leg) }]));

export const hearsMusic: Hearing = { kind: "sources", sources: [{ kind: "music" }] };

export const hears = (...legs: readonly LegId[]): Hearing => ({ kind: "legs", legs });
