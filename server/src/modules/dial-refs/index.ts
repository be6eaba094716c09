/**
 * Sealed references to numbers: who may not see a number dials it by one (docs/protocol.md, section Reminders). It opens for the seat that
 * it was made for, in its enterprise, for 24 h. The only face of this module.
 */
export { createDialGate } from "./gate.ts";
export { createDialRefs, dialRefMs, type DialRefs } from "./refs.ts";
