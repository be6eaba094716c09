/** One who follows seats: which, and what has not been told yet. */
import { maskPhone } from "@liantai/api/contract";
import { offlineSeat, pullMs, type AgentPull, type FollowedSeats, type LiveAgent } from "@liantai/api/contract/admin";
import { hidesNumbers } from "../../http/privacy.ts";
import type { Caller } from "../../http/routes.ts";
import type { Clock, Timer } from "../../ports/clock.ts";

/** A stream of the message socket, or a CTI link. */
export interface Follower {
  /** Who it is now. */
  readonly caller: Caller;
  /** False: nobody is there, or too much waits for the network already; it is asked again. */
  pull(pull: AgentPull): boolean;
}

/** For who sees no numbers. */
export const masked = ({ call, ...agent }: LiveAgent): LiveAgent =>
  call ? { ...agent, call: { ...call, number: maskPhone(call.number) } } : agent;

export class Watch {
  readonly follower: Follower;
  readonly #clock: Clock;
  wanted: FollowedSeats = [];
  /** Of those wanted the ones that may be followed. */
  seen: ReadonlySet<string> = new Set();
  #whole = false;
  #pending = new Map<string, LiveAgent>();
  #timer: Timer | undefined;
  #toldAt = -Infinity;

  constructor(follower: Follower, clock: Clock) {
    this.follower = follower;
    this.#clock = clock;
  }

  /** Those that are seen from now on, all of them. */
  whole(agentIds: readonly string[], known: ReadonlyMap<string, LiveAgent>): void {
    this.seen = new Set(agentIds);
    this.#whole = true;
    this.#pending = new Map(agentIds.map((id) => [id, known.get(id) ?? offlineSeat(id)]));
    this.#soon();
  }

  /** Nobody can be followed: said once. */
  refused(desc: string): void {
    this.stop();
    this.follower.pull({ full: true, agents: [], desc });
  }

  changed(agents: readonly LiveAgent[]): void {
    for (const agent of agents) if (this.seen.has(agent.agentId)) this.#pending.set(agent.agentId, agent);
    if (this.#pending.size > 0) this.#soon();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.seen = new Set();
    this.#whole = false;
    this.#pending.clear();
  }

  /** The first change after a quiet spell goes at once, those that follow are merged. */
  #soon(): void {
    if (this.#timer) return;
    const left = this.#toldAt + pullMs - this.#clock.now();
    if (left <= 0) return this.#tell();
    this.#timer = this.#clock.after(left, () => {
      this.#timer = undefined;
      this.#tell();
    });
  }

  #tell(): void {
    const agents = [...this.#pending.values()];
    this.#toldAt = this.#clock.now();
    const shown = hidesNumbers(this.follower.caller) ? agents.map(masked) : agents;
    if (!this.follower.pull({ full: this.#whole, agents: shown })) return this.#soon();
    this.#pending = new Map();
    this.#whole = false;
  }
}
