/** Legs in steps of more than two parties: consultation, transfer, conference, supervision. Pure. */
import {
  add,
  asks,
  change,
  connect,
  isConsulted,
  isSupervisor,
  missed,
  ofAgent,
  type Event,
  type Legs,
  type Of,
} from "./matching.ts";
import { begin, finish, isOpen, released, stop, talking, type Leg, type NewLeg } from "./leg.ts";

function consultStarted(legs: Legs, event: Event, fact: Of<"consultStarted">): Legs {
  const { at, actor } = event;
  const asking = change(legs, ofAgent(actor), (leg) => begin(stop(leg, at, "hold"), at, "consult"));
  return add(asking, event, {
    role: "consulted",
    number: fact.to,
    agentId: fact.agentId ?? null,
    skillGroupId: fact.skillGroupId ?? null,
    accessNumber: fact.displayed ?? null,
  });
}

function consultEnded(legs: Legs, event: Event, fact: Of<"consultEnded">): Legs {
  const { at, actor, reason } = event;
  const by = legs.find(asks);
  const own = actor === by?.agentId ? "consultCancelled" : "consultedHungUp";
  const left = fact.cause === "lost" ? "lost" : reason === "byMonitor" ? "byMonitor" : own;
  const over = change(legs, isConsulted, (leg) =>
    leg.answerAt === null
      ? missed(leg, at, fact.cause, fact)
      : finish(leg, at, left, { cause: fact.cause, ...released(fact) }),
  );
  return change(over, asks, (leg) => stop(leg, at, "consult"));
}

/** The next stretch of somebody who was asked, or who supervised. */
const goesOn = (legs: Legs, event: Event, before: Leg, leg: Pick<NewLeg, "role">): Legs => {
  const { party, number, agentId, skillGroupId, accessNumber } = before;
  const { at } = event;
  return add(legs, event, {
    party,
    number,
    agentId,
    skillGroupId,
    accessNumber,
    ringAt: at,
    answerAt: at,
    result: 200,
    ...leg,
  });
};

function transferred(legs: Legs, event: Event, fact: Of<"transferred">): Legs {
  const { at } = event;
  if (fact.mode === "blind") return connect(legs, at);
  const ends = { consult: "transferredConsult", success: "transferredSuccess", takenOver: "takenOver" } as const;
  const taken = fact.mode === "takenOver";
  const before = taken ? legs.find(isSupervisor(fact.agentId ?? fact.to)) : legs.find(isConsulted);
  const left = ends[fact.mode];
  const gone = change(legs, taken ? ofAgent(fact.from) : asks, (leg) => finish(leg, at, left));
  if (!before) return gone;
  const next = change(
    gone,
    (leg) => leg.seq === before.seq,
    (leg) => finish(leg, at, "tookOver"),
  );
  return connect(goesOn(next, event, { ...before, number: fact.to }, { role: "agent" }), at);
}

/** The last that was rung for the transfer; whoever missed the call before it was sent on did not fail it. */
function transferFailed(legs: Legs, { at }: Event, { to }: Of<"transferFailed">): Legs {
  const sent = legs.findLast(({ left }) => left === "transferredBlind")?.seq ?? 0;
  const rung = legs.findLast(({ role, answerAt, seq }) => role === "agent" && answerAt === null && seq > sent);
  return change(
    legs,
    (leg) => leg === rung,
    (leg) => ({ ...(isOpen(leg) ? finish(leg, at, "noAnswer") : leg), number: leg.number || to, result: 592 }),
  );
}

function conferenceStarted(legs: Legs, event: Event): Legs {
  const { at } = event;
  const before = legs.find(isConsulted);
  if (!before) return legs;
  const joined = change(legs, isConsulted, (leg) => finish(leg, at, "joined"));
  const heard = change(
    goesOn(joined, event, before, { role: "member" }),
    (leg) => isOpen(leg) && leg.role !== "supervisor",
    (leg) => begin(begin(stop(leg, at, "consult", "hold"), at, "talk"), at, "conference"),
  );
  return heard;
}

function partyLeft(legs: Legs, { at, reason }: Event, fact: Of<"partyLeft">): Legs {
  const own = fact.agentId ? "agentHungUp" : "partyHungUp";
  const left = fact.cause === "lost" ? "lost" : reason === "byMonitor" ? "byMonitor" : own;
  const rest = change(
    legs,
    fact.agentId
      ? ofAgent(fact.agentId)
      : (leg) => isOpen(leg) && leg.role !== "customer" && leg.agentId === null && leg.number === fact.number,
    (leg) => finish(leg, at, left, { cause: fact.cause }),
  );
  return whileSeveral(rest, at);
}

/** Two who are left are no conference. */
export function whileSeveral(legs: Legs, at: number): Legs {
  const talkers = legs.filter((leg) => isOpen(leg) && leg.role !== "supervisor");
  return talkers.length > 2
    ? legs
    : change(
        legs,
        (leg) => talkers.includes(leg),
        (leg) => stop(leg, at, "conference"),
      );
}

const memberInvited = (legs: Legs, event: Event, { to, agentId, skillGroupId, displayed }: Of<"memberInvited">): Legs =>
  add(legs, event, {
    role: "member",
    number: to,
    agentId: agentId ?? null,
    skillGroupId: skillGroupId ?? null,
    accessNumber: displayed ?? null,
  });

const memberJoined = (legs: Legs, { at }: Event, { number, agentId }: Of<"memberJoined">): Legs =>
  change(
    legs,
    (leg) => isOpen(leg) && leg.role === "member" && leg.number === number && leg.agentId === (agentId ?? null),
    (leg) => begin(talking(leg, at), at, "conference"),
  );

const furthest = { listen: 0, whisper: 1, insert: 2 } as const;

function supervised(legs: Legs, event: Event, { mode, by, seatless }: Of<"supervised">): Legs {
  const { at } = event;
  const there = legs.some(isSupervisor(by))
    ? legs
    : add(legs, event, {
        role: "supervisor",
        ...(seatless ? { number: by, agentId: null } : { number: "", agentId: by }),
        supervision: mode,
      });
  return change(there, isSupervisor(by), (leg) => ({
    ...(mode === "insert" && leg.answerAt !== null ? begin(leg, at, "conference") : stop(leg, at, "conference")),
    supervision: leg.supervision && furthest[leg.supervision] > furthest[mode] ? leg.supervision : mode,
  }));
}

/** Its leg is up: from here on he hears, and is heard as he asked. */
function supervisionAnswered(legs: Legs, { at }: Event, { by, mode }: Of<"supervisionAnswered">): Legs {
  return change(legs, isSupervisor(by), (leg) => {
    const up = talking(leg, at);
    return mode === "insert" ? begin(up, at, "conference") : up;
  });
}

export function applyParties(legs: Legs, event: Event): Legs {
  const { fact, at } = event;
  switch (fact.type) {
    case "consultStarted":
      return consultStarted(legs, event, fact);
    case "consultAnswered":
      return change(legs, isConsulted, (leg) => begin({ ...leg, answerAt: at, result: 200 }, at, "consult"));
    case "consultEnded":
      return consultEnded(legs, event, fact);
    case "transferred":
      return transferred(legs, event, fact);
    case "transferFailed":
      return transferFailed(legs, event, fact);
    case "conferenceStarted":
      return conferenceStarted(legs, event);
    case "memberInvited":
      return memberInvited(legs, event, fact);
    case "memberJoined":
      return memberJoined(legs, event, fact);
    case "partyLeft":
      return partyLeft(legs, event, fact);
    case "supervised":
      return supervised(legs, event, fact);
    case "supervisionAnswered":
      return supervisionAnswered(legs, event, fact);
    case "supervisionEnded":
      return change(legs, isSupervisor(fact.by), (leg) => finish(leg, at, "supervisionOver"));
    default:
      return legs;
  }
}
