/** The image code of sign-in: kept under the page's randomStr for 5 min, compared case-insensitively, dead after one try. */
import type { Ports } from "../../../ports/index.ts";
import { captchaAlphabet } from "./glyphs.ts";
import { drawCaptcha } from "./picture.ts";

export { revealer, type RevealSettings } from "./reveal.ts";

const length = 4;
const ttlMs = 300_000;

/** Where the broker keeps a code: tests of the whole server read it here. */
export const captchaKey = (randomStr: string): string => `auth:captcha:${randomStr}`;

export interface Captchas {
  /** A new picture; a code drawn before under the same randomStr is dead. */
  draw(randomStr: string): Promise<{ readonly png: Buffer; readonly code: string }>;
  /** True once, for the right code. A wrong try kills it, too. */
  take(randomStr: string, given: string): Promise<boolean>;
}

export function createCaptchas({ broker, random }: Pick<Ports, "broker" | "random">): Captchas {
  return {
    async draw(randomStr) {
      const code = Array.from({ length }, () => captchaAlphabet[random.int(captchaAlphabet.length)]).join("");
      await broker.set(captchaKey(randomStr), code, ttlMs);
      return { png: drawCaptcha(code, random), code };
    },
    async take(randomStr, given) {
      const code = await broker.take(captchaKey(randomStr));
      return code !== undefined && code === given.trim().toUpperCase();
    },
  };
}
