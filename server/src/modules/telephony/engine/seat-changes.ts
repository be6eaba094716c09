/** What administrators change while agents are signed in: seats, and the groups they answer for. */
import type { Calls } from "./calls.ts";
import type { EngineDeps } from "./deps.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { AgentSession } from "./agent-session.ts";
import { takeForward } from "./seat-forward.ts";

/** Many changes at once (an import, a transfer list) are one look-up. */
const gatherMs = 200;
/** Until what could not be looked up is looked up again: a seat that was switched off would go on being rung. */
const againMs = 1_000;

export interface SeatChangesDeps extends Pick<EngineDeps, "clock" | "numbers" | "switch" | "logger"> {
  readonly compId: string;
}

export class SeatChanges {
  readonly #d: SeatChangesDeps;
  readonly #calls: Calls;
  readonly #sessions: AgentSessions;
  /** The agents to look up; 'all': groups changed. */
  #due: Set<string> | "all" | undefined;
  /** A seat itself is among what is due: its telephone, and what it may see. */
  #named = false;

  constructor(deps: SeatChangesDeps, calls: Calls, sessions: AgentSessions) {
    this.#d = deps;
    this.#calls = calls;
    this.#sessions = sessions;
  }

  /** A seat, or who answers for which groups. */
  changed(agentId: string | undefined, inMs = gatherMs): void {
    const due = this.#due;
    if (!due) this.#d.clock.after(inMs, () => this.#calls.track(this.#take()));
    this.#named ||= agentId !== undefined;
    this.#due = agentId === undefined || due === "all" ? "all" : new Set([...(due ?? []), agentId]);
  }

  /** All who are signed in: what was told of them may not have come. */
  lookAgain(): void {
    if (this.#signedIn().length === 0) return;
    this.changed(undefined);
    this.#calls.track(this.#maskAll());
  }

  enterpriseChanged(): void {
    this.#recheck();
    this.#calls.track(this.#maskAll());
  }

  async #maskAll(): Promise<void> {
    if (!(await this.#mask(this.#signedIn()))) this.#d.clock.after(againMs, () => this.#calls.track(this.#maskAll()));
  }

  #signedIn(): AgentSession[] {
    return [...this.#sessions.all()].filter((d) => d.agent.state.kind !== "offline");
  }

  /** Whether numbers are hidden counts at once, in a call too. False: it could not be looked up. */
  async #mask(sessions: readonly AgentSession[]): Promise<boolean> {
    const { compId } = this.#d;
    try {
      const hidden = await this.#d.numbers.hidden(
        compId,
        sessions.map((d) => d.agentId),
      );
      for (const session of sessions) this.#calls.masked(session, hidden.get(session.agentId) ?? session.hideNumbers);
      return true;
    } catch (error) {
      this.#d.logger.error({ error, compId }, "whether numbers are hidden could not be looked up");
      return false;
    }
  }

  /** Telephones whose seat went out of service, was deleted or has another extension or terminal now. */
  #recheck(): void {
    const { compId } = this.#d;
    this.#calls.track(
      this.#d.switch
        .recheck(compId)
        .catch((error: unknown) => this.#d.logger.error({ error, compId }, "telephones could not be asked anew")),
    );
  }

  async #take(): Promise<void> {
    const due = this.#due;
    if (!due) return;
    const named = this.#named;
    [this.#due, this.#named] = [undefined, false];
    if (named) this.#recheck();
    const sessions = this.#signedIn().filter((d) => due === "all" || due.has(d.agentId));
    const masked = !named || (await this.#mask(sessions));
    const looked = await this.#look(sessions).catch((error: unknown) => {
      this.#d.logger.error({ error, compId: this.#d.compId }, "changed seats could not be looked up");
      return false;
    });
    if (masked && looked) return;
    this.changed(undefined, againMs);
    this.#named = named;
  }

  async #look(sessions: readonly AgentSession[]): Promise<true> {
    const { compId } = this.#d;
    const seats = await this.#d.numbers.seats(
      compId,
      sessions.map((d) => d.agentId),
    );
    for (const session of sessions) {
      const seat = seats.get(session.agentId);
      if (seat) takeForward(this.#sessions, session, seat.forward);
      if (!seat || JSON.stringify(seat) !== JSON.stringify(session.seat)) this.#sessions.changed(session, seat);
      // Changed, and changed back.
      else session.changed = undefined;
    }
    return true;
  }
}
