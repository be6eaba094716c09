/** The event log and its projections. */
export type { AgentEntry, CallFact, ContactEntry, Entry, RoutingReason, Sequenced } from './events.ts';
export { createJournal, type Journal, type JournalOptions } from './journal.ts';
export { rebuild, recoverCalls, storeLeftovers, type ClosedCall, type RecoveryOptions, type Salvage } from './recovery.ts';
export { readStream, isContact } from './repository.ts';
export { dayOf, formatTime, parseTime } from './time.ts';
