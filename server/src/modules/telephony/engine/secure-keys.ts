/** What customers type in secret: in the memory of this process while they type, sealed in the table when they are done. */
import type { SecureEntries } from "../../secure-entries/index.ts";
import type { SecureEffect } from "../call/secure-input.ts";
import { sentences } from "../call/limits.ts";
import type { Call, CallInput } from "../call/types.ts";
import { tellAgent } from "./agent-moves.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import { writeNote } from "./call-log.ts";
import type { EngineDeps } from "./deps.ts";

/** Under which the token travels with the call. */
const usualKey = "secureToken";

interface SecureKeysDeps extends Pick<EngineDeps, "eventLog" | "clock" | "logger"> {
  readonly secureEntries: Pick<SecureEntries, "keep">;
  dispatch(callId: string, input: CallInput): void;
  sessions(): AgentSessions;
  track(work: Promise<unknown>): void;
}

export class SecureKeys {
  readonly #d: SecureKeysDeps;
  readonly #typed = new Map<string, string>();

  constructor(deps: SecureKeysDeps) {
    this.#d = deps;
  }

  run(call: Call, e: SecureEffect): void {
    const { callId } = call;
    const digits = this.#typed.get(callId) ?? "";
    if (e.do === "secureKey") return void this.#typed.set(callId, digits + e.digit);
    this.forget(callId);
    if (e.do === "secureKeep") this.#d.track(this.#keep(call, e, digits));
  }

  forget(callId: string): void {
    this.#typed.delete(callId);
  }

  async #keep(
    call: Call,
    { agentId, name, key }: Extract<SecureEffect, { do: "secureKeep" }>,
    typed: string,
  ): Promise<void> {
    const { compId, callId } = call;
    const digits = typed.length;
    try {
      const token = await this.#d.secureEntries.keep({ compId, callId, agentId, name, digits: typed });
      writeNote(this.#d, call, { actor: "engine", fact: { type: "secureEntered", agentId, name, digits, token } });
      // Of a call that is over the interface alone is told.
      this.#d.dispatch(callId, { type: "setData", agentId, data: { [key || usualKey]: token } });
    } catch (error) {
      this.#d.logger.error({ error, callId }, "a secure entry could not be kept");
      tellAgent(this.#d.sessions(), call, { agentId, msg: sentences.secureNotKept });
    }
  }
}
