/** A task that runs: what it knows, and how its calls change that. What it does is the dialler's. */
import { secondMs, type EndCause } from "@liantai/api/contract";
import type { CallFact } from "../../event-log/index.ts";
import type { Call, TaskAgent } from "../../telephony/index.ts";
import { newPacingState, observe, type Cap, type PacingEvent, type PacingState, type Reason } from "../pacing/index.ts";
import type { DialHours } from "../checks/index.ts";
import type { RunningExperiment } from "../experiments/arms.ts";
import { InboundShare, type Blend, type ServiceLevel } from "./blending.ts";
import { after, began, closing, type Flight } from "./flight.ts";
import { capsOf, paceOf, parametersOf, type PaceAsked } from "./pace.ts";
import type { RunRow } from "./repository.ts";
import { waitsForAgents, type TaskOf } from "./targets.ts";

export interface RunFacts {
  readonly row: RunRow;
  readonly hours: DialHours;
  readonly robotFlowId: string;
  /** Of the version of its flow that the task names. */
  readonly flowVersionId: string | undefined;
  readonly experiment: RunningExperiment | undefined;
}

const tasksState = (pacing: unknown): PacingState =>
  typeof pacing === "object" && pacing !== null && "theta" in pacing ? (pacing as PacingState) : newPacingState();

export class TaskRun {
  facts: RunFacts;
  pacing: PacingState;
  /** By call. */
  readonly flights = new Map<string, Flight>();
  reasons: readonly Reason[] = [];
  /** Calls in flight for which nobody is idle any more. */
  surplus = 0;
  /** Counts calls, for numbers shown in turn. */
  turn = 0;
  waits: string;
  /** Whether its agents take calls that come in, as it was decided last, and why. */
  blend: Blend;
  level: ServiceLevel = { calls: 0, inTime: 0 };
  levelAt = 0;
  readonly inbound = new InboundShare();
  /** Something was learnt since it was written. */
  learnt = false;
  /** Its numbers may have come to their end since that was last asked. */
  mayBeOver = true;
  /** No number was due when it last asked for some. */
  dry = false;
  /** Numbers may wait for the half of an experiment that is over. */
  mayBePutOff = true;
  /** Its numbers are done, and recipes of another task may still put some into it. */
  awaits = false;
  /** What it was asked with last. */
  looked: Pick<PaceAsked, "agents" | "lines"> = { agents: [], lines: { live: 0, most: 0 } };
  #writing = 0;
  #dialled: number[] = [];
  #agents = new Map<string, TaskAgent>();

  constructor(facts: RunFacts) {
    this.facts = facts;
    this.pacing = tasksState(facts.row.pacing);
    this.waits = facts.row.waitsFor;
    this.blend = { takes: facts.row.takesCalls === 1, reason: "" };
  }

  /** Read anew. Who was taken for a machine, and is known to be a person since, has been abandoned. */
  reads(facts: RunFacts, now: number): void {
    this.facts = facts;
    this.mayBeOver = true;
    this.dry = false;
    this.mayBePutOff = true;
    for (let known = this.pacing.misjudged ?? 0; known < facts.row.misjudged; known += 1)
      this.#observe({ type: "misjudged", at: now });
  }

  get id(): string {
    return this.facts.row.id;
  }

  get task(): TaskOf {
    const { row, robotFlowId, flowVersionId } = this.facts;
    return { ...row, robotFlowId, flowVersionId };
  }

  get detects(): boolean {
    return this.facts.row.settings.amd === 1;
  }

  /** A call lives, or its attempt is being closed: until then nobody knows whether its number is dialled again. */
  get busy(): boolean {
    return this.flights.size + this.#writing > 0;
  }

  /** In flight, or answered and without an agent. */
  get calls(): number {
    return [...this.flights.values()].filter(({ state, abandoned }) => state !== "connected" && !abandoned).length;
  }

  /** Closes an attempt. */
  async writes(close: () => Promise<unknown>): Promise<void> {
    this.#writing += 1;
    try {
      await close();
    } finally {
      this.#writing -= 1;
      this.mayBeOver = true;
      this.dry = false;
    }
  }

  /** How many now. */
  want(now: number, agents: readonly TaskAgent[], lines: PaceAsked["lines"]): number {
    this.#dialled = this.#dialled.filter((at) => now - at < secondMs);
    this.looked = { agents, lines };
    const { ftype, settings } = this.facts.row;
    const { dial, surplus, reasons } = paceOf({
      now,
      ftype,
      settings,
      agents,
      flights: [...this.flights.values()],
      dialled: this.#dialled,
      lines,
      pacing: this.pacing,
    });
    this.reasons = reasons;
    this.surplus = surplus;
    return Math.max(0, dial);
  }

  /** How many more it would have if there were lines enough. */
  wish(now: number, agents: readonly TaskAgent[]): number {
    const { ftype, settings } = this.facts.row;
    const { robots } = this.looked.lines;
    const lines = { live: 0, most: 0, ...(robots ? { robots } : {}) };
    const flights = [...this.flights.values()];
    return paceOf({ now, ftype, settings, agents, flights, dialled: [], lines, pacing: this.pacing }).dial;
  }

  /** What holds it from outside, and how much of that is taken. */
  get caps(): readonly Cap[] {
    const { ftype, settings } = this.facts.row;
    const { lines } = this.looked;
    return capsOf({ ftype, settings, flights: [...this.flights.values()], dialled: this.#dialled, lines });
  }

  dials(flight: Pick<Flight, "attemptId" | "phoneId" | "callId" | "displayed">, now: number): void {
    this.flights.set(flight.callId, began(flight, now));
    this.#dialled.push(now);
    this.#observe({ type: "dialled", at: now });
  }

  /** A call of a process before, as it stands. */
  takes(call: Call, now: number): void {
    const { task, callId, displayed = "", startedAt, phase } = call;
    if (!task?.attemptId || !task.phoneId || this.flights.has(callId)) return;
    const { attemptId, phoneId } = task;
    const flight = began({ attemptId, phoneId, callId, displayed }, startedAt);
    const far = call.parties.find(({ id }) => id === call.far);
    const upAt = far?.up ? (far.upAt ?? now) : undefined;
    const answered =
      upAt === undefined
        ? {}
        : { state: "answered" as const, answeredAt: upAt, personAt: call.queuedAt ?? upAt, queued: "queuedAt" in call };
    const near = call.parties.find(({ id }) => id === call.near);
    const talks =
      call.talked || phase.kind === "inFlow"
        ? { state: "connected" as const, connectedAt: far?.upAt ?? now, agentId: near?.agentId ?? "" }
        : {};
    this.flights.set(callId, { ...flight, ...answered, ...talks });
  }

  /** The flight after the fact, where its state, or whose telephone rings for it, is another now. */
  heard(call: Call, fact: CallFact, now: number): Flight | undefined {
    const before = this.flights.get(call.callId);
    if (!before) return undefined;
    const hears = call.parties.find(({ id }) => id === call.far)?.up === true;
    const flight = after(before, fact, now, {
      detects: this.detects,
      wording: hears ? (call.placed?.abandonedText ?? "") : "",
    });
    if (flight === before) return undefined;
    this.flights.set(call.callId, flight);
    if (before.ringAt === undefined && flight.ringAt !== undefined) this.#observe({ type: "ringing", at: now });
    if (before.personAt === undefined && flight.personAt !== undefined)
      this.#observe({ type: "answeredByPerson", at: now, afterMs: now - flight.dialledAt });
    if (!before.abandoned && flight.abandoned) this.#observe({ type: "abandoned", at: now });
    else if (before.connectedAt === undefined && flight.connectedAt !== undefined)
      this.#observe({ type: "connected", at: now, waitedMs: now - (flight.personAt ?? now) });
    return flight.state === before.state && flight.offered === before.offered ? undefined : flight;
  }

  /** The call is over: as its attempt is closed. */
  ends(callId: string, cause: EndCause, now: number): ReturnType<typeof closing> | undefined {
    const flight = this.flights.get(callId);
    if (!flight) return undefined;
    this.flights.delete(callId);
    const closed = closing(flight, cause, now, { waitsForAgents: waitsForAgents(this.task) });
    if (flight.personAt === undefined)
      this.#observe({ type: "failed", at: now, afterMs: now - flight.dialledAt, result: closed.code });
    else if (closed.abandoned && !flight.abandoned) this.#observe({ type: "abandoned", at: now });
    if (flight.connectedAt !== undefined)
      this.#observe({ type: "talkEnded", at: now, talkMs: now - flight.connectedAt });
    return closed;
  }

  /** How much of their time its agents are in calls that are not its own. */
  inboundShare(now: number, agents: readonly TaskAgent[]): number {
    const there = agents.filter(({ state }) => state !== "away");
    const others = there.filter(({ state, callId = "" }) => state === "talking" && !this.flights.has(callId));
    return this.inbound.sees(now, there.length, others.length);
  }

  /** Who joined or left, and whose wrap-up is over. */
  sees(agents: readonly TaskAgent[], now: number): void {
    const seen = new Map(agents.map((agent) => [agent.agentId, agent]));
    for (const [id, { state, since }] of this.#agents) {
      const is = seen.get(id);
      if (!is) this.#observe({ type: "agentLeft", at: now });
      else if (state === "wrapUp" && is.state !== "wrapUp")
        this.#observe({ type: "wrapUpEnded", at: now, wrapUpMs: now - since });
    }
    for (const id of seen.keys()) if (!this.#agents.has(id)) this.#observe({ type: "agentJoined", at: now });
    this.#agents = seen;
  }

  #observe(event: PacingEvent): void {
    if (!waitsForAgents(this.task)) return;
    this.pacing = observe(this.pacing, event, parametersOf(this.facts.row.settings));
    this.learnt = true;
  }
}
