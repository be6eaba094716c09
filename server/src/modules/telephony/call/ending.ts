/** The one end of every call. */
import type { AgentReason, EndCause } from "@liantai/api/contract";
import type { HangupCause } from "../../../ports/switch.ts";
import type { AgentInput, OfferEnd } from "../agent-types.ts";
import type { Draft } from "./draft.ts";
import { limits, sentences } from "./limits.ts";
import { endSecureEntry } from "./secure-entry.ts";
import { endSuspended } from "./suspend-over.ts";
import type { Party } from "./party.ts";

/** What a leg that was not answered yet is told. */
const legCauses: Partial<Record<EndCause, HangupCause>> = {
  completed: "normal",
  busy: "busy",
  rejected: "rejected",
  barred: "rejected",
  blacklisted: "rejected",
  suspended: "unreachable",
  arrears: "unreachable",
  overConcurrency: "busy",
  noRoute: "unreachable",
  noAnswer: "no-answer",
  unreachable: "unreachable",
  numberUnknown: "not-found",
  cancelled: "cancelled",
  agentLost: "lost",
  callerLost: "lost",
  failed: "failed",
  serverRestart: "shutdown",
};

export function offerEnd(cause: HangupCause): OfferEnd {
  if (cause === "no-answer") return "noAnswer";
  return cause === "busy" || cause === "rejected" || cause === "normal" || cause === "cancelled"
    ? "declined"
    : "deviceGone";
}

const internalEnds: Partial<Record<EndCause, OfferEnd>> = {
  noAnswer: "noAnswer",
  rejected: "declined",
  busy: "declined",
  unreachable: "deviceGone",
};

/** What an agent in the call is told, given what the call was doing. */
function farewellOf(d: Draft, party: Party, cause: EndCause): AgentInput {
  const { phase, direction } = d.call;
  const side = d.side(party);
  // Asked by a colleague, and still ringing.
  if (phase.kind === "talking" && !party.up && !party.dials && (party.role === "consulted" || party.role === "member"))
    return { type: "offerEnded", reason: "customerGone", restore: true };
  if (phase.kind === "talking") return party.id === d.call.near ? d.wrapUp : { type: "callEnded", wrapUpMs: 0 };
  if (side === "near" && (phase.kind === "offering" || phase.kind === "inFlow"))
    return { type: "offerEnded", reason: "customerGone", restore: false };
  if (side === "far" && direction === "internal" && !party.up)
    return { type: "offerEnded", reason: internalEnds[cause] ?? "customerGone", restore: true };
  return { type: "callEnded", wrapUpMs: 0 };
}

export interface EndOptions {
  /** Who ended it; none: the engine. */
  readonly by?: Party;
  /** Who ended it and is no party: an actor of the log. */
  readonly actor?: string;
  /** Who was called is in another call of ours. */
  readonly inCall?: boolean;
  /** An agent who does not go the usual way afterwards. */
  readonly leaves?: {
    readonly agentId: string;
    readonly why: Extract<AgentReason, "recovered" | "signOut" | "forcedOut" | "legLost" | "serverRestart">;
  };
}

export function end(d: Draft, cause: EndCause, { by, actor = "engine", inCall, leaves }: EndOptions = {}): void {
  endSecureEntry(d, by?.id === d.call.far);
  endSuspended(d, by?.id === d.call.far);
  // The agent's side first: the customer's is the longer way.
  const { near, far } = d;
  const parties = [...(near ? [near] : []), far, ...d.call.parties.filter((p) => p !== near && p !== far)];
  const agents = parties.flatMap((party) =>
    party.agentId === undefined ? [] : [{ agentId: party.agentId, input: farewellOf(d, party, cause) }],
  );
  for (const { leg: first, rejoin } of parties)
    for (const leg of [first, rejoin?.leg])
      if (leg !== undefined) d.do({ do: "hangup", leg, cause: legCauses[cause] ?? "normal" });
  if (d.call.flow) {
    d.set({ flow: undefined });
    d.do({ do: "flowOver" });
  }
  d.note({ type: "ended", ...(inCall ? { inCall } : {}) }, by ? d.actor(by) : actor, cause);
  d.phase({ kind: "ended", cause });
  d.set({ playing: undefined });
  // Out of the queue first: an agent who becomes ready by this may be offered the next caller.
  d.do({ do: "leaveQueue" });
  for (const { agentId, input } of agents)
    d.do({ do: "agent", agentId, input: leaves?.agentId === agentId ? leaving(leaves.why) : input });
  d.do({ do: "over", cause });
}

const leaving = (why: NonNullable<EndOptions["leaves"]>["why"]): AgentInput =>
  why === "recovered" ? { type: "recover" } : { type: "leave", reason: why };

const notReached = sentences.notReached;
const farewells: Partial<Record<EndCause, string>> = {
  completed: sentences.thanks,
  nobodyServes: sentences.nobodyServes,
  queueFull: sentences.queueFull,
  queueTimeout: sentences.queueTimeout,
  callbackRequested: sentences.callbackKept,
  voicemailLeft: sentences.voicemailKept,
  arrears: sentences.outOfService,
  emergencyClosed: sentences.outOfService,
  suspended: sentences.outOfService,
  overConcurrency: sentences.overConcurrency,
  noRobot: sentences.noRobot,
  noAnswer: notReached,
  busy: notReached,
  rejected: notReached,
  unreachable: notReached,
};

export const waitTimers = ["maxWait", "announce", "notice", "nextGroup", "ring", "sticky", "menu", "menuKey"] as const;

/** A last sentence, or a file, then the end. */
export function farewell(d: Draft, cause: EndCause, path?: string, words = ""): void {
  const { leg } = d.far;
  for (const name of waitTimers) d.do({ do: "clearTimer", name });
  d.do({ do: "leaveQueue" });
  if (leg === undefined) return end(d, cause);
  d.phase({ kind: "farewell", cause });
  const tag = d.next();
  d.set({ playing: { tag, what: "farewell" } });
  d.do({
    do: "say",
    leg,
    text: words || (farewells[cause] ?? sentences.queueTimeout),
    ...(path === undefined ? {} : { path }),
    tag,
  });
  d.do({ do: "timer", name: "farewell", ms: path === undefined ? limits.farewell : limits.voice });
}
