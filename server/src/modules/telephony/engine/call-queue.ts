/** Calls that wait for an agent: asks the queue machine, and hands what it decides to the call and the agent. */
import type { GroupPlan } from "../../numbers/index.ts";
import { QueueMachine, type QueueEffect, type QueueEntry, type QueueInput } from "../../routing/index.ts";
import { queueOf, type Call, type CallEffect, type CallInput, type Outlook } from "../call/types.ts";
import { forwardsAll, groupKey, plainKey } from "./agent-session.ts";
import type { QueuedContact } from "../../queued-contacts/index.ts";
import { isCallback } from "./callback-key.ts";
import { agentParty } from "./agent-party.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import { decisionOf, reasonOf } from "./decisions.ts";
import type { EngineDeps } from "./deps.ts";
import { Outlooks } from "./outlooks.ts";
import { QueuePositions } from "./queue-positions.ts";
import type { CallSnapshot } from "./snapshots.ts";

export interface CallQueueDeps extends Pick<EngineDeps, "clock" | "random" | "logger" | "numbers"> {
  running(): Iterable<{ readonly call: Call }>;
  call(callId: string): Call | undefined;
  dispatch(callId: string, input: CallInput): void;
  sessions(): AgentSessions;
  /** What the queue decides about one who is not on the line. */
  callback(effect: QueueEffect): void;
  /** Somebody waits no longer. */
  freed(): void;
  track(work: Promise<unknown>): void;
}

type Enqueue = Extract<CallEffect, { do: "enqueue" }>;

function entryOf(call: Call, g: GroupPlan): QueueEntry {
  const ring = call.rings[g.id];
  return {
    group: groupKey(call.compId, g.id),
    strategy: g.strategy,
    limit: g.queueLimit,
    boostMs: g.boostMs ?? 0,
    ...(ring ? { level: ring.level } : {}),
  };
}

/** offered: the seats that were rung for it. */
export interface QueuedCall {
  readonly call: Call;
  readonly ahead: number;
  readonly offered: readonly string[];
}

export class CallQueue {
  readonly #d: CallQueueDeps;
  readonly #machine = new QueueMachine();
  readonly #positions: QueuePositions;
  readonly outlooks: Outlooks;
  /** By call, for as long as it waits: the seats that were rung for it. */
  readonly #rung = new Map<string, string[]>();

  constructor(deps: CallQueueDeps) {
    this.#d = deps;
    this.outlooks = new Outlooks({ ...deps, machine: this.#machine });
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

  /** Somebody waits there, on the line or to be called back. group: its key. */
  waitsIn(group: string): boolean {
    return this.#machine.waiting(group) > 0;
  }

  /** What a waiting caller may be told. */
  prospect(call: Call): { readonly ahead: number } & Outlook {
    return { ahead: this.ahead(call.callId) ?? 0, ...this.outlooks.of(call) };
  }

  /** An agent has answered. */
  accepted(call: Call): void {
    const { near } = call;
    const agentId = call.parties.find(({ id }) => id === near)?.agentId;
    this.outlooks.answered(call, agentId === undefined ? undefined : this.#d.sessions().get(call.compId, agentId));
    this.apply({ type: "offerAccepted", call: call.callId });
  }

  apply(input: QueueInput): void {
    const leaves = input.type === "callerGone" || input.type === "offerAccepted";
    if (leaves) this.#rung.delete(input.call);
    for (const effect of this.#machine.apply(input)) this.#effect(effect);
    if (leaves) this.#d.freed();
    // Who becomes ready takes the first in line, whose place stays taken until the answer.
    if (input.type !== "agentReady" && input.type !== "agentGone") this.#positions.changed();
  }

  /** Of an enterprise, those that wait or ring at a seat, by their places. */
  waiting(compId: string): readonly QueuedCall[] {
    const found: QueuedCall[] = [];
    for (const { call } of this.#d.running()) {
      const ahead = call.compId === compId ? this.ahead(call.callId) : undefined;
      if (ahead !== undefined) found.push({ call, ahead, offered: this.#rung.get(call.callId) ?? [] });
    }
    return found.sort((a, b) => a.ahead - b.ahead || a.call.startedAt - b.call.startedAt);
  }

  /** Where it stands, for another engine. */
  placeOf(callId: string): CallSnapshot["queued"] {
    const place = this.#machine.place(callId);
    return place && { place, rung: this.#rung.get(callId) ?? [] };
  }

  /** Back where it stood. Before any agent is ready. */
  restore(call: Call, { place, rung }: NonNullable<CallSnapshot["queued"]>): void {
    const entries = queueOf(call)?.groups.map((g) => entryOf(call, g)) ?? [];
    const stands = new Set(place.groups.map(({ group }) => group));
    this.#machine.restore(
      call.callId,
      place,
      entries.filter(({ group }) => stands.has(group)),
    );
    this.#rung.set(call.callId, [...rung]);
  }

  enqueue(call: Call, { groups, firstInLine, boostMs, sticky }: Enqueue): void {
    const kept = sticky === undefined ? undefined : this.#d.sessions().get(call.compId, sticky);
    // Only an agent who is there, and answers for one of these groups, is worth waiting for.
    const there = kept && kept.agent.state.kind !== "offline" && !forwardsAll(kept);
    const serves = there && kept.seat.groups.some(({ id }) => groups.some((g) => g.id === id));
    this.apply({
      type: "callerArrived",
      call: call.callId,
      groups: groups.map((g) => entryOf(call, g)),
      at: call.startedAt,
      firstInLine,
      boostMs,
      ...(serves && !firstInLine ? { sticky: kept.key } : {}),
      draw: this.#draw(),
    });
  }

  /** Who is not on the line any more, at his old place; a queue that is full takes him in. */
  enter(
    key: string,
    { compId, arrivedAt, boostMs }: Pick<QueuedContact, "compId" | "arrivedAt" | "boostMs">,
    { id, strategy, boostMs: groupMs = 0 }: GroupPlan,
  ): void {
    const groups = [{ group: groupKey(compId, id), strategy, limit: Infinity, boostMs: groupMs }];
    this.apply({
      type: "callerArrived",
      call: key,
      groups,
      at: arrivedAt,
      firstInLine: false,
      boostMs,
      draw: this.#draw(),
    });
  }

  join(call: Call, group: GroupPlan): void {
    this.apply({ type: "groupAdded", call: call.callId, entry: entryOf(call, group), draw: this.#draw() });
  }

  widen(call: Call, group: string, level: number): void {
    const { callId, compId } = call;
    this.apply({ type: "widened", call: callId, group: groupKey(compId, group), level, draw: this.#draw() });
  }

  release(callId: string): void {
    this.apply({ type: "stickyOver", call: callId, draw: this.#draw() });
  }

  /** Past the one before it; false: nobody can be passed, or it does not wait. */
  moveUp(callId: string, by: string, name: string): boolean {
    const byMs = this.raise(callId);
    if (byMs === 0) return false;
    this.#d.dispatch(callId, { type: "movedUp", byMs, by, name });
    return true;
  }

  /** The same of whoever has this place; by how much, 0: not at all. */
  raise(key: string): number {
    const byMs = this.#machine.lacks(key) ?? 0;
    if (byMs > 0) this.apply({ type: "raised", call: key, byMs });
    return byMs;
  }

  /** The agent is gone: nobody waits for him any longer. */
  left(agent: string): void {
    for (const call of this.#machine.heldFor(agent)) this.#d.dispatch(call, { type: "timer", name: "sticky" });
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
    if (isCallback(e.call)) return this.#d.callback(e);
    const { dispatch, clock, logger } = this.#d;
    if (e.type === "queued") {
      const { ahead, offered, held, firstInLine } = e;
      const call = this.#d.call(e.call);
      const first = firstInLine ? { firstInLine } : {};
      const outlook = call ? this.outlooks.of(call) : {};
      return dispatch(e.call, { type: "queued", ahead, offered, held, ...first, ...outlook });
    }
    if (e.type === "full") return dispatch(e.call, { type: "queueFull" });
    const sessions = this.#d.sessions();
    const session = sessions.byKey(e.agent);
    const now = clock.now();
    if (session) session.pooled = false;
    if (!session || !sessions.apply(session, { type: "offer", callId: e.call })) {
      logger.error({ agent: e.agent, callId: e.call }, "the queue offered a call to an agent who is not ready");
      return this.offerFailed(e.call);
    }
    this.#rung.set(e.call, [...(this.#rung.get(e.call) ?? []), session.agentId]);
    const group = plainKey(e.group);
    dispatch(e.call, {
      type: "offer",
      ...agentParty(session),
      idleMs: now - e.idleSince,
      wrapUpMs: session.seat.groups.find((g) => g.id === group)?.wrapUpMs ?? 0,
      autoAnswer: session.seat.autoAnswer === 2,
      reason: reasonOf(e),
      group,
      decision: decisionOf(e, now, sessions, this.#d.call(e.call)?.rings[group]?.level),
    });
  }
}
