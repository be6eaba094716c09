/** Sentences as somebody may read them who sees no telephone numbers whole: digits, and digits that were read out. */
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import type { Caller } from "../../../http/routes.ts";

const spoken = /[零〇一二三四五六七八九幺洞拐]{7,}/g;

export const maskSaid = (text: string): string =>
  maskNumbers(text).replace(spoken, (digits) => `${digits.slice(0, 3)}****${digits.slice(7)}`);

export const saidTo = (caller: Caller): ((text: string) => string) =>
  hidesNumbers(caller) ? maskSaid : (text) => text;
