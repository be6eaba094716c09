/** Dialling on a virtual clock: what a list would come to, and what a past day would have come to. */
export { ratesOf, type History } from "./known.ts";
export { CallPacker, type PastCall } from "./replay.ts";
export { createSimulator, type Simulator } from "./simulator.ts";
