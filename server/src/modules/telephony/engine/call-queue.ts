/** Calls that wait for an agent: asks the queue machine, and hands what it decides to the call and the agent. */
import type { Strategy } from "@liantai/api/contract/admin";
import type { RoutingReason } from "../../event-log/index.ts";
import type { GroupPlan } from "../../numbers/index.ts";
import { QueueMachine, type QueueEffect, type QueueEntry, type QueueInput } from "../../routing/index.ts";
import { queueOf, type Call, type CallInput } from "../call/types.ts";
import { groupKey } from "./agent-session.ts";
import { agentParty } from "./agent-party.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { EngineDeps } from "./deps.ts";
import { QueuePositions } from "./queue-positions.ts";

export interface CallQueueDeps extends Pick<EngineDeps, "clock" | "random" | "logger"> {
  running(): Iterable<{ readonly call: Call }>;
  dispatch(callId: string, input: CallInput): void;
  sessions(): AgentSessions;
}

/** Why a strategy chose an agent, in the call's log. */
const reasons = {
  "longest-idle": "longestIdle",
  "least-calls": "leastCalls",
  "round-robin": "roundRobin",
  level: "bestLevel",
  random: "drawn",
} as const satisfies Record<Strategy, RoutingReason>;

const entryOf = (call: Call, g: GroupPlan): QueueEntry => ({
  group: groupKey(call.compId, g.id),
  strategy: g.strategy,
  limit: g.queueLimit,
});

export class CallQueue {
  readonly #d: CallQueueDeps;
  readonly #machine = new QueueMachine();
  readonly #positions: QueuePositions;

  constructor(deps: CallQueueDeps) {
    this.#d = deps;
    this.#positions = new QueuePositions({
      ...deps,
      calls: () => Array.from(deps.running(), ({ call }) => call),
      ahead: (callId) => this.ahead(callId),
    });
  }

  stop(): void {
    this.#positions.stop();
  }

  /** Callers before this one; undefined: it does not wait. */
  ahead(callId: string): number | undefined {
    return this.#machine.ahead(callId);
  }

  apply(input: QueueInput): void {
    for (const effect of this.#machine.apply(input)) this.#effect(effect);
    // Who becomes ready takes the first in line, whose place stays taken until the answer.
    if (input.type !== "agentReady" && input.type !== "agentGone") this.#positions.changed();
  }

  enqueue(call: Call, groups: readonly GroupPlan[], firstInLine: boolean): void {
    this.apply({
      type: "callerArrived",
      call: call.callId,
      groups: groups.map((g) => entryOf(call, g)),
      at: call.startedAt,
      firstInLine,
      draw: this.#draw(),
    });
  }

  join(call: Call, group: GroupPlan): void {
    this.apply({ type: "groupAdded", call: call.callId, entry: entryOf(call, group), draw: this.#draw() });
  }

  offerFailed(callId: string): void {
    this.apply({ type: "offerFailed", call: callId, draw: this.#draw() });
  }

  /** Nobody, or somebody again, is signed in to these groups: the calls that wait there, or are to, must know. */
  attendance(compId: string, groupIds: readonly string[]): void {
    const changed = new Set(groupIds);
    for (const { call } of [...this.#d.running()]) {
      const groups = call.compId === compId ? (queueOf(call)?.groups.map((g) => g.id) ?? []) : [];
      if (groups.some((id) => changed.has(id)))
        this.#d.dispatch(call.callId, { type: "served", groups: this.#d.sessions().served(compId, groups) });
    }
  }

  #draw(): number {
    return this.#d.random.int(1_000_000) / 1_000_000;
  }

  #effect(e: QueueEffect): void {
    const { dispatch, clock, logger } = this.#d;
    if (e.type === "queued") return dispatch(e.call, { type: "queued", ahead: e.ahead, offered: e.offered });
    if (e.type === "full") return dispatch(e.call, { type: "queueFull" });
    const sessions = this.#d.sessions();
    const session = sessions.byKey(e.agent);
    const now = clock.now();
    if (session) session.pooled = false;
    if (!session || !sessions.apply(session, { type: "offer", callId: e.call })) {
      logger.error({ agent: e.agent, callId: e.call }, "the queue offered a call to an agent who is not ready");
      return this.offerFailed(e.call);
    }
    const group = e.group.slice(e.group.indexOf("/") + 1);
    dispatch(e.call, {
      type: "offer",
      ...agentParty(session),
      idleMs: now - e.idleSince,
      wrapUpMs: session.seat.groups.find((g) => g.id === group)?.wrapUpMs ?? 0,
      autoAnswer: session.seat.autoAnswer === 2,
      reason: e.firstInLine ? "firstInLine" : e.strategy ? reasons[e.strategy] : "nextFree",
      group,
    });
  }
}
