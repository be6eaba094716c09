/** Ways of pacing in a simulation: the product's own. */
import { newPacingState, observe, want, type PacingParameters, type PacingState } from "../pacing/index.ts";
import type { Pacer } from "./simulate.ts";

/** The real engine's functions. `state`: what a task has seen before. */
export function ownPacer(parameters: PacingParameters, state: PacingState = newPacingState()): Pacer {
  let seen = state;
  return {
    want: (view) => want({ ...view, state: seen }, parameters).dial,
    observe: (event) => {
      seen = observe(seen, event, parameters);
    },
  };
}
