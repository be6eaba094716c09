/** Routing: which caller is offered to which agent. */
export { QueueMachine, type QueueEffect, type QueueInput } from './queue-machine.ts';
