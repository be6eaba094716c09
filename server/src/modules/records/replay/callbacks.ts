/**
 * Callbacks of an hour, from their facts (docs/protocol.md Q11, Q23): when each came into the queue, off the line and at its old place,
 * which agents it was given, and whether its customer was reached. One stay a try. Pure.
 */
import { minuteMs } from "@liantai/api/contract";
import type { CallFact, ContactEntry, Sequenced } from "../../event-log/index.ts";
import type { Outcome } from "../../routing/index.ts";
import { handling, restAfter, type Span } from "./agents.ts";
import type { PastOccupied, PastStay } from "./stays.ts";

type Event = Sequenced<ContactEntry>;
type Fact<T extends CallFact["type"]> = Extract<CallFact, { type: T }>;
type Spans = ReadonlyMap<string, readonly Span[]>;

/** After a try in vain he waits again so much later. */
const retryMs = 5 * minuteMs;
/** His telephone failed, or he hung up himself, before the customer's was dialled: it was no try. */
const ownFault: ReadonlySet<string> = new Set(["cancelled", "failed", "agentLost"]);

function find<T extends CallFact["type"]>(events: readonly Event[], type: T, from = 0) {
  for (const { fact, at, seq, reason } of events)
    if (fact.type === type && seq >= from) return { at, seq, reason, fact: fact as Fact<T> };
  return undefined;
}

/** What the call in which it was asked for says of it. */
interface Asked {
  readonly id: string;
  readonly callId: string;
  readonly group: string;
  /** Of the call; when the line was free; when it was over otherwise. */
  readonly arrivedAt: number;
  readonly at: number;
  readonly goneAt: number;
  readonly boostMs: number;
  readonly boosts: PastStay["boosts"];
  readonly moves: readonly { readonly at: number; readonly byMs: number }[];
}

const talks: ReadonlySet<CallFact["type"]> = new Set(["answered", "answeredAgain", "transferred"]);

function askedIn(events: readonly Event[]): Asked | undefined {
  const created = find(events, "created");
  const request = find(events, "callbackRequested");
  const ended = request && find(events, "ended", request.seq);
  // Served on the line after all, it is dropped.
  if (!created || !ended || events.some(({ fact, seq }) => seq > request.seq && talks.has(fact.type))) return undefined;
  const queued = events.findLast(({ fact, seq }) => fact.type === "queued" && seq < request.seq)?.fact;
  const { boostMs = 0, boosts = {} } = queued?.type === "queued" ? queued : {};
  const moved = events.flatMap(({ fact, at, seq }) => (fact.type === "movedUp" ? [{ at, seq, byMs: fact.byMs }] : []));
  const before = moved.filter(({ seq }) => seq < request.seq).reduce((ms, { byMs }) => ms + byMs, 0);
  const end = find(events, "callbackEnded", request.seq);
  return {
    id: request.fact.id,
    callId: events[0]!.id,
    group: request.fact.skillGroupId,
    arrivedAt: created.at,
    at: ended.at,
    goneAt: end && end.fact.outcome !== "answered" ? end.at : Infinity,
    boostMs: boostMs + before,
    boosts,
    moves: moved.filter(({ seq }) => seq > request.seq),
  };
}

/** A call that was made for it, by an agent whom the queue chose, or by hand. */
interface Made {
  readonly callId: string;
  readonly at: number;
  readonly agent: string;
  readonly chosen: boolean;
  readonly end: "answered" | "inVain" | "ownFault" | "open";
  readonly endAt: number;
}

function madeOf(events: readonly Event[]): (Made & { readonly of: string }) | undefined {
  const created = find(events, "created");
  const { callbackOf: of, agentId: agent } = created?.fact ?? {};
  if (!created || of === undefined || agent === undefined) return undefined;
  const answered = find(events, "answered");
  const ended = find(events, "ended");
  const missed = !find(events, "dialled") && ownFault.has(ended?.reason ?? "");
  return {
    of,
    callId: events[0]!.id,
    at: created.at,
    agent,
    chosen: find(events, "decision") !== undefined,
    end: answered ? "answered" : !ended ? "open" : missed ? "ownFault" : "inVain",
    endAt: (answered ?? ended)?.at ?? Infinity,
  };
}

/** The stay that begins at `at`, and those that follow it. */
function stayOf(asked: Asked, nth: number, at: number, made: readonly Made[], spans: Spans, until: number): PastStay {
  const pairs = new Map<string, Outcome[]>();
  const occupied: PastOccupied[] = [];
  const had = (agent: string, outcome: Outcome) => pairs.set(agent, [...(pairs.get(agent) ?? []), outcome]);
  const closed = (
    endAt: number,
    outcome: PastStay["past"]["outcome"],
    callback: NonNullable<PastStay["callback"]>,
    agent?: string,
  ): PastStay => ({
    id: `callback:${asked.id}#${nth}`,
    callId: asked.callId,
    group: asked.group,
    at,
    arrivedAt: asked.arrivedAt,
    inbound: false,
    talked: false,
    boostMs: asked.boostMs + asked.moves.reduce((ms, move) => ms + (move.at < at ? move.byMs : 0), 0),
    boosts: asked.boosts,
    firstInLine: false,
    groups: [asked.group],
    moves: asked.moves.flatMap((move) =>
      move.at >= at && move.at < endAt ? [{ afterMs: move.at - at, byMs: move.byMs }] : [],
    ),
    pairs,
    occupied,
    callback,
    past: { outcome, waitMs: Math.max(0, endAt - at), group: asked.group, ...(agent ? { agent } : {}) },
  });
  for (const [i, call] of made.entries()) {
    const { callId, agent, end } = call;
    const own = spans.get(agent) ?? [];
    const endAt = Math.min(call.endAt, until);
    if (!call.chosen) return closed(call.at, "flowed", { reached: end === "answered" });
    if (end === "ownFault") {
      had(agent, { answered: false, afterMs: endAt - call.at, declined: true, restMs: restAfter(own, endAt) ?? 0 });
      occupied.push({ agent, from: call.at, to: endAt, callId });
      continue;
    }
    const { talkMs, wrapUpMs } = handling(own, callId, endAt);
    had(agent, { answered: true, afterMs: endAt - call.at, talkMs, wrapUpMs });
    occupied.push({ agent, from: call.at, to: endAt + talkMs + wrapUpMs, callId });
    if (end !== "inVain") return closed(endAt, end, { reached: true }, agent);
    const next = endAt + retryMs;
    const goesOn = next < Math.min(asked.goneAt, until);
    const stay = goesOn ? stayOf(asked, nth + 1, next, made.slice(i + 1), spans, until) : undefined;
    return closed(endAt, "flowed", { reached: false, ...(stay ? { again: { afterMs: retryMs, stay } } : {}) }, agent);
  }
  const goneAt = Math.min(asked.goneAt, until);
  return closed(goneAt, asked.goneAt < until ? "flowed" : "open", { reached: true });
}

/** events: of calls that asked and of calls that were made for them, call by call. until: what is open then was open. */
export function callbacksOf(events: readonly Event[], spans: Spans, until: number): PastStay[] {
  const calls = new Map<string, Event[]>();
  for (const event of events) calls.set(event.id, [...(calls.get(event.id) ?? []), event]);
  const made = [...calls.values()].flatMap((call) => madeOf(call) ?? []).sort((a, b) => a.at - b.at);
  const asked = [...calls.values()].flatMap((call) => askedIn(call) ?? []).sort((a, b) => a.at - b.at);
  const known = new Set<string>();
  return asked.flatMap((each) => {
    // Who asks again keeps the older place.
    if (known.has(each.id)) return [];
    known.add(each.id);
    const own = made.filter(({ of, at }) => of === each.callId && at < until);
    return each.at < until ? [stayOf(each, 1, each.at, own, spans, until)] : [];
  });
}

/** It, and where it was tried again the stays after it. */
export function eachTry(stay: PastStay): PastStay[] {
  const again = stay.callback?.again;
  return [stay, ...(again ? eachTry(again.stay) : [])];
}
