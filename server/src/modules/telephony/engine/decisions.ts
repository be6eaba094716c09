/** What the queue had to choose from, and whom it could not choose, as the log keeps it. */
import { statusCodeOf } from "@liantai/api/contract";
import type { Strategy } from "@liantai/api/contract/admin";
import {
  excludedMost,
  type DecisionFact,
  type ExcludedAgent,
  type Exclusion,
  type RoutingReason,
} from "../../event-log/index.ts";
import type { QueueEffect } from "../../routing/index.ts";
import type { Decided } from "../call/offer-input.ts";
import { forwardsAll, plainKey, type AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";

type Offer = Extract<QueueEffect, { type: "offer" }>;
type Present = Pick<AgentSessions, "signedIn" | "agentsOf" | "byKey">;

/** Why a strategy chose an agent, in the call's log. */
const reasons = {
  "longest-idle": "longestIdle",
  "least-calls": "leastCalls",
  "round-robin": "roundRobin",
  level: "bestLevel",
  random: "drawn",
} as const satisfies Record<Strategy, RoutingReason>;

export function reasonOf({ sticky, firstInLine, strategy }: Offer): RoutingReason {
  if (sticky) return "lastAgent";
  if (firstInLine) return "firstInLine";
  return strategy ? reasons[strategy] : "nextFree";
}

/** Why an agent of the group was not to be had; undefined: he was. */
function whyNot(session: AgentSession, group: string, level: number): Exclusion | undefined {
  const { agent, seat, pooled, registered } = session;
  if (pooled) {
    const own = seat.groups.find(({ id }) => id === group)?.level ?? 0;
    return own > level ? { why: "level", level: own } : undefined;
  }
  const { state } = agent;
  if (state.kind !== "ready") {
    const name = state.kind === "busy" ? state.customStatusName : undefined;
    const code = statusCodeOf(state);
    return { why: "state", code, reason: session.reason, ...(name ? { customStatusName: name } : {}) };
  }
  if (forwardsAll(session)) return { why: "forwards" };
  return { why: registered ? "noPage" : "noTelephone" };
}

/** Where an agent chose among callers, an idle one beside him was passed over for his sake. */
function excludedOf(
  { agent, group: key, why }: Offer,
  sessions: Present,
  level: number,
  most: number,
): ExcludedAgent[] {
  const excluded: ExcludedAgent[] = [];
  for (const of of sessions.agentsOf(key)) {
    if (excluded.length >= most) break;
    const session = of === agent ? undefined : sessions.byKey(of);
    if (!session) continue;
    const passedOver: Exclusion | undefined = why.among === "callers" ? { why: "kept" } : undefined;
    const not = whyNot(session, plainKey(key), level) ?? passedOver;
    if (not) excluded.push({ agentId: session.agentId, ...not });
  }
  return excluded;
}

/** level: up to which the caller was offered to agents of the group; none: to all. */
export function decisionOf(offer: Offer, now: number, sessions: Present, level = Infinity): DecisionFact {
  const { why, strategy, group } = offer;
  const signedIn = sessions.signedIn(group);
  const excluded = (count: number) => excludedOf(offer, sessions, level, Math.min(count, excludedMost));
  if (why.among === "callers") {
    const others = Math.max(0, signedIn - 1);
    return {
      among: "callers",
      callers: why.callers.map(({ call, group: of, turn }) => ({
        callId: call,
        skillGroupId: plainKey(of),
        scoreMs: now - turn,
      })),
      waiting: why.waiting,
      others,
      excluded: excluded(others),
    };
  }
  const { agents, idle, beyond } = why;
  const notReady = Math.max(0, signedIn - idle - beyond);
  return {
    among: "agents",
    ...(strategy ? { strategy } : {}),
    agents: agents.map(({ agent, idleSince, calls, level: of, turn }) => ({
      agentId: plainKey(agent),
      idleMs: now - idleSince,
      calls,
      level: of,
      turn,
    })),
    idle,
    beyond,
    notReady,
    excluded: excluded(beyond + notReady),
  };
}

/** For a call that begins with its agent. */
export const decided = (offer: Offer, now: number, sessions: Present): Decided => ({
  reason: reasonOf(offer),
  fact: {
    agentId: plainKey(offer.agent),
    skillGroupId: plainKey(offer.group),
    ...decisionOf(offer, now, sessions),
  },
});
