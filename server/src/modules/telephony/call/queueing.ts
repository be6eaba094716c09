/** From the queue to an agent's answer. */
import type { EndCause } from "@liantai/api/contract";
import type { HangupCause, Release } from "../../../ports/switch.ts";
import type { QueuePlan } from "../../numbers/index.ts";
import type { OfferEnd } from "../agent-types.ts";
import { answersItself } from "./answering.ts";
import type { Draft } from "./draft.ts";
import { farewell } from "./ending.ts";
import { backToFlow } from "./flow.ts";
import { flowRingMs, resultOf } from "./flow-led.ts";
import { forwardMissed } from "./forwarding.ts";
import { limits, sentences } from "./limits.ts";
import { known, noteOffer } from "./offered.ts";
import { inDialogue } from "./offer-menu.ts";
import { overflow } from "./overflow.ts";
import type { Party } from "./party.ts";
import { boostOf, boostsOf } from "./priority.ts";
import { comeBack, tellSender, waitsWhereSent } from "./coming-back.ts";
import { startTalking } from "./talking.ts";
import { enterRings } from "./rings.ts";
import { queueOf, type CallInput, type Outlook } from "./types.ts";

/** The first group of the queue with somebody signed in; -1: there is none. */
function firstServed(d: Draft): number {
  const there = new Set(d.call.routed?.served);
  return queueOf(d.call)?.groups.findIndex((g) => there.has(g.id)) ?? -1;
}

/** Into the first group with somebody signed in, and those before it; the others follow by time. */
export function enqueue(d: Draft, firstInLine: boolean): void {
  const queue = queueOf(d.call);
  if (!queue) return;
  const first = firstServed(d);
  if (first < 0) return overflow(d, "absent");
  d.phase({ kind: "waiting", expired: false });
  d.set({
    playing: undefined,
    ahead: undefined,
    group: undefined,
    joined: Math.max(d.call.joined, first + 1),
    queuedAt: d.call.queuedAt ?? d.now,
  });
  if (queue.maxWaitMs > 0) d.do({ do: "timer", name: "maxWait", ms: queue.maxWaitMs });
  enter(d, queue, firstInLine);
}

/** Into its groups so far. Who has talked to somebody is not sent back to whom it talked with before. */
function enter(d: Draft, queue: QueuePlan, firstInLine: boolean): void {
  const { talked, joined } = d.call;
  const groups = queue.groups.slice(0, joined);
  enterRings(d, groups);
  const { sticky } = queue;
  d.do({
    do: "enqueue",
    firstInLine,
    groups,
    boostMs: boostOf(d.call),
    ...(sticky && !talked ? { sticky: sticky.agentId } : {}),
  });
}

/** No room in the groups so far: the next ones may have. */
export function full(d: Draft): void {
  const queue = queueOf(d.call);
  if (d.call.phase.kind !== "waiting") return;
  if (!queue || d.call.joined >= queue.groups.length) return overflow(d, "full");
  d.set({ joined: d.call.joined + 1 });
  enter(d, queue, false);
}

export function queued(d: Draft, input: Extract<CallInput, { type: "queued" }>): void {
  const { ahead, offered, held, waitMs, firstInLine } = input;
  const { phase, joined, rings } = d.call;
  const queue = queueOf(d.call);
  if (!queue || phase.kind !== "waiting") return;
  // Told only when it lasts.
  d.set({ ahead: offered ? undefined : ahead });
  const group = queue.groups[joined - 1];
  const estimateMs = offered ? undefined : waitMs;
  const boostMs = boostOf(d.call);
  const ring = group && rings[group.id];
  if (group && estimateMs !== undefined) d.set({ estimate: { groupId: group.id, at: d.now, ms: estimateMs } });
  d.note({
    type: "queued",
    skillGroupId: group?.id ?? "",
    position: ahead,
    ...(group ? { slMs: group.slMs, shortMs: group.shortMs } : {}),
    ...(estimateMs === undefined ? {} : { estimateMs }),
    ...(boostMs === 0 ? {} : { boostMs, boosts: boostsOf(d.call) }),
    ...(firstInLine ? { firstInLine } : {}),
    ...(ring ? { level: ring.level } : {}),
    ...(joined > 1 ? { groups: queue.groups.slice(0, joined).map(({ id }) => id) } : {}),
  });
  awaitNextGroup(d);
  if (held && queue.sticky) {
    d.note({ type: "keptFor", agentId: queue.sticky.agentId, waitMs: queue.sticky.waitMs });
    d.do({ do: "timer", name: "sticky", ms: queue.sticky.waitMs });
  }
  if (!offered && queue.announceEveryMs > 0) announce(d, ahead, input);
  if (queue.notice.everyMs > 0) d.do({ do: "timer", name: "notice", ms: queue.notice.everyMs });
  if (queue.menu) d.do({ do: "timer", name: "menu", ms: queue.menu.everyMs });
}

function awaitNextGroup(d: Draft): void {
  const queue = queueOf(d.call);
  const last = queue?.groups[d.call.joined - 1];
  if (queue && last && d.call.joined < queue.groups.length)
    d.do({ do: "timer", name: "nextGroup", ms: last.nextAfterMs });
}

const byRings = (d: Draft): boolean => d.call.routed?.target.kind === "skillGroup";

/** The agent of the last time was waited for long enough. */
export function release(d: Draft): void {
  if (d.call.phase.kind !== "waiting") return;
  d.do({ do: "clearTimer", name: "sticky" });
  d.note({ type: "keptLongEnough" });
  d.do({ do: "release" });
}

/** The next group of the dispatch queue helps, too, while the call keeps its place in the others. */
export function joinNext(d: Draft): void {
  const { phase } = d.call;
  const group = queueOf(d.call)?.groups[d.call.joined];
  if (!group || (phase.kind !== "waiting" && (phase.kind !== "offering" || phase.direct))) return;
  d.set({ joined: d.call.joined + 1 });
  const why = byRings(d) ? "byRings" : "byDispatchQueue";
  d.note({ type: "groupAdded", skillGroupId: group.id, slMs: group.slMs, shortMs: group.shortMs }, "engine", why);
  enterRings(d, [group]);
  awaitNextGroup(d);
  d.do({ do: "joinGroup", group });
}

/** Who is signed in has changed. A phone that rings goes on ringing; if it is in vain, attended() asks again. */
export function served(d: Draft, groups: readonly string[]): void {
  const { routed, phase } = d.call;
  if (!routed) return;
  d.set({ routed: { ...routed, served: groups } });
  if (phase.kind === "waiting") attended(d);
}

/** Nobody waits for nobody: the next group with somebody joins at once; without one the call may not wait. */
function attended(d: Draft): void {
  const first = firstServed(d);
  if (first < 0) return overflow(d, "absent");
  while (d.call.joined <= first) joinNext(d);
}

/** The place, the wait that is expected, or both: as the group wants. */
export function announce(d: Draft, ahead: number, { waitMs, tell }: Outlook): void {
  const queue = queueOf(d.call);
  const { far } = d;
  const { playing } = d.call;
  if (!queue) return;
  if (playing || inDialogue(d.call)) return d.do({ do: "timer", name: "announce", ms: limits.announceLater });
  d.do({ do: "timer", name: "announce", ms: queue.announceEveryMs });
  if (!far.leg || far.lost) return;
  const estimateMs = tell ? waitMs : undefined;
  const place = queue.withoutPlace ? "" : sentences.position(ahead);
  const text = estimateMs === undefined ? place : `${place}${sentences.wait(estimateMs)}`;
  if (text === "") return;
  const tag = d.next();
  d.set({ playing: { tag, what: "position" } });
  d.note({
    type: "positionAnnounced",
    ...(queue.withoutPlace ? {} : { position: ahead }),
    ...(estimateMs === undefined ? {} : { estimateMs }),
  });
  d.do({ do: "say", leg: far.leg, text, tag });
}

/** The group's own words to those who wait. */
export function notice(d: Draft): void {
  const queue = queueOf(d.call);
  const { far } = d;
  const { playing } = d.call;
  if (!queue) return;
  if (playing || inDialogue(d.call)) return d.do({ do: "timer", name: "notice", ms: limits.announceLater });
  d.do({ do: "timer", name: "notice", ms: queue.notice.everyMs });
  if (!far.leg || far.lost) return;
  const { text, path } = queue.notice;
  const tag = d.next();
  d.set({ playing: { tag, what: "notice" } });
  d.note({ type: "noticeAnnounced" });
  d.do({ do: "say", leg: far.leg, text, ...(path === undefined ? {} : { path }), tag });
}

export function offer(d: Draft, input: Extract<CallInput, { type: "offer" }>): void {
  const { phase } = d.call;
  const { agentId } = input;
  const group = input.group === undefined ? undefined : queueOf(d.call)?.groups.find((g) => g.id === input.group);
  if (group ? phase.kind !== "waiting" : phase.kind !== "routing") {
    // The agent was reserved for a call that has moved on meanwhile.
    if (agentId) d.do({ do: "agent", agentId, input: { type: "offerEnded", reason: "customerGone", restore: false } });
    return;
  }
  for (const name of ["announce", "notice", "sticky", "menu", "menuKey"] as const) d.do({ do: "clearTimer", name });
  d.set({ menu: undefined });
  const ringMs = group?.ringMs ?? flowRingMs(d) ?? limits.directRing;
  d.phase({
    kind: "offering",
    expired: phase.kind === "waiting" && phase.expired,
    since: d.now,
    ringMs,
    direct: group === undefined,
  });
  const near = d.add({
    role: "agent",
    number: input.number,
    user: input.user,
    ...(agentId ? { agentId } : {}),
    ...known(input),
  });
  const wrapUpRules = group ? group.wrapUp : input.wrapUpRules;
  d.set({ ringingAt: d.now, wrapUpMs: input.wrapUpMs, wrapUpRules, group, near });
  if (!input.forwarding) noteOffer(d, input, group, ringMs);
  tellSender(d, phase);
  d.originate(near, ringMs, input.autoAnswer || answersItself(d.call));
}

const directEnds = {
  noAnswer: "noAnswer",
  declined: "rejected",
  deviceGone: "unreachable",
  customerGone: "unreachable",
  pickedUp: "unreachable",
} as const satisfies Record<OfferEnd, EndCause>;

/** Of who has no seat its network says it. */
const directEnd = ({ agentId }: Party, reason: OfferEnd, { cause }: { readonly cause: HangupCause }): EndCause =>
  agentId === undefined && cause === "busy" ? "busy" : directEnds[reason];

/** Nobody answered who was rung directly. A caller who came out of a queue goes back to it. */
function missed(d: Draft, cause: EndCause): void {
  if (backToFlow(d, resultOf(d, cause))) return;
  if (queueOf(d.call)) return enqueue(d, true);
  farewell(d, cause);
}

/** The offer failed: the agent is told why and the caller goes to the next one. */
export function offerOver(
  d: Draft,
  reason: OfferEnd,
  actor = "engine",
  release: Release & { readonly cause: HangupCause } = { cause: "no-answer" },
): void {
  const { near } = d;
  const { phase } = d.call;
  if (!near || phase.kind !== "offering") return;
  const failed = reason === "deviceGone" && release.cause === "no-answer" ? "unreachable" : release.cause;
  if (phase.direct && forwardMissed(d, near, failed, actor)) return;
  const queue = queueOf(d.call);
  if (near.leg) d.do({ do: "hangup", leg: near.leg, cause: reason === "noAnswer" ? "no-answer" : "cancelled" });
  d.do({ do: "clearTimer", name: "connect" });
  if (near.agentId) d.note({ type: "offerEnded", agentId: near.agentId }, actor, reason);
  else d.note({ type: "notReached", to: near.number, ...release }, actor);
  const missLimit = d.call.group?.missLimit ?? 1;
  d.dropNear();
  d.set({ group: undefined });
  d.phase({ kind: "waiting", expired: phase.expired });
  // Both before the agent is free again: the machine must know that this offer is over.
  if (!phase.direct) d.do({ do: phase.expired || d.call.diverted ? "leaveQueue" : "offerFailed" });
  const input = { type: "offerEnded", reason, restore: false, missLimit } as const;
  if (near.agentId) d.do({ do: "agent", agentId: near.agentId, input });
  if (phase.direct) {
    const cause = directEnd(near, reason, release);
    return d.call.sentBy && !waitsWhereSent(d.call) ? comeBack(d, cause) : missed(d, cause);
  }
  if (phase.expired) return overflow(d, "wait");
  if (queue && queue.announceEveryMs > 0) d.do({ do: "timer", name: "announce", ms: queue.announceEveryMs });
  if (queue && queue.notice.everyMs > 0) d.do({ do: "timer", name: "notice", ms: queue.notice.everyMs });
  if (queue?.menu) d.do({ do: "timer", name: "menu", ms: queue.menu.everyMs });
  attended(d);
}

/** The ringing page is gone or hands over: it gets a moment to come back, then the call rings there again. */
export function awaitDevice(d: Draft): void {
  if (d.near) d.patch(d.near.id, { leg: undefined, attempt: undefined, moving: true });
  d.do({ do: "timer", name: "connect", ms: limits.ownerGone });
}

export function ringAgain(d: Draft): void {
  const { near } = d;
  const { phase } = d.call;
  if (!near || phase.kind !== "offering") return;
  if (near.leg) d.do({ do: "hangup", leg: near.leg, cause: "cancelled" });
  d.do({ do: "clearTimer", name: "connect" });
  d.patch(near.id, { leg: undefined, moving: false });
  const left = phase.ringMs - (d.now - phase.since);
  if (left <= 0) return offerOver(d, "noAnswer");
  d.originate(near.id, left, false);
}

/** A customer whose sound is not up yet is waited for, within the time that the agent would have been rung. */
export function agentAnswered(d: Draft): void {
  if (d.far.lifted && !d.far.up) return;
  d.do({ do: "offerAccepted" });
  startTalking(d);
}
