/** What administrators change while agents are signed in: seats, and the groups they answer for. */
import { subscribe } from "../../topics.ts";
import type { Calls } from "./calls.ts";
import type { EngineDeps } from "./deps.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { AgentSession } from "./agent-session.ts";

/** Many changes at once (an import, a transfer list) are one look-up. */
const gatherMs = 200;

export class SeatChanges {
  readonly #d: EngineDeps;
  readonly #calls: Calls;
  readonly #sessions: AgentSessions;
  /** Of each enterprise the agents to look up; 'all': its groups changed. */
  readonly #due = new Map<string, Set<string> | "all">();

  constructor(deps: EngineDeps, calls: Calls, sessions: AgentSessions) {
    this.#d = deps;
    this.#calls = calls;
    this.#sessions = sessions;
  }

  /** Resolves with what ends it. */
  async start(): Promise<(() => unknown)[]> {
    const { broker } = this.#d;
    return [
      await subscribe(broker, "seat.changed", ({ compId, agentId }) => this.#changed(compId, agentId)),
      await subscribe(broker, "enterprise.changed", ({ compId }) => this.#enterpriseChanged(compId)),
      await subscribe(broker, "groups.changed", ({ compId }) => this.#changed(compId, undefined)),
    ];
  }

  #changed(compId: string, agentId: string | undefined): void {
    const due = this.#due.get(compId);
    if (this.#due.size === 0) this.#d.clock.after(gatherMs, () => this.#calls.track(this.#take()));
    this.#due.set(compId, agentId === undefined || due === "all" ? "all" : new Set([...(due ?? []), agentId]));
  }

  #enterpriseChanged(compId: string): void {
    this.#recheck(compId);
    this.#calls.track(this.#mask(compId, this.#signedIn(compId)));
  }

  #signedIn(compId: string): AgentSession[] {
    return [...this.#sessions.all()].filter((d) => d.compId === compId && d.agent.state.kind !== "offline");
  }

  /** Whether numbers are hidden counts at once, in a call too. */
  async #mask(compId: string, sessions: readonly AgentSession[]): Promise<void> {
    try {
      const hidden = await this.#d.numbers.hidden(
        compId,
        sessions.map((d) => d.agentId),
      );
      for (const session of sessions) this.#calls.masked(session, hidden.get(session.agentId) ?? session.hideNumbers);
    } catch (error) {
      this.#d.logger.error({ error, compId }, "whether numbers are hidden could not be looked up");
    }
  }

  /** Telephones whose seat went out of service, was deleted or has another extension or terminal now. */
  #recheck(compId: string): void {
    this.#calls.track(
      this.#d.switch
        .recheck(compId)
        .catch((error: unknown) => this.#d.logger.error({ error, compId }, "telephones could not be asked anew")),
    );
  }

  async #take(): Promise<void> {
    const due = [...this.#due];
    this.#due.clear();
    for (const [compId, agents] of due) {
      if (agents !== "all") this.#recheck(compId);
      const sessions = this.#signedIn(compId).filter((d) => agents === "all" || agents.has(d.agentId));
      if (agents !== "all") await this.#mask(compId, sessions);
      await this.#look(compId, sessions).catch((error: unknown) =>
        this.#d.logger.error({ error, compId }, "changed seats could not be looked up"),
      );
    }
  }

  async #look(compId: string, sessions: readonly AgentSession[]): Promise<void> {
    const seats = await this.#d.numbers.seats(
      compId,
      sessions.map((d) => d.agentId),
    );
    for (const session of sessions) {
      const seat = seats.get(session.agentId);
      if (!seat || JSON.stringify(seat) !== JSON.stringify(session.seat)) this.#sessions.changed(session, seat);
      // Changed, and changed back.
      else session.changed = undefined;
    }
  }
}
