/** Two parties hear each other: hold, loss and return, hand-over of the audio. */
import type { Draft } from "./draft.ts";
import { end, waitTimers } from "./ending.ts";
import { limits } from "./limits.ts";
import { otherSide, queueOf, type SideName } from "./types.ts";

const channels = { far: "left", near: "right" } as const;

export function startTalking(d: Draft): void {
  const { near, far } = d.call;
  if (!near?.leg || !far.leg) return end(d, "failed");
  d.do({ do: "bridge", a: far.leg, b: near.leg });
  for (const name of [...waitTimers, "connect"] as const) d.do({ do: "clearTimer", name });
  d.phase({ kind: "talking", answeredAt: d.now });
  d.set({ playing: undefined });
  d.note(
    { type: "answered", ...(near.agentId ? { agentId: near.agentId } : {}) },
    d.actor(d.call.direction === "inbound" ? "near" : "far"),
  );
  for (const side of [near, far])
    if (side.agentId) d.do({ do: "agent", agentId: side.agentId, input: { type: "answered" } });
  if (d.call.recorded) d.do({ do: "recordLeg", channel: "right", leg: near.leg });
  else d.do({ do: "record", left: far.leg, right: near.leg });
  d.set({ recorded: true });
}

/** Customers hear the music of the queue they came through. */
function holdMusic(d: Draft, listener: SideName): void {
  const leg = d.side(listener)?.leg;
  const path = listener === "far" ? queueOf(d.call)?.music : undefined;
  if (leg) d.do({ do: "hold", leg, ...(path === undefined ? {} : { path }) });
}

export function hold(d: Draft, holder: SideName): void {
  const { phase } = d.call;
  const me = d.side(holder);
  const other = d.side(otherSide(holder));
  // A second press comes before the first one's answer is on the screen: what is wanted is so already.
  if (phase.kind === "talking" && phase.heldBy === holder) return;
  if (phase.kind !== "talking" || phase.heldBy || me?.lost || !other?.leg) return d.refuse();
  d.phase({ ...phase, heldBy: holder });
  if (!other.lost) holdMusic(d, otherSide(holder));
  d.note({ type: "held", ...(me?.agentId ? { agentId: me.agentId } : {}) }, d.actor(holder));
  if (me?.agentId) d.do({ do: "agent", agentId: me.agentId, input: { type: "held" } });
}

export function unhold(d: Draft, holder: SideName): void {
  const { phase } = d.call;
  const me = d.side(holder);
  const other = d.side(otherSide(holder));
  if (phase.kind === "talking" && !phase.heldBy) return;
  if (phase.kind !== "talking" || phase.heldBy !== holder || !me?.leg || me.lost || !other?.leg) return d.refuse();
  d.phase({ kind: "talking", answeredAt: phase.answeredAt });
  if (!other.lost) d.do({ do: "unhold", leg: other.leg, peer: me.leg });
  d.note({ type: "resumed", ...(me.agentId ? { agentId: me.agentId } : {}) }, d.actor(holder));
  if (me.agentId) d.do({ do: "agent", agentId: me.agentId, input: { type: "resumed" } });
}

/** What both sides should hear now that one of them is back. */
function restoreAudio(d: Draft): void {
  const { near, far, phase } = d.call;
  if (phase.kind !== "talking" || !near?.leg || !far.leg || near.lost || far.lost) return;
  if (!phase.heldBy) return d.do({ do: "bridge", a: far.leg, b: near.leg });
  holdMusic(d, otherSide(phase.heldBy));
}

/** Nothing is heard of a side's browser any more. Its leg waits for the browser to come back. */
export function lose(d: Draft, name: SideName): void {
  const side = d.side(name);
  if (!side || side.lost) return;
  d.patch(name, { lost: true });
  d.do({ do: "timer", name: `lost-${name}`, ms: side.agentId ? limits.agentLost : limits.callerLost });
  if (side.agentId) d.note({ type: "agentLost", agentId: side.agentId });
  else d.note({ type: "callerLost" });
  const other = d.side(otherSide(name));
  const { phase } = d.call;
  if (phase.kind === "talking" && !phase.heldBy && other?.leg && !other.lost) holdMusic(d, otherSide(name));
}

function back(d: Draft, name: SideName, moved: boolean): void {
  const agentId = d.side(name)?.agentId;
  if (agentId) d.note({ type: moved ? "mediaMoved" : "agentBack", agentId }, agentId);
  else d.note({ type: "callerBack" }, d.actor(name));
  d.do({ do: "clearTimer", name: `lost-${name}` });
}

/** The same leg hears again. */
export function found(d: Draft, name: SideName): void {
  const side = d.side(name);
  if (!side?.lost) return;
  // Its network only blinked: the leg that was to replace this one is not needed.
  if (side.rejoin?.leg) d.do({ do: "hangup", leg: side.rejoin.leg, cause: "cancelled" });
  d.patch(name, { lost: false, rejoin: undefined });
  back(d, name, false);
  restoreAudio(d);
}

export function rejoin(d: Draft, name: SideName): void {
  const attempt = d.next();
  const side = d.side(name);
  const beside = d.side(otherSide(name))?.leg;
  d.patch(name, { rejoin: { attempt } });
  d.do({
    do: "originate",
    attempt,
    side: name,
    user: side?.user ?? "",
    ringMs: limits.rejoin,
    autoAnswer: true,
    ...(beside ? { near: beside } : {}),
  });
}

/** The browser answered its new leg: it takes the old one's place. */
export function rejoined(d: Draft, name: SideName): void {
  const side = d.side(name);
  const leg = side?.rejoin?.leg;
  if (!side || !leg) return;
  const wasLost = side.lost;
  d.patch(name, { leg, up: true, lost: false, moving: false, rejoin: undefined });
  restoreAudio(d);
  if (side.leg) d.do({ do: "hangup", leg: side.leg, cause: wasLost ? "lost" : "normal" });
  if (d.call.recorded) d.do({ do: "recordLeg", channel: channels[name], leg });
  back(d, name, side.moving && !wasLost);
}

/** The grace is over. An inbound caller waits again, first in line; anything else ends. */
export function giveUp(d: Draft, name: SideName, requeue: () => void): void {
  const side = d.side(name);
  if (!side?.lost) return;
  const by = side.agentId;
  const queue = queueOf(d.call);
  if (name === "near" && by && queue && d.call.phase.kind === "talking") {
    for (const leg of [side.leg, side.rejoin?.leg]) if (leg) d.do({ do: "hangup", leg, cause: "lost" });
    d.set({ near: undefined });
    d.note({ type: "hungup", side: "near", cause: "lost", agentId: by });
    d.note({ type: "requeued", skillGroupId: d.call.group?.id ?? queue.groups[0]?.id ?? "" }, "engine", "afterLoss");
    if (d.call.recorded) d.do({ do: "recordLeg", channel: "right" });
    d.do({ do: "agent", agentId: by, input: { type: "leave", reason: "legLost" } });
    return requeue();
  }
  end(d, by ? "agentLost" : "callerLost", by ? { leaves: { agentId: by, why: "legLost" } } : {});
}
