/**
 * Administrators' pages as telephones: a SIP user of the session, which may be called and may not call. Its password is made as those
 * of soft phones are (sip-credentials.ts); which session a user belongs to is kept in the broker while the page asks for passwords.
 */
import { createHash } from "node:crypto";
import { hourMs } from "@liantai/api/contract";
import type { Broker } from "../../ports/broker.ts";

const keyOf = (user: string): string => `listener:${user}`;

/** s and 18 digits: no extension's user, and no customer's page. */
export const isListener = (user: string): boolean => /^s\d{18}$/.test(user);

/** The same for every process and after every reload. */
export function listenerUser(sessionId: string): string {
  const digest = createHash("sha256").update(sessionId).digest();
  return `s${String(digest.readBigUInt64BE() % 10n ** 18n).padStart(18, "0")}`;
}

/** Whose page it is, and of which enterprise. */
export interface Listener {
  readonly sessionId: string;
  readonly compId: string;
}

/** It can be found by its user for an hour. */
export async function keepListener(broker: Broker, { sessionId, compId }: Listener): Promise<string> {
  const user = listenerUser(sessionId);
  await broker.set(keyOf(user), JSON.stringify({ sessionId, compId } satisfies Listener), hourMs);
  return user;
}

export async function findListener(broker: Broker, user: string): Promise<Listener | undefined> {
  const kept = await broker.get(keyOf(user));
  return kept?.startsWith("{") ? (JSON.parse(kept) as Listener) : undefined;
}
