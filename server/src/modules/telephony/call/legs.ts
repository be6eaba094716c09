/** What becomes of a call when a leg is made, answers, goes, or its device comes back. */
import type { HangupCause } from "../../../ports/switch.ts";
import { dialFar, farAnswered } from "./dialling.ts";
import type { Draft } from "./draft.ts";
import { dialCause, end, offerEnd } from "./ending.ts";
import { agentAnswered, awaitDevice, music, offerOver, ringAgain } from "./queueing.ts";
import { route, welcome } from "./routing.ts";
import { lose, rejoin, rejoined, startTalking } from "./talking.ts";
import type { CallInput, SideName } from "./types.ts";

export function originated(d: Draft, attempt: number, leg: string): void {
  const name = d.find((s) => s.attempt === attempt);
  const back = d.find((s) => s.rejoin?.attempt === attempt);
  if (name) d.patch(name, { leg, attempt: undefined });
  else if (back) d.patch(back, { rejoin: { attempt, leg } });
  else d.do({ do: "hangup", leg, cause: "cancelled" });
}

export function originateFailed(d: Draft, attempt: number, cause: HangupCause): void {
  const name = d.find((s) => s.attempt === attempt);
  const back = d.find((s) => s.rejoin?.attempt === attempt && s.rejoin.leg === undefined);
  if (name) {
    d.patch(name, { attempt: undefined });
    notReached(d, name, cause);
  } else if (back) d.patch(back, { rejoin: undefined });
}

export function legUp(d: Draft, leg: string): void {
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

export function legGone(d: Draft, { leg, cause, sipCode }: Extract<CallInput, { type: "legGone" }>): void {
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

export function sideLost(d: Draft, name: SideName): void {
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

export function registered(d: Draft, user: string): void {
  const name = d.find(
    (s) => s.user === user && (s.lost || s.moving) && s.rejoin === undefined && s.attempt === undefined,
  );
  if (!name) return;
  if (d.call.phase.kind === "offering" && name === "near") ringAgain(d);
  else rejoin(d, name);
}
