/** The real pacing of the dialling engine in a simulation. */
import { newPacingState, observe, want, type PacingParameters } from "../pacing/index.ts";
import type { Pacer } from "./floor.ts";

export function ownPacer(parameters: PacingParameters): Pacer {
  let seen = newPacingState();
  return {
    want: (view) => want({ ...view, state: seen }, parameters).dial,
    observe: (event) => {
      seen = observe(seen, event, parameters);
    },
  };
}
