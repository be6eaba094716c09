/** HTTP digest for SIP (RFC 2617, RFC 7616 with MD5, which is what JsSIP and sip.js speak). Pure: time and randomness are handed in. */
import { minuteMs } from "@liantai/api/contract";
import { createHash, timingSafeEqual } from "node:crypto";

const NONCE_MS = 5 * minuteMs;
/** Nonces a socket may hold open; the oldest goes first. */
const NONCES = 8;

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

export interface DigestAnswer {
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  /** Both or neither: without them it is the old digest of RFC 2069. */
  readonly qop?: { readonly cnonce: string; readonly nc: string };
}

/** The header `Authorization: Digest ...`, or undefined when it is none that we understand. */
export function parseDigest(header: string): DigestAnswer | undefined {
  if (!/^digest\s/i.test(header) || header.length > 2_000) return undefined;
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const match of header.slice(7).matchAll(/([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi)) {
    const name = (match[1] as string).toLowerCase();
    if (name in fields) return undefined;
    fields[name] = match[2] === undefined ? (match[3] ?? "") : match[2].replace(/\\(.)/g, "$1");
  }
  const { username, realm, nonce, uri, response, algorithm, qop, cnonce, nc } = fields;
  if (!username || realm === undefined || !nonce || !uri || !/^[0-9a-f]{32}$/i.test(response ?? "")) return undefined;
  if (algorithm !== undefined && algorithm.toUpperCase() !== "MD5") return undefined;
  const base = { username, realm, nonce, uri, response: (response as string).toLowerCase() };
  if (qop === undefined) return base;
  return qop === "auth" && cnonce && /^[0-9a-f]{8}$/i.test(nc ?? "")
    ? { ...base, qop: { cnonce, nc: nc as string } }
    : undefined;
}

/** Does `answer` prove the knowledge of `password`? Takes the same time whether it does or not. */
export function proves(answer: DigestAnswer, method: string, password: string): boolean {
  const ha1 = md5(`${answer.username}:${answer.realm}:${password}`);
  const ha2 = md5(`${method}:${answer.uri}`);
  const { qop } = answer;
  const expected = md5(
    qop ? `${ha1}:${answer.nonce}:${qop.nc}:${qop.cnonce}:auth:${ha2}` : `${ha1}:${answer.nonce}:${ha2}`,
  );
  return timingSafeEqual(Buffer.from(expected), Buffer.from(answer.response));
}

/** The nonces of one socket. One taken from another socket means nothing here, so a digest overheard elsewhere is worthless. */
export class NonceBook {
  private readonly nonces = new Map<string, { readonly expiresAt: number; lastNc: number }>();

  issue(nonce: string, now: number): string {
    this.nonces.set(nonce, { expiresAt: now + NONCE_MS, lastNc: 0 });
    for (const oldest of this.nonces.keys()) {
      if (this.nonces.size <= NONCES) break;
      this.nonces.delete(oldest);
    }
    return nonce;
  }

  /** 'stale': ask again with a new nonce; 'replay': this count was used. A good use is remembered. */
  use(answer: DigestAnswer, now: number): "ok" | "stale" | "replay" {
    const known = this.nonces.get(answer.nonce);
    if (!known || known.expiresAt <= now) {
      this.nonces.delete(answer.nonce);
      return "stale";
    }
    // Without a count a nonce serves once.
    const nc = answer.qop ? Number.parseInt(answer.qop.nc, 16) : 1;
    if (nc <= known.lastNc) return "replay";
    known.lastNc = nc;
    return "ok";
  }
}

export const challenge = (realm: string, nonce: string, stale: boolean): string =>
  `Digest realm="${realm}", nonce="${nonce}", algorithm=MD5, qop="auth"${stale ? ", stale=true" : ""}`;
