/** How long callers will wait: what the queue, the agents and the log of each group say of it (docs/protocol.md Q9). */
import { WaitEstimates, type QueueMachine, type WaitHistory } from "../../routing/index.ts";
import { queueOf, type Call, type Outlook } from "../call/types.ts";
import { groupKey, type AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { EngineDeps } from "./deps.ts";

export interface OutlooksDeps extends Pick<EngineDeps, "clock" | "logger"> {
  readonly numbers: Pick<EngineDeps["numbers"], "waits">;
  readonly machine: Pick<QueueMachine, "places" | "waiting" | "hasIdle">;
  sessions(): AgentSessions;
  /** Must be done before the engine may stop. */
  track(work: Promise<unknown>): void;
}

/** Of a group; null: not known. */
export interface GroupOutlook {
  readonly waitMs: number | null;
  /** Percent. */
  readonly error: number | null;
}

export class Outlooks {
  readonly #d: OutlooksDeps;
  readonly #estimates = new WaitEstimates();
  /** By agent, since when it handles a call of which group. */
  readonly #handling = new Map<string, { readonly group: string; readonly since: number }>();

  constructor(deps: OutlooksDeps) {
    this.#d = deps;
  }

  /** Of a call that waits. */
  of(call: Call): Outlook {
    const queue = queueOf(call);
    const waits = Array.from(this.#d.machine.places(call.callId), ([group, ahead]) => this.#estimate(group, ahead));
    const waitMs = Math.min(...waits.filter((ms) => ms !== undefined));
    const first = queue?.groups[0];
    if (!Number.isFinite(waitMs) || !first) return {};
    const error = this.#estimates.error(groupKey(call.compId, first.id));
    return { waitMs, tell: error !== undefined && error < (queue?.tellWaitBelowPct ?? 0) };
  }

  /** For who comes now. */
  ofGroup(compId: string, groupId: string): GroupOutlook {
    const group = groupKey(compId, groupId);
    const { machine } = this.#d;
    const ahead = machine.waiting(group);
    const waitMs = ahead === 0 && machine.hasIdle(group) ? 0 : this.#estimate(group, ahead);
    return { waitMs: waitMs ?? null, error: this.#estimates.error(group) ?? null };
  }

  /** An agent has answered a call out of a queue. */
  answered({ compId, group, estimate }: Call, session: AgentSession | undefined): void {
    if (!group) return;
    const key = groupKey(compId, group.id);
    const now = this.#d.clock.now();
    if (estimate?.groupId === group.id)
      this.#estimates.answered(key, { estimateMs: estimate.ms, waitMs: now - estimate.at });
    if (session) this.#handling.set(session.key, { group: key, since: now });
  }

  /** The agent does something else now, or still wraps up. */
  touched({ key, agent }: AgentSession): void {
    const handling = this.#handling.get(key);
    const { kind } = agent.state;
    if (!handling || kind === "offered" || kind === "engaged" || kind === "wrapUp") return;
    this.#handling.delete(key);
    this.#estimates.handled(handling.group, this.#d.clock.now() - handling.since);
  }

  #estimate(group: string, ahead: number): number | undefined {
    if (!this.#estimates.knows(group)) this.#remember(group);
    return this.#estimates.estimate(group, ahead, this.#d.sessions().working(group));
  }

  /** What the log says, once: the engine may have begun a moment ago. */
  #remember(group: string): void {
    const at = group.indexOf("/");
    this.#estimates.before(group, { handled: [], waits: [] });
    const found = this.#d.numbers.waits(group.slice(0, at), group.slice(at + 1));
    this.#d.track(
      found.then(
        (history: WaitHistory) => this.#estimates.before(group, history),
        (error: unknown) => this.#d.logger.warn({ error, group }, "waits of before could not be read"),
      ),
    );
  }
}
