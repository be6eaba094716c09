/** Opens passwords that the page encrypted: RSA-OAEP (SHA-256) over UTF-8 JSON {password, at}, fresh and used once. */
import { constants, createHash, privateDecrypt, type KeyObject } from "node:crypto";
import { AppError, mobilePattern, parseEnciphered } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";
import type { createPasswordKeys } from "./keys.ts";

/** How far `at` may lie from the server's clock, either way. */
export const freshMs = 300_000;

const texts = {
  key: "登录密钥已更新，请刷新页面后重试",
  stale: "请求已过期，请刷新页面后重试",
  replayed: "请求已失效，请重新提交",
} as const;

export interface PasswordTransport {
  /** The plain password. Throws AppError 'invalid'. */
  open(kid: string | undefined, ciphertext: string): Promise<string>;
  /**
   * A mobile number as parseEnciphered knows it. Nothing else is opened: this must not tell what a password was. Throws
   * AppError 'invalid'.
   */
  openNumber(text: string): Promise<string>;
}

export function createPasswordTransport(
  keys: ReturnType<typeof createPasswordKeys>,
  { broker, clock }: Pick<Ports, "broker" | "clock">,
): PasswordTransport {
  async function fresh(kid: string | undefined, bytes: Buffer): Promise<string> {
    const key = await keys.current();
    if (kid !== undefined && kid !== key.kid) throw new AppError("invalid", texts.key);
    const message = decrypt(key.privateKey, bytes);
    if (!message) throw new AppError("invalid", texts.key);
    if (Math.abs(clock.now() - message.at) > freshMs) throw new AppError("invalid", texts.stale);
    return message.password;
  }
  return {
    async open(kid, ciphertext) {
      const bytes = Buffer.from(ciphertext, "base64");
      const password = await fresh(kid, bytes);
      // Counted by the bytes, not the text: base64 has more than one spelling. `at` may lie ahead, so twice the window.
      const uses = await broker.increment(
        `auth:cipher:${createHash("sha256").update(bytes).digest("hex")}`,
        2 * freshMs,
      );
      if (uses > 1) throw new AppError("invalid", texts.replayed);
      return password;
    },
    async openNumber(text) {
      const given = parseEnciphered(text);
      if (!given) throw new AppError("invalid", texts.key);
      const number = await fresh(given.kid, Buffer.from(given.ciphertext, "base64"));
      if (!mobilePattern.test(number)) throw new AppError("invalid", texts.key);
      return number;
    },
  };
}

function decrypt(key: KeyObject, bytes: Buffer): { readonly password: string; readonly at: number } | undefined {
  try {
    const plain = privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }, bytes);
    const value = JSON.parse(plain.toString("utf8")) as { password?: unknown; at?: unknown };
    return typeof value?.password === "string" && typeof value.at === "number"
      ? { password: value.password, at: value.at }
      : undefined;
  } catch {
    return undefined;
  }
}
