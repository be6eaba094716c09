/** Routing: which caller is offered to which agent. */
export { QueueMachine } from "./queue-machine.ts";
export type { Entry as QueueEntry, QueueEffect, QueueInput } from "./types.ts";
