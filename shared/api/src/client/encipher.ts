/**
 * Mobile numbers leave the page encrypted where the enterprise asks for it (phoneEncipher, console.md section 5): every text
 * of a body that is one, wherever it stands, becomes `enc:KID:BASE64` (docs/protocol.md, section Requests).
 */
import { enciphered, mobilePattern } from "@liantai/api/contract/base";
import type { Encrypter } from "./encrypt.ts";

async function walk(value: unknown, seal: (phone: string) => Promise<string>): Promise<unknown> {
  if (typeof value === "string") return mobilePattern.test(value) ? seal(value) : value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => walk(item, seal)));
  // A File or Blob goes as it is.
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    await Promise.all(Object.entries(value).map(async ([key, item]) => [key, await walk(item, seal)] as const)),
  );
}

export const encipherPhones = (body: unknown, { kid, encrypt }: Encrypter): Promise<unknown> =>
  walk(body, async (phone) => enciphered(kid, await encrypt(phone)));

/** Whether anything in it would be encrypted: most requests hold no number, and need no key. */
export function holdsPhone(value: unknown): boolean {
  if (typeof value === "string") return mobilePattern.test(value);
  if (Array.isArray(value)) return value.some(holdsPhone);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsPhone);
}
