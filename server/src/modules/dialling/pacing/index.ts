/** How many calls of a task are dialled now, and what it has seen so far. Pure. */
export { newPacingState, observe } from "./observe.ts";
export { want } from "./want.ts";
export * from "./types.ts";
