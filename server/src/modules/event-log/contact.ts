/** A call's events as everything that is kept of it: its record, the legs of its parties, its stays in queues and flows. Pure. */
import type { CallLegEnd, HangupSide } from "@liantai/api/contract/admin";
import { applyCall, withAgent, type CallRecord } from "./call-record.ts";
import type { ContactEntry, Sequenced } from "./events.ts";
import { applyFlowStays, noStays, type FlowStays } from "./flow-stays.ts";
import { applyLegs } from "./legs/apply.ts";
import { isWaiting, type Leg } from "./legs/leg.ts";
import { applyMeeting, type MeetingRecord } from "./meeting-record.ts";
import { applyRobotTalks, noTalks, type RobotTalks } from "./robot-talks.ts";
import { applyVisits, noVisits, type Visits } from "./visits.ts";

export interface Contact {
  readonly record: CallRecord;
  readonly legs: readonly Leg[];
  readonly visits: Visits;
  readonly stays: FlowStays;
  readonly talks: RobotTalks;
  /** Of a room's. */
  readonly meeting?: MeetingRecord;
}

type Event = Sequenced<ContactEntry>;

/** Whose phone rings came out of this group. */
const ringingGroup = (legs: readonly Leg[]): string | null =>
  legs.findLast((leg) => isWaiting(leg) && leg.role === "agent")?.skillGroupId ?? null;

/** An agent talks here, or has the customer wait for him. */
const hasCustomer = ({ role, agentId, since }: Leg): boolean =>
  agentId !== null && (role === "agent" || role === "member") && since.talk !== undefined;

const sides: Partial<Record<CallLegEnd, HangupSide>> = {
  customerHungUp: "customer",
  agentHungUp: "agent",
  partyHungUp: "party",
  byMonitor: "monitor",
};

/** Whose end is the call's: the customer's, or among seats alone that of who talked to the end; a room (B23) ends by itself. */
const lastLeg = ({ legs, meeting }: Contact, at: number): Leg | undefined =>
  legs.find(({ role }) => role === "customer") ??
  (meeting
    ? undefined
    : legs.findLast((leg) => leg.role !== "supervisor" && leg.answerAt !== null && leg.endAt === at));

/** A call without a talk is ended by its caller, by who was called, or by us. */
function hungUpBy(contact: Contact, { actor, at }: Event): HangupSide {
  const { record } = contact;
  if (record.answerAt !== null) return sides[lastLeg(contact, at)?.left ?? "closed"] ?? "system";
  if (record.cause === "byMonitor") return "monitor";
  if (actor === "caller" || actor === "callee") return "customer";
  return actor === "engine" ? "system" : "agent";
}

/** What only the legs know. */
function completed(contact: Contact, event: Event): CallRecord {
  const { record, legs } = contact;
  const timed = withAgent(record, event.at, event.fact.type !== "ended" && legs.some(hasCustomer));
  if (event.fact.type === "ended") return { ...timed, hungUpBy: hungUpBy(contact, event) };
  // Who is left in a conference has the customer.
  if (event.fact.type !== "partyLeft" || event.fact.agentId !== record.agentId) return timed;
  return { ...timed, agentId: legs.findLast(hasCustomer)?.agentId ?? record.agentId };
}

export function applyContact(before: Contact | undefined, event: Event): Contact {
  const visits = applyVisits(before?.visits ?? noVisits, event, ringingGroup(before?.legs ?? []));
  const recordedFrom = before?.record.recordedFrom ?? null;
  const legs = applyLegs(before?.legs ?? [], { visits: visits.list, recordedFrom }, event);
  const stays = applyFlowStays(before?.stays ?? noStays, event);
  const applied = applyCall(before?.record, event);
  const talks = applyRobotTalks(before?.talks ?? noTalks, event, applied);
  const meeting = applyMeeting(before?.meeting, event);
  const contact = { record: applied, legs, visits, stays, talks, ...(meeting ? { meeting } : {}) };
  const record = completed(contact, event);
  return { ...contact, record: meeting ? { ...record, conference: 1 } : record };
}
