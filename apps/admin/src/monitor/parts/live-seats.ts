/**
 * The live states of the seats that a screen follows: one store, which tells each cell of its own seat alone. A list of a thousand
 * seats that all change four times a second draws anew only what is in sight and has become another.
 */
import type { Bus } from "@liantai/bus";
import { offlineSeat, type AgentPull, type FollowedSeats, type LiveAgent } from "@liantai/api/contract/admin";

type Listener = () => void;

export class LiveSeats {
  private agents: ReadonlyMap<string, LiveAgent> = new Map();
  private readonly ofSeat = new Map<string, Set<Listener>>();
  private readonly ofAll = new Set<Listener>();
  /** Why nobody is followed. */
  desc: string | undefined;
  /** Whether the whole has arrived. */
  known = false;

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
    const before = this.agents;
    const next = new Map(full ? [] : before);
    for (const agent of agents) next.set(agent.agentId, agent);
    this.agents = next;
    this.desc = desc;
    this.known = true;
    const changed = full ? [...this.ofSeat.keys()] : agents.map(({ agentId }) => agentId);
    for (const id of changed)
      if (before.get(id) !== next.get(id)) for (const listener of this.ofSeat.get(id) ?? []) listener();
    for (const listener of this.ofAll) listener();
  }

  get(agentId: string): LiveAgent {
    return this.agents.get(agentId) ?? offline(agentId);
  }

  /** All of them, another object after each change. */
  readonly all = (): ReadonlyMap<string, LiveAgent> => this.agents;

  readonly watchAll = (listener: Listener): Listener => {
    this.ofAll.add(listener);
    return () => void this.ofAll.delete(listener);
  };

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
