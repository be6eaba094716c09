/**
 * The live states of the seats that a screen follows: one store, which tells each cell of its own seat alone. A list of a thousand
 * seats that all change four times a second writes only what is in sight and has become another.
 */
import type { Bus } from "@liantai/bus";
import { offlineSeat, type AgentPull, type FollowedSeats, type LiveAgent } from "@liantai/api/contract/admin";

type Listener = () => void;

/** ms between two looks at all seats. */
const sampleMs = 1_000;

export class LiveSeats {
  private readonly agents = new Map<string, LiveAgent>();
  private readonly ofSeat = new Map<string, Set<Listener>>();
  private readonly ofAll = new Set<Listener>();
  private sample: ReadonlyMap<string, LiveAgent> = new Map();
  private sampledAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Why nobody is followed. */
  desc: string | undefined;
  /** Whether the whole has arrived. */
  known = false;

  private clockOffset: number;

  /** ms that the server's clock is ahead of the browser's. */
  constructor(clockOffset = 0) {
    this.clockOffset = clockOffset;
  }

  setClock(offset: number): void {
    this.clockOffset = offset;
  }

  /** Epoch ms of the server's clock. */
  now(): number {
    return Date.now() + this.clockOffset;
  }

  /** Follows until the returned function is called. */
  follow(bus: Bus, screen: string, agents: FollowedSeats): () => void {
    const ends = [
      bus.subscribe("agents.pull", (pull) => this.take(pull)),
      // The stream is another one: whoever is followed is told anew.
      bus.subscribe("link.refetch", () => bus.publish("agents.follow", { screen, agents })),
    ];
    bus.publish("agents.follow", { screen, agents });
    return () => {
      for (const end of ends) end();
      bus.publish("agents.follow", { screen, agents: null });
    };
  }

  take({ full, agents, desc }: AgentPull): void {
    if (full) this.agents.clear();
    for (const agent of agents) this.agents.set(agent.agentId, agent);
    this.desc = desc;
    this.known = true;
    const told = full ? [...this.ofSeat.keys()] : agents.map(({ agentId }) => agentId);
    for (const id of told) for (const listener of this.ofSeat.get(id) ?? []) listener();
    if (this.ofAll.size === 0) return;
    if (full) this.look();
    else this.resample();
  }

  get(agentId: string): LiveAgent {
    return this.agents.get(agentId) ?? offline(agentId);
  }

  /** All of them as they were within the last second: for what counts or looks through all, and is drawn anew for it. */
  readonly all = (): ReadonlyMap<string, LiveAgent> => this.sample;

  readonly watchAll = (listener: Listener): Listener => {
    if (this.ofAll.size === 0) this.resample();
    this.ofAll.add(listener);
    return () => {
      this.ofAll.delete(listener);
      if (this.ofAll.size > 0) return;
      clearTimeout(this.timer);
      this.timer = undefined;
    };
  };

  /** At once after a quiet second, else when it is over. */
  private resample(): void {
    this.timer ??= setTimeout(() => this.look(), Math.max(0, this.sampledAt + sampleMs - Date.now()));
  }

  private look(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sampledAt = Date.now();
    this.sample = new Map(this.agents);
    for (const listener of this.ofAll) listener();
  }

  watch(agentId: string, listener: Listener): Listener {
    const set = this.ofSeat.get(agentId) ?? new Set();
    this.ofSeat.set(agentId, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0) this.ofSeat.delete(agentId);
    };
  }
}

const offlines = new Map<string, LiveAgent>();

/** The same object every time: a seat that is offline has not changed. */
function offline(agentId: string): LiveAgent {
  const known = offlines.get(agentId) ?? offlineSeat(agentId);
  offlines.set(agentId, known);
  return known;
}
