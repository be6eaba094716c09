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

  /** Somebody joined or left. */
  changed(before: Call, call: Call): void {
    this.remove(before);
    this.add(call);
  }

  remove({ callId, parties }: Call): void {
    for (const key of parties.flatMap(keysOf)) if (this.#calls.get(key) === callId) this.#calls.delete(key);
  }
}
