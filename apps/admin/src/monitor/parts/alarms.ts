/** Times in a state that a person may be warned of. */
import { seatFigures } from "@liantai/api/contract/admin";
import type { StateTone } from "@liantai/ui";
import type { Watched } from "@liantai/ui/resource";
import { toneOf } from "../../home/parts/timeline-model.ts";

export const watched: readonly Watched[] = seatFigures.map(({ id, name }) => ({
  id,
  name,
  unit: "seconds",
  worse: "more",
}));

/** A held talk is a talk. */
export const watchedTone = (code: number): StateTone => (toneOf(code) === "held" ? "talking" : toneOf(code));
