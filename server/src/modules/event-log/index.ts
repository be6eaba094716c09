/** The event log and its projections. */
export { applyCall } from "./call-record.ts";
export { applyContact } from "./contact.ts";
export type { AudioFact, MeasuredLeg } from "./audio-facts.ts";
export { excludedMost, type DecisionFact, type ExcludedAgent, type Exclusion } from "./decision-facts.ts";
export type { BoostSource, CallFact, ContactEntry, Entry, RoutingReason, Sequenced } from "./events.ts";
export type { FlowFact } from "./flow-facts.ts";
export type { Announced } from "./task-facts.ts";
export type { SecureEntryEnd } from "./secure-facts.ts";
export type { SuspendEnd } from "./suspend-facts.ts";
export { dialCause, resultOf } from "./results.ts";
export { createChangeHints } from "./change-hints.ts";
export { createEventLog, type EventLog, type SharedEventLog } from "./event-log.ts";
export { enterprisesLive, readSnapshots, type StoredSnapshot } from "./snapshot-repository.ts";
export { endedCall } from "./recovery-repository.ts";
export { gatheredCalls, gatheredIn } from "./gathered-repository.ts";
export {
  endAgents,
  readOpen,
  rebuild,
  recoverCalls,
  storeLeftovers,
  type LeftOpen,
  type RecoveryOptions,
} from "./recovery.ts";
export { reconcile, type ReconcileCursor } from "./reconcile/index.ts";
export { mend, projectionVersion, type MendCursor } from "./reconcile/mend.ts";
export { readCallbacks, readDecisions, readQueuedCalls, readStates } from "./hour-repository.ts";
export { readStream, isContact } from "./repository.ts";
export {
  appendOrderEvents,
  lastWordsOf,
  orderEventsSince,
  readEventsOfOrders,
  readOrderEvents,
} from "./order-repository.ts";
export { readSpans } from "./spans.ts";
