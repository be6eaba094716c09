/**
 * Tokens: opaque to the client, SHA-256 at rest. An access token is 32 random bytes. A refresh token is
 * SESSION.SECRET.SIGNATURE: the signature proves that this installation issued it, so a signed token that is not the
 * session's present one is a rotated one used again, without keeping the old ones.
 */
import { hash } from "node:crypto";
import { dayMs, hourMs, type authApi, type ReplyOf } from "@liantai/api/contract";
import type { Random } from "../../ports/clock.ts";
import type { Sealer } from "../system/index.ts";

/** Token refresh window of console.md section 9: a page that stays away longer signs in again. */
export const tokenLifeMs = 24 * hourMs;

/** When a session that was signed in at `at` ends, whatever is refreshed (SESSION_DAYS). */
export const sessionEnd = (at: Date, days: number): number => at.getTime() + days * dayMs;

const refreshContext = "refresh-token";

export const hashToken = (token: string): string => hash("sha256", token, "hex");

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export function makeTokens(sessionId: string, random: Random, sealer: Sealer): TokenPair {
  const body = `${sessionId}.${random.token(32)}`;
  return { access: random.token(32), refresh: `${body}.${sealer.sign(body, refreshContext)}` };
}

/** The session a refresh token was issued for; undefined when we did not issue it. */
export function sessionOfRefresh(token: string, sealer: Sealer): string | undefined {
  const cut = token.lastIndexOf(".");
  const body = token.slice(0, Math.max(cut, 0));
  return cut > 0 && sealer.isSigned(body, token.slice(cut + 1), refreshContext)
    ? body.slice(0, body.indexOf("."))
    : undefined;
}

/** What the session keeps of its tokens. */
export function storedTokens(tokens: TokenPair, now: number, endsAt: number) {
  const until = new Date(Math.min(now + tokenLifeMs, endsAt));
  return {
    accessHash: hashToken(tokens.access),
    refreshHash: hashToken(tokens.refresh),
    accessExpiresAt: until,
    refreshExpiresAt: until,
    lastSeenAt: new Date(now),
  };
}

/** What the page gets. */
export const presentTokens = (tokens: TokenPair, now: number, endsAt: number): ReplyOf<typeof authApi.token> => ({
  access_token: tokens.access,
  refresh_token: tokens.refresh,
  token_type: "Bearer",
  expires_in: Math.max(0, Math.floor(Math.min(tokenLifeMs, endsAt - now) / 1000)),
});
