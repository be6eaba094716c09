/** Calls found by whoever takes part in them without being an agent: by the SIP user, an administrator by his session, too. */
import type { Party } from "../call/party.ts";
import type { Call } from "../call/types.ts";

const sessionKey = (sessionId: string): string => `session:${sessionId}`;

const keysOf = ({ user, agentId, administrator }: Party): string[] =>
  agentId ? [] : [...(user ? [user] : []), ...(administrator ? [sessionKey(administrator.sessionId)] : [])];

export class Outsiders {
  readonly #calls = new Map<string, string>();

  byUser(user: string): string | undefined {
    return this.#calls.get(user);
  }

  bySession(sessionId: string): string | undefined {
    return this.#calls.get(sessionKey(sessionId));
  }

  add({ callId, parties }: Call): void {
    for (const key of parties.flatMap(keysOf)) this.#calls.set(key, callId);
  }

  /** Somebody joined or left. Who has begun another call meanwhile is in that one. */
  changed(before: Call, call: Call): void {
    const was = new Set(before.parties.flatMap(keysOf));
    const is = new Set(call.parties.flatMap(keysOf));
    for (const key of was) if (!is.has(key) && this.#calls.get(key) === call.callId) this.#calls.delete(key);
    for (const key of is) if (!was.has(key)) this.#calls.set(key, call.callId);
  }

  remove({ callId, parties }: Call): void {
    for (const key of parties.flatMap(keysOf)) if (this.#calls.get(key) === callId) this.#calls.delete(key);
  }
}
