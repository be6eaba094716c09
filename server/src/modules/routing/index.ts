/** Routing: which caller is offered to which agent. */
export { chooseAgain } from "./considered.ts";
export { replay, type PastDecision } from "./replay.ts";
export { Agenda } from "./simulation/agenda.ts";
export { simulate } from "./simulation/simulate.ts";
export type * from "./simulation/types.ts";
export { WaitEstimates, type WaitHistory } from "./wait-estimates.ts";
export { QueueMachine } from "./queue-machine.ts";
export type { Entry as QueueEntry, Place, QueueEffect, QueueInput } from "./types.ts";
