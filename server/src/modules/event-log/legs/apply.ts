/** A call's events as the legs of its parties: pure, so that a rebuild gives equal rows. */
import type { EndCause } from "@liantai/api/contract";
import type { CallLegEnd } from "@liantai/api/contract/admin";
import { resultOf } from "../results.ts";
import type { Visit } from "../visits.ts";
import { audioMeasured } from "./audio.ts";
import { begin, finish, isOpen, isWaiting, released, stop, talking, type Leg } from "./leg.ts";
import { speechMeasured } from "./speech.ts";
import {
  add,
  alone,
  change,
  connect,
  mayTalk,
  missed,
  ofAgent,
  waiting,
  type Event,
  type Legs,
  type Of,
} from "./matching.ts";
import { applyParties, whileSeveral } from "./parties.ts";

function created(event: Event, fact: Of<"created">): Legs {
  const { direction, caller, callee, agentId, accessNumber } = fact;
  if (fact.meeting) return [];
  const line = { accessNumber: accessNumber ?? null };
  if (direction === "inbound") return add([], event, { role: "customer", number: caller, ...line });
  const first = { accessNumber: fact.firstDisplayed ?? null };
  const own = add([], event, { role: "agent", number: caller, agentId: agentId ?? null, ...first });
  return direction === "internal"
    ? add(own, event, { role: "agent", number: callee })
    : add(own, event, { role: "customer", number: callee, ...line });
}

function dialled(legs: Legs, event: Event, fact: Of<"dialled">): Legs {
  const { to, agentId, displayed } = fact;
  const far = legs.find(({ seq }) => seq === 2);
  // The other side of a call that an agent begins.
  if (far && legs.length === 2 && isWaiting(far) && legs[0]?.role === "agent")
    return change(
      legs,
      (leg) => leg === far,
      (leg) => ({ ...leg, number: to, agentId: agentId ?? null, startAt: event.at }),
    );
  return add(legs, event, {
    role: "agent",
    number: to,
    agentId: agentId ?? null,
    accessNumber: displayed ?? null,
  });
}

const offerEnds: Readonly<Record<string, readonly [CallLegEnd, number]>> = {
  noAnswer: ["noAnswer", 594],
  declined: ["refused", 585],
  customerGone: ["callerGone", 183],
  deviceGone: ["notReached", 586],
};

function offerEnded(legs: Legs, { at, reason }: Event, fact: Of<"offerEnded">): Legs {
  const [left, result] = offerEnds[reason ?? ""] ?? ["cancelled", 183];
  return change(
    legs,
    (leg) => isWaiting(leg) && leg.role === "agent" && leg.agentId === fact.agentId,
    (leg) => finish(leg, at, left, { cause: reason ?? null, result }),
  );
}

const forwardResults = { always: 183, busy: 588, noAnswer: 594, offline: 586 } as const;

/** Whoever is called instead of the seat has its part in the call; the seat's own leg, where there is one, is over. */
function forwarded(legs: Legs, event: Event, { number, mode, to, toAgentId, displayed }: Of<"forwarded">): Legs {
  const { at } = event;
  const before = legs.findLast((leg) => leg.number === number && leg.answerAt === null && leg.role !== "customer");
  const over = change(
    legs,
    (leg) => leg === before && isOpen(leg),
    (leg) => finish(leg, at, "forwarded", { cause: mode, result: forwardResults[mode] }),
  );
  return add(over, event, {
    role: before?.role ?? "agent",
    number: to,
    agentId: toAgentId ?? null,
    accessNumber: displayed ?? null,
    offered: toAgentId && before?.offered !== 0 ? 1 : 0,
  });
}

function notReached(legs: Legs, { at }: Event, fact: Of<"notReached">): Legs {
  return change(
    legs,
    (leg) => isWaiting(leg) && leg.role !== "consulted" && leg.number === fact.to,
    (leg) => missed(leg, at, fact.cause, fact),
  );
}

function held(legs: Legs, { at }: Event, { agentId, consult }: Of<"held">): Legs {
  const holder = ofAgent(agentId);
  return change(
    legs,
    (leg) => (holder(leg) && !consult) || (isOpen(leg) && leg.role === "customer"),
    (leg) => {
      const holding = begin(leg, at, "hold");
      return holder(leg) ? { ...holding, holds: leg.holds + 1 } : holding;
    },
  );
}

/** Who hung up, on every leg of the talk: the end that follows keeps it. */
function hungup(legs: Legs, { actor, at }: Event, fact: Of<"hungup">): Legs {
  const customer = fact.side === "far";
  const by = legs.find(
    fact.agentId
      ? ofAgent(fact.agentId)
      : (leg) => mayTalk(leg) && leg.agentId === null && (leg.role === "customer") === customer,
  );
  const left = actor.startsWith("monitor:")
    ? "byMonitor"
    : fact.agentId
      ? fact.cause === "lost"
        ? "lost"
        : "agentHungUp"
      : by?.role === "customer"
        ? "customerHungUp"
        : "partyHungUp";
  // A lost agent is out of the call from here on, also where a sentence is said to the customer yet (K70).
  const out = left === "lost" ? by : undefined;
  const told = change(legs, isOpen, (leg) => {
    const how = leg === by ? { cause: fact.cause, ...released(fact) } : {};
    return leg === out ? finish(leg, at, "lost", how) : { ...leg, left, ...how };
  });
  return out ? alone(told, at) : told;
}

/** How an answered leg ended, where nobody hung up. */
function endOf(cause: EndCause, actor: string): CallLegEnd {
  if (cause === "byMonitor") return "byMonitor";
  if (cause === "agentLost" || cause === "callerLost") return "lost";
  if (actor === "caller" || actor === "callee") return "customerHungUp";
  return actor === "engine" ? "closed" : "agentHungUp";
}

/** How a leg ended that nobody answered. */
function missedAt(leg: Leg, cause: EndCause, first: boolean): CallLegEnd {
  if (first) return cause === "cancelled" ? "cancelled" : "closed";
  if (cause === "noAnswer") return "noAnswer";
  if (cause === "busy" || cause === "rejected") return "refused";
  if (cause === "cancelled") return "cancelled";
  return leg.offered === 1 || leg.role === "consulted" ? "callerGone" : "notReached";
}

function ended(legs: Legs, { at, reason, actor }: Event): Legs {
  const cause = reason as EndCause;
  return change(legs, isOpen, (leg) => {
    if (leg.role === "supervisor") return finish(leg, at, "supervisionOver");
    if (leg.answerAt !== null) return finish(leg, at, leg.left ?? endOf(cause, actor));
    const result = resultOf({ cause, answered: false });
    const own = leg.seq === 1 && leg.role === "customer";
    return own
      ? finish(leg, at, leg.left ?? endOf(cause, actor), { cause, result })
      : finish(leg, at, missedAt(leg, cause, leg.seq === 1), { cause, result });
  });
}

/** visits: as they are after this event. recordedFrom: when the recording began; null: there is none. */
export function applyLegs(
  legs: Legs,
  { visits, recordedFrom }: { readonly visits: readonly Visit[]; readonly recordedFrom: number | null },
  event: Event,
): Legs {
  const { fact, at } = event;
  switch (fact.type) {
    case "created":
      return created(event, fact);
    case "dialled":
      return dialled(legs, event, fact);
    case "farRinging":
      return change(
        legs,
        (leg) => leg.seq === 2 && isWaiting(leg),
        (leg) => ({ ...leg, ringAt: leg.ringAt ?? at, result: 180 }),
      );
    case "partyRinging":
      return change(
        legs,
        (leg) => isWaiting(leg) && leg.number === fact.to,
        (leg) => ({ ...leg, ringAt: leg.ringAt ?? at, result: 180 }),
      );
    // A line to the outside is used from here on; a seat talks when the second answers.
    case "firstAnswered":
      return change(
        legs,
        (leg) => leg.seq === 1 && leg.accessNumber !== null,
        (leg) => talking(leg, at),
      );
    case "offered":
      return add(legs, event, {
        role: "agent",
        number: fact.number ?? "",
        agentId: fact.agentId,
        skillGroupId: fact.skillGroupId ?? null,
        visit: visits.findLast((v) => v.leftAt === null && v.skillGroupId === fact.skillGroupId)?.seq ?? null,
        offered: 1,
        ringAt: at,
      });
    case "offerEnded":
      return offerEnded(legs, event, fact);
    case "forwarded":
      return forwarded(legs, event, fact);
    case "notReached":
      return whileSeveral(notReached(legs, event, fact), at);
    case "answered":
    case "answeredAgain":
      return connect(legs, at);
    case "held":
      return held(legs, event, fact);
    case "resumed":
      return change(
        legs,
        (leg) => isOpen(leg) && leg.since.hold !== undefined,
        (leg) => stop(leg, at, "hold"),
      );
    // The lost agent's leg ended with `hungup`; a colleague who had called him waits on as a customer does.
    case "requeued":
      return change(legs, mayTalk, (leg) => waiting(leg, at));
    case "sentOn":
      return alone(
        change(legs, ofAgent(fact.agentId), (leg) => finish(leg, at, "transferredBlind")),
        at,
      );
    case "surveyStarted":
      return alone(
        change(legs, ofAgent(fact.agentId), (leg) => finish(leg, at, "surveyed")),
        at,
      );
    case "hungup":
      return hungup(legs, event, fact);
    case "ended":
      return ended(legs, event);
    case "audioMeasured":
      return audioMeasured(legs, fact);
    case "recordingStored":
      return speechMeasured(legs, fact, recordedFrom);
    default:
      return applyParties(legs, event);
  }
}
