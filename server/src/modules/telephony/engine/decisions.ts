/** What the queue had to choose from, as the log keeps it. */
import type { DecisionFact } from "../../event-log/index.ts";
import type { QueueEffect } from "../../routing/index.ts";
import { plainKey } from "./agent-session.ts";

type Offer = Extract<QueueEffect, { type: "offer" }>;

/** signedIn: agents that are signed in to the group through which the two met. */
export function decisionOf({ why, strategy }: Offer, now: number, signedIn: number): DecisionFact {
  if (why.among === "callers")
    return {
      among: "callers",
      callers: why.callers.map(({ call, group, turn }) => ({
        callId: call,
        skillGroupId: plainKey(group),
        scoreMs: now - turn,
      })),
      waiting: why.waiting,
    };
  const { agents, idle, beyond } = why;
  return {
    among: "agents",
    ...(strategy ? { strategy } : {}),
    agents: agents.map(({ agent, idleSince, calls, level, turn }) => ({
      agentId: plainKey(agent),
      idleMs: now - idleSince,
      calls,
      level,
      turn,
    })),
    idle,
    beyond,
    notReady: Math.max(0, signedIn - idle - beyond),
  };
}
