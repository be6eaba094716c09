/**
 * Credentials for the TURN server (docs/protocol.md P24), made as coturn's use-auth-secret checks them: the user name says until when,
 * the password proves that we said so. Nothing is stored, and every process makes the same.
 */
import { createHmac } from "node:crypto";
import { hourMs } from "@liantai/api/contract";
import type { IceServers } from "@liantai/api/contract";

export interface TurnServers {
  readonly urls: readonly string[];
  readonly secret: string;
}

const longestMs = 12 * hourMs;

/** For `user`, until `until` (epoch ms), 12 hours at most. */
export function turnCredentials({ urls, secret }: TurnServers, user: string, until: number, now: number): IceServers {
  const username = `${Math.floor(Math.min(until, now + longestMs) / 1_000)}:${user}`;
  return [{ urls: [...urls], username, credential: createHmac("sha1", secret).update(username).digest("base64") }];
}
