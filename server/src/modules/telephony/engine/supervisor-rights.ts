/** Whoever hears a talk is asked for his right to it again when rights, groups or seats change, and is out without it (K90). */
import type { Party } from "../call/party.ts";
import { partyOf } from "../call/parties.ts";
import type { Call } from "../call/types.ts";
import { tellAgent } from "./agent-moves.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { Calls } from "./calls.ts";
import type { EngineDeps } from "./deps.ts";

/** Many changes at once are one look; what processes know of rights has been forgotten by then. */
const gatherMs = 200;
/** Until it is looked again where it could not be looked up. */
const againMs = 1_000;

const noRight = (agentId: string): string => `您已没有监控坐席${agentId}的权限，监控已结束`;

export interface SupervisorRightsDeps extends Pick<EngineDeps, "clock" | "logger" | "maySupervise"> {
  readonly compId: string;
}

export class SupervisorRights {
  readonly #d: SupervisorRightsDeps;
  readonly #calls: Calls;
  readonly #sessions: AgentSessions;
  #due = false;

  constructor(deps: SupervisorRightsDeps, calls: Calls, sessions: AgentSessions) {
    this.#d = deps;
    this.#calls = calls;
    this.#sessions = sessions;
  }

  changed(inMs = gatherMs): void {
    if (this.#due || !this.#d.maySupervise) return;
    this.#due = true;
    this.#d.clock.after(inMs, () => {
      this.#due = false;
      this.#calls.track(this.#look());
    });
  }

  async #look(): Promise<void> {
    const { compId, logger } = this.#d;
    try {
      for (const call of [...this.#calls.ofEnterprise(compId)])
        for (const party of call.parties) if (party.supervises) await this.#ask(call, party);
    } catch (error) {
      logger.error({ error, compId }, "whether supervisors may go on could not be looked up");
      this.changed(againMs);
    }
  }

  async #ask(call: Call, by: Party): Promise<void> {
    const { compId } = this.#d;
    const { agentId, administrator } = by;
    const target = partyOf(call, by.supervises?.party)?.agentId;
    const own = agentId === undefined ? undefined : this.#sessions.get(compId, agentId);
    const sessionId = administrator?.sessionId ?? own?.sessionId;
    // Of an agent whose page has not come back to this process yet nothing is known; it is asked with the next change.
    if (!target || !sessionId || (await this.#d.maySupervise?.(sessionId, target)) !== false) return;
    if (!this.#calls.dispatch(call.callId, { type: "noRight", by, target })) return;
    if (administrator) this.#calls.administrators.say(call, administrator, noRight(target));
    else if (agentId !== undefined) tellAgent(this.#sessions, call, { agentId, msg: noRight(target) });
  }
}
