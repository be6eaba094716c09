/** How many calls of a task are dialled now, and what it has seen so far. Pure. */
export { newPacingState, observe } from "./observe.ts";
export { reasonText } from "./reason-text.ts";
export { want } from "./want.ts";
export {
  pacingOf,
  usualPacing,
  type Cap,
  type CapOf,
  type PacedAgent,
  type PacingEvent,
  type PacingParameters,
  type PacingState,
  type Reason,
  type View,
  type Want,
} from "./types.ts";
