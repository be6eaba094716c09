/** Where a call to an access number goes: its target, and from there on by overflows. */
import { abandoned } from "./abandoning.ts";
import { callIn } from "./door.ts";
import type { Target } from "../../numbers/index.ts";
import { backToFlow, enterFlow } from "./flow.ts";
import { isLedByFlow, musicOfFlow, ofFlow } from "./flow-led.ts";
import { comeBack, inVain, transferDone } from "./coming-back.ts";
import type { Draft } from "./draft.ts";
import { end, farewell } from "./ending.ts";
import { sentences } from "./limits.ts";
import { offerCallback } from "./offer-menu.ts";
import { enqueue } from "./queueing.ts";
import { queueOf, type Call, type CallInput } from "./types.ts";
import { takeMessage } from "./voicemail.ts";

/** The caller's audio is connected: a greeting, then the target. Nobody is greeted only to hear that nobody is there. */
export function welcome(d: Draft): void {
  const { far } = d;
  const { plan, routed } = d.call;
  d.do({ do: "clearTimer", name: "arrive" });
  if (!plan || !far.leg) return;
  if (plan.refuse) return farewell(d, plan.refuse);
  if (routed?.served.length === 0 && queueOf(d.call)?.overflow.absent.kind === "none")
    return void (abandoned(d) || farewell(d, "nobodyServes"));
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
    ...(plan.greetingTts === undefined
      ? {}
      : { says: [{ kind: "text", text: plan.greeting, tts: plan.greetingTts } as const] }),
    tag,
  });
}

/** Agents are asked at once, and nothing is said to the customer before. */
export function asksAtOnce({ plan, routed }: Pick<Call, "plan" | "routed">): boolean {
  if (!plan || plan.refuse || plan.greeting !== "" || plan.greetingPath !== undefined) return false;
  const { kind } = routed?.target ?? {};
  return routed !== undefined && routed.served.length > 0 && (kind === "skillGroup" || kind === "dispatchQueue");
}

/** To the target as it is known. */
export function route(d: Draft): void {
  const { routed } = d.call;
  if (!routed) return end(d, "failed");
  const { target } = routed;
  switch (target.kind) {
    case "skillGroup":
    case "dispatchQueue":
      return enqueue(d, false);
    case "seat":
    case "extension":
    case "outside":
      d.phase({ kind: "routing", cause: "unreachable" });
      return d.do({ do: "callDirectly", target });
    case "meetingRoom":
      return callIn(d, target);
    case "voice":
      d.note({ type: "voicePlayed", id: target.id });
      return farewell(d, "voicePlayed", target.path);
    case "flow":
      return enterFlow(d, target);
    case "voicemail":
      return takeMessage(d, { groupId: target.id, maxMs: target.maxMs });
    case "callback":
      return offerCallback(d, target.id);
    case "announcement":
      return target.gone
        ? farewell(d, "unreachable", undefined, sentences.outOfService)
        : farewell(d, "emergencyClosed", undefined, target.text);
    case "hangup":
      return end(d, "byTarget");
  }
}

const closed: ReadonlySet<Target["kind"]> = new Set<Target["kind"]>(["hangup", "announcement"]);
/** He is there with nobody's answer. */
const takesItself: ReadonlySet<Target["kind"]> = new Set<Target["kind"]>(["voice", "voicemail", "callback"]);

export function routed(d: Draft, { routed: next, music }: Extract<CallInput, { type: "routed" }>): void {
  const { phase } = d.call;
  if (phase.kind !== "routing") return;
  if (isLedByFlow(d) && !phase.why) {
    // A place that leads back into this very flow is none.
    const circle = next?.target.kind === "flow" && next.target.id === d.call.flow?.flowId;
    if (!next || circle) return void backToFlow(d, "failed");
    d.set({ routed: ofFlow(d, next) });
    musicOfFlow(d, music);
    return route(d);
  }
  // What it led to is gone or out of service.
  if (!next) return inVain(d, phase.cause);
  d.note(
    { type: "overflowed", kind: next.target.kind, id: next.target.id, name: next.target.name },
    "engine",
    phase.cause,
  );
  d.set({ routed: next });
  const { sentBy } = d.call;
  // Nobody is there who could take him.
  if (sentBy && closed.has(next.target.kind)) return comeBack(d, "unreachable");
  if (sentBy && takesItself.has(next.target.kind)) transferDone(d, sentBy);
  // What he says of it there is of that talk.
  if (sentBy && next.target.kind === "flow") d.set({ surveyOf: sentBy.agentId });
  if (next.target.kind === "hangup") return end(d, phase.cause);
  route(d);
}
