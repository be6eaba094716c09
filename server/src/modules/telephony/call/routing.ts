/** Where a call to an access number goes: its target, and from there on by overflows. */
import type { EndCause } from "@liantai/api/contract";
import type { Draft } from "./draft.ts";
import { end, farewell, waitTimers } from "./ending.ts";
import { limits } from "./limits.ts";
import { enqueue } from "./queueing.ts";
import { queueOf, type CallInput, type Overflow } from "./types.ts";

const causes: Readonly<Record<Overflow, EndCause>> = {
  full: "queueFull",
  wait: "queueTimeout",
  absent: "nobodyServes",
};

/** The caller's audio is connected: a greeting, then the target. Nobody is greeted only to hear that nobody is there. */
export function welcome(d: Draft): void {
  const { plan, far, routed } = d.call;
  d.do({ do: "clearTimer", name: "arrive" });
  if (!plan || !far.leg) return;
  if (plan.refuse) return farewell(d, plan.refuse);
  if (routed?.served.length === 0 && queueOf(d.call)?.overflow.absent.kind === "none")
    return farewell(d, "nobodyServes");
  if (plan.greeting === "" && plan.greetingPath === undefined) return route(d);
  const tag = d.next();
  d.phase({ kind: "greeting" });
  d.set({ playing: { tag, what: "greeting" } });
  d.note({ type: "greetingStarted" });
  d.do({
    do: "say",
    leg: far.leg,
    text: plan.greeting,
    ...(plan.greetingPath === undefined ? {} : { path: plan.greetingPath }),
    tag,
  });
}

/** To the target as it is known. */
export function route(d: Draft): void {
  const { routed } = d.call;
  if (!routed) return end(d, "failed");
  const { target, served } = routed;
  switch (target.kind) {
    case "skillGroup":
    case "dispatchQueue":
      return served.length === 0 ? overflow(d, "absent") : enqueue(d, false);
    case "seat":
    case "extension":
      d.phase({ kind: "routing", cause: "unreachable" });
      return d.do({ do: "callDirectly", target });
    case "voice":
      d.note({ type: "voicePlayed", id: target.id });
      return farewell(d, "voicePlayed", target.path);
    case "hangup":
      return end(d, "byTarget");
  }
}

/** The call may not wait (any longer): on to where its queue says. */
export function overflow(d: Draft, why: Overflow): void {
  const cause = causes[why];
  const to = queueOf(d.call)?.overflow[why];
  if (!to || to.kind === "none" || d.call.hops >= limits.hops) return farewell(d, cause);
  for (const name of waitTimers) d.do({ do: "clearTimer", name });
  d.do({ do: "leaveQueue" });
  d.set({ hops: d.call.hops + 1, ahead: undefined, joined: 0 });
  d.phase({ kind: "routing", cause, why });
  d.do({ do: "route", to });
}

export function routed(d: Draft, { routed: next }: Extract<CallInput, { type: "routed" }>): void {
  const { phase } = d.call;
  if (phase.kind !== "routing") return;
  // What it led to is gone or out of service.
  if (!next) return farewell(d, phase.cause);
  d.note(
    { type: "overflowed", kind: next.target.kind, id: next.target.id, name: next.target.name },
    "engine",
    phase.cause,
  );
  d.set({ routed: next });
  if (next.target.kind === "hangup") return end(d, phase.cause);
  route(d);
}
