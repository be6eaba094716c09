/**
 * One call: pure. `step` takes what happened and gives the next call and what to do about it; the engine does it. Inbound:
 * arriving, greeting, routing, waiting, offering, talking. Outbound and internal: preparing, dialling, talking. Every path leads to
 * `ended`, once, with one cause (docs/protocol.md, section Calls).
 */
import type { HangupCause } from "../../ports/switch.ts";
import { beginDialling, dialFar, farAnswered, farRings } from "./call/dialling.ts";
import { Draft } from "./call/draft.ts";
import { dialCause, end, farewell, offerEnd } from "./call/ending.ts";
import { inform } from "./call/informing.ts";
import { limits } from "./call/limits.ts";
import {
  agentAnswered,
  announce,
  awaitDevice,
  enqueue,
  full,
  joinNext,
  music,
  notice,
  offer,
  offerOver,
  queued,
  ringAgain,
  served,
} from "./call/queueing.ts";
import { overflow } from "./call/overflow.ts";
import { route, routed, welcome } from "./call/routing.ts";
import { found, giveUp, hold, lose, rejoin, rejoined, startTalking, unhold } from "./call/talking.ts";
import type { Call, CallEffect, CallInput, SideName } from "./call/types.ts";
import { otherSide } from "./call/types.ts";

export interface CallStep {
  readonly call: Call;
  readonly effects: readonly CallEffect[];
  /** The command does not fit the state. */
  readonly refused: boolean;
}

export function step(call: Call, input: CallInput, now: number): CallStep {
  const d = new Draft(call, now);
  if (call.phase.kind !== "ended") {
    react(d, input);
    inform(d);
  }
  // A leg that was asked for before the end.
  else if (input.type === "originated") d.do({ do: "hangup", leg: input.leg, cause: "cancelled" });
  else d.refuse();
  return { call: d.call, effects: d.effects, refused: d.refused };
}

function react(d: Draft, input: CallInput): void {
  switch (input.type) {
    case "begin":
      return begin(d, input);
    case "routed":
      return routed(d, input);
    case "served":
      return served(d, input.groups);
    case "notFree":
      return d.call.phase.kind === "routing" ? farewell(d, input.cause) : undefined;
    case "originated":
      return originated(d, input.attempt, input.leg);
    case "originateFailed":
      return originateFailed(d, input.attempt, input.cause);
    case "legRinging":
      return d.ofLeg(input.leg) === "far" && d.call.phase.kind === "dialling" ? farRings(d) : undefined;
    case "legUp":
      return legUp(d, input.leg);
    case "legGone":
      return legGone(d, input);
    case "legLost":
      return onSide(d, input.leg, (name) => sideLost(d, name));
    case "legFound":
      return onSide(d, input.leg, (name) => found(d, name));
    case "deviceHold":
      return onSide(d, input.leg, (name) => (input.held ? hold(d, name) : unhold(d, name)));
    case "digit":
      return onSide(d, input.leg, (name) =>
        d.call.phase.kind === "talking"
          ? d.note({ type: "digits", digits: input.digit, from: name === "far" ? "caller" : "agent" }, d.actor(name))
          : undefined,
      );
    case "playDone":
      return playDone(d, input.tag);
    case "queued":
      return queued(d, input);
    case "position":
      return d.call.phase.kind === "waiting" ? d.set({ ahead: input.ahead }) : undefined;
    case "queueFull":
      return full(d);
    case "offer":
      return offer(d, input);
    case "timer":
      return timer(d, input);
    case "registered":
      return registered(d, input.user);
    case "moveMedia":
      return moveMedia(d, input.agentId, input.registered);
    case "hangup":
      return hangup(d, input);
    case "hold":
      return command(d, input.agentId, (name) => hold(d, name));
    case "unhold":
      return command(d, input.agentId, (name) => unhold(d, name));
    case "dtmf":
      return command(d, input.agentId, (name) => sendDigits(d, name, input.digits));
    case "fault":
      return end(d, "failed");
    case "shutdown":
      return end(d, "serverRestart");
  }
}

function onSide(d: Draft, leg: string, run: (name: SideName) => void): void {
  const name = d.ofLeg(leg);
  if (name) run(name);
}

function command(d: Draft, agentId: string, run: (name: SideName) => void): void {
  const name = d.ofAgent(agentId);
  if (name) run(name);
  else d.refuse();
}

function begin(d: Draft, { refuse, screened }: Extract<CallInput, { type: "begin" }>): void {
  const { direction, caller, callee, accessNumber, plan, routed: to, near, far } = d.call;
  const leads =
    plan && to
      ? {
          target: {
            kind: to.target.kind,
            id: to.target.id,
            name: to.target.name,
            ...(plan.rule ? { rule: plan.rule } : {}),
          },
        }
      : {};
  const created = {
    type: "created",
    direction,
    caller,
    callee,
    ...(accessNumber ? { accessNumber } : {}),
    ...(to?.target.kind === "skillGroup" ? { skillGroupId: to.target.id } : {}),
    ...leads,
    ...(near?.agentId ? { agentId: near.agentId } : {}),
  } as const;
  d.note(created, d.actor(direction === "inbound" ? "far" : "near"), plan?.rule ? "byTimeRule" : undefined);
  if (screened) d.note({ type: "screened", ...screened }, "engine", screened.ok ? undefined : refuse);
  if (refuse) return end(d, refuse);
  if (direction !== "inbound") return beginDialling(d);
  if (!far.leg) return end(d, "failed");
  d.do({ do: "ring", leg: far.leg });
  d.do({ do: "answer", leg: far.leg });
  d.do({ do: "timer", name: "arrive", ms: limits.arrive });
}

function originated(d: Draft, attempt: number, leg: string): void {
  const name = d.find((s) => s.attempt === attempt);
  const back = d.find((s) => s.rejoin?.attempt === attempt);
  if (name) d.patch(name, { leg, attempt: undefined });
  else if (back) d.patch(back, { rejoin: { attempt, leg } });
  else d.do({ do: "hangup", leg, cause: "cancelled" });
}

function originateFailed(d: Draft, attempt: number, cause: HangupCause): void {
  const name = d.find((s) => s.attempt === attempt);
  const back = d.find((s) => s.rejoin?.attempt === attempt && s.rejoin.leg === undefined);
  if (name) {
    d.patch(name, { attempt: undefined });
    notReached(d, name, cause);
  } else if (back) d.patch(back, { rejoin: undefined });
}

function legUp(d: Draft, leg: string): void {
  const back = d.find((s) => s.rejoin?.leg === leg);
  if (back) {
    rejoined(d, back);
    const { phase } = d.call;
    if (back === "far" && (phase.kind === "waiting" || phase.kind === "offering")) music(d);
    if (back === "far" && phase.kind === "greeting") route(d);
    return;
  }
  const name = d.ofLeg(leg);
  if (!name || d.side(name)?.up) return;
  d.patch(name, { up: true });
  const { kind } = d.call.phase;
  if (kind === "arriving" && name === "far") return welcome(d);
  if (kind === "offering" && name === "near") return agentAnswered(d);
  if (kind === "preparing" && name === "near") return dialFar(d);
  if (kind === "dialling") return name === "far" ? farAnswered(d) : startTalking(d);
}

/** A party that had not answered yet is out. */
function notReached(d: Draft, name: SideName, cause: HangupCause): void {
  const { kind } = d.call.phase;
  if (kind === "offering" && name === "near")
    return offerOver(d, offerEnd(cause), cause === "rejected" || cause === "busy" ? d.actor("near") : "engine");
  if (kind === "arriving") return end(d, "abandonedInGreeting", { by: "far" });
  if (name === "far") return end(d, dialCause(cause), { by: "far" });
  return cause === "normal" || cause === "cancelled" || cause === "rejected"
    ? end(d, "cancelled", { by: "near" })
    : end(d, "failed");
}

function legGone(d: Draft, { leg, cause, sipCode }: Extract<CallInput, { type: "legGone" }>): void {
  const back = d.find((s) => s.rejoin?.leg === leg);
  if (back) return d.patch(back, { rejoin: undefined });
  const name = d.ofLeg(leg);
  const side = name && d.side(name);
  if (!name || !side) return;
  d.patch(name, { leg: undefined });
  const { phase } = d.call;
  if (!side.up) {
    // The page that rang was closed or reloaded, or hands over to another tab.
    if (phase.kind === "offering" && name === "near" && (side.moving || cause === "unreachable" || cause === "lost"))
      return awaitDevice(d);
    return notReached(d, name, cause);
  }
  if (phase.kind === "farewell") return end(d, phase.cause, { by: name });
  // A browser that went without a word may come back.
  if (side.lost) return;
  if ((side.moving || cause === "lost" || cause === "failed") && (name === "far" || phase.kind === "talking"))
    return lose(d, name);
  d.note(
    {
      type: "hungup",
      side: name,
      cause,
      ...(side.agentId ? { agentId: side.agentId } : {}),
      ...(sipCode === undefined ? {} : { sipCode }),
    },
    d.actor(name),
  );
  switch (phase.kind) {
    case "arriving":
    case "greeting":
      return end(d, "abandonedInGreeting", { by: name });
    case "routing":
    case "waiting":
      return end(d, "abandonedInQueue", { by: name });
    case "offering":
      return end(d, "abandonedRinging", { by: name });
    case "preparing":
    case "dialling":
      return end(d, name === "near" ? "cancelled" : dialCause(cause), { by: name });
    default:
      return end(d, "completed", { by: name });
  }
}

function sideLost(d: Draft, name: SideName): void {
  const side = d.side(name);
  const { kind } = d.call.phase;
  if (!side?.up) {
    if (side?.leg) d.do({ do: "hangup", leg: side.leg, cause: "lost" });
    if (kind === "offering" && name === "near") return awaitDevice(d);
    d.patch(name, { leg: undefined });
    return notReached(d, name, "lost");
  }
  if (name === "near" && (kind === "preparing" || kind === "dialling")) return end(d, "agentLost");
  lose(d, name);
}

function playDone(d: Draft, tag: number): void {
  const { playing, phase } = d.call;
  if (playing?.tag !== tag) return;
  d.set({ playing: undefined });
  if (playing.what === "greeting" && phase.kind === "greeting") return route(d);
  if (
    (playing.what === "position" || playing.what === "notice") &&
    (phase.kind === "waiting" || phase.kind === "offering" || phase.kind === "routing")
  )
    return music(d);
  if (phase.kind === "farewell") end(d, phase.cause);
}

function timer(d: Draft, { name, ahead = 0 }: Extract<CallInput, { type: "timer" }>): void {
  const { phase } = d.call;
  switch (name) {
    case "arrive":
      return phase.kind === "arriving" ? end(d, "failed") : undefined;
    case "announce":
      return phase.kind === "waiting" ? announce(d, ahead) : undefined;
    case "maxWait":
      if (phase.kind === "waiting") return overflow(d, "wait");
      return phase.kind === "offering" ? d.phase({ ...phase, expired: true }) : undefined;
    case "notice":
      return phase.kind === "waiting" ? notice(d) : undefined;
    case "nextGroup":
      return joinNext(d);
    case "farewell":
      return phase.kind === "farewell" ? end(d, phase.cause) : undefined;
    case "connect":
      if (phase.kind === "offering") return offerOver(d, "deviceGone");
      return phase.kind === "dialling" ? end(d, "failed") : undefined;
    case "lost-near":
    case "lost-far":
      return giveUp(d, name === "lost-near" ? "near" : "far", () => enqueue(d, true));
  }
}

function registered(d: Draft, user: string): void {
  const name = d.find(
    (s) => s.user === user && (s.lost || s.moving) && s.rejoin === undefined && s.attempt === undefined,
  );
  if (!name) return;
  if (d.call.phase.kind === "offering" && name === "near") ringAgain(d);
  else rejoin(d, name);
}

function moveMedia(d: Draft, agentId: string, isRegistered: boolean): void {
  const name = d.ofAgent(agentId);
  const { kind } = d.call.phase;
  if (!name || (kind !== "talking" && !(kind === "offering" && name === "near"))) return d.refuse();
  d.patch(name, { moving: true });
  if (isRegistered) registered(d, d.side(name)?.user ?? "");
}

function hangup(d: Draft, { agentId, why }: Extract<CallInput, { type: "hangup" }>): void {
  const name = d.ofAgent(agentId);
  if (!name) return d.refuse();
  const { kind } = d.call.phase;
  const leaves = why ? { leaves: { agentId, why } } : {};
  if (kind === "offering" && name === "near") {
    offerOver(d, "declined", agentId);
    if (why)
      d.do({ do: "agent", agentId, input: why === "recovered" ? { type: "recover" } : { type: "leave", reason: why } });
    return;
  }
  if (kind === "talking") {
    d.note({ type: "hungup", side: name, cause: "normal", agentId }, agentId);
    return end(d, "completed", { by: name, ...leaves });
  }
  if (name === "far" && d.call.direction === "inbound")
    return end(
      d,
      kind === "waiting" || kind === "routing"
        ? "abandonedInQueue"
        : kind === "offering"
          ? "abandonedRinging"
          : "abandonedInGreeting",
      { by: name, ...leaves },
    );
  end(d, name === "near" ? "cancelled" : "rejected", { by: name, ...leaves });
}

function sendDigits(d: Draft, name: SideName, digits: string): void {
  const leg = d.side(otherSide(name))?.leg;
  if (d.call.phase.kind !== "talking" || !leg) return d.refuse();
  d.do({ do: "sendDigits", leg, digits });
  d.note({ type: "digits", digits, from: "agent" }, d.actor(name));
}
