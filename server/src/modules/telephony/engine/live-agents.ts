/**
 * Agents as monitors see them. A process that has somebody who follows the enterprise asks for its agents and goes on asking; while it
 * does, every change is published once the step that made it is over. Nobody asks: nothing is computed.
 */
import { statusCodeOf } from "@liantai/api/contract";
import type { LiveAgent, LiveCall } from "@liantai/api/contract/admin";
import type { Broker } from "../../../ports/broker.ts";
import type { Clock, Random } from "../../../ports/clock.ts";
import type { LiveAgents as Reply } from "../../../ports/engine.ts";
import { publish } from "../../topics.ts";
import { callOf } from "../agent-machine.ts";
import { agentOf } from "../call/parties.ts";
import { namedBy } from "../call/supervising.ts";
import type { Call } from "../call/types.ts";
import { agentCallView } from "./agent-call-view.ts";
import type { AgentSession } from "./agent-session.ts";

/** An enterprise that nobody has asked for in so long is followed by nobody. */
const followedMs = 30_000;

export interface LiveAgentsDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly broker: Broker;
  sessions(): Iterable<AgentSession>;
  call(callId: string): Call | undefined;
}

interface Followed {
  /** Of this stretch of following: numbers of another one mean nothing beside its own. */
  readonly epoch: string;
  v: number;
  until: number;
}

function liveCall(call: Call, agentId: string): LiveCall | undefined {
  const view = agentCallView(call, agentId, false);
  const party = agentOf(call, agentId);
  if (!view || !party) return undefined;
  const { callId, direction, phase, number, ringingAt, held, skillGroupName, answeredAt, supervises, recording } = view;
  return {
    callId,
    direction,
    phase,
    number,
    ringingAt,
    held,
    ...(skillGroupName === undefined ? {} : { skillGroupName }),
    ...(answeredAt === undefined ? {} : { answeredAt }),
    ...(recording ? { recording } : {}),
    ...(supervises ? { supervises: supervises.agentId } : {}),
    supervisors: call.parties.flatMap((p) =>
      p.supervises?.party === party.id && p.up ? [{ ...namedBy(p), mode: p.supervises.mode }] : [],
    ),
  };
}

export class LiveAgents {
  readonly #d: LiveAgentsDeps;
  readonly #followed = new Map<string, Followed>();
  #changed = new Set<AgentSession>();

  constructor(deps: LiveAgentsDeps) {
    this.#d = deps;
  }

  /** Somebody follows the enterprise for a while. whole: with everybody of it. */
  follow(compId: string, whole: boolean): Reply {
    const followed = this.#present(compId) ?? { epoch: this.#d.random.token(9), v: 0, until: 0 };
    followed.until = this.#d.clock.now() + followedMs;
    this.#followed.set(compId, followed);
    const all = whole ? [...this.#d.sessions()].filter((session) => session.compId === compId) : [];
    return { epoch: followed.epoch, v: followed.v, agents: all.map((session) => this.#row(session)) };
  }

  #present(compId: string): Followed | undefined {
    const followed = this.#followed.get(compId);
    if (!followed || followed.until >= this.#d.clock.now()) return followed;
    this.#followed.delete(compId);
    return undefined;
  }

  /** What monitors see of the agent may be another now. */
  touch(session: AgentSession): void {
    if (this.#followed.size === 0 || !this.#present(session.compId)) return;
    this.#changed.add(session);
    if (this.#changed.size === 1) queueMicrotask(() => this.#tell());
  }

  #tell(): void {
    const byEnterprise = new Map<string, LiveAgent[]>();
    for (const session of this.#changed) {
      const rows = byEnterprise.get(session.compId) ?? [];
      if (rows.length === 0) byEnterprise.set(session.compId, rows);
      rows.push(this.#row(session));
    }
    this.#changed = new Set();
    for (const [compId, agents] of byEnterprise) {
      const followed = this.#followed.get(compId);
      if (!followed) continue;
      followed.v += 1;
      void publish(this.#d.broker, "agents.live", { compId, epoch: followed.epoch, v: followed.v, agents });
    }
  }

  #row(session: AgentSession): LiveAgent {
    const { agent, agentId, reason, registered, level } = session;
    const { state } = agent;
    const callId = callOf(agent);
    const call = callId === undefined ? undefined : this.#d.call(callId);
    const shown = call && liveCall(call, agentId);
    return {
      agentId,
      code: statusCodeOf(state),
      ...(state.kind === "busy" && state.customStatusName ? { statusName: state.customStatusName } : {}),
      reason,
      since: state.since,
      ...("endsAt" in state && state.endsAt !== undefined ? { endsAt: state.endsAt } : {}),
      registered,
      ...(shown ? { call: shown } : {}),
      ...(shown && level !== undefined ? { level } : {}),
    };
  }
}
