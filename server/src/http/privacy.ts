/** Phone masking (console.md section 5): decided here for replies, exports and logs alike. */
import { maskPhone, isAdministrator, isOperator } from "@liantai/api/contract";
import type { Caller } from "./routes.ts";

/** The enterprise hides numbers from all but its administrators, or the user may see none. */
export const hidesNumbers = (caller: Pick<Caller, "roleType" | "isHiddenNum" | "hiddenGlobalPhone">): boolean =>
  caller.isHiddenNum || (caller.hiddenGlobalPhone && !isOperator(caller) && !isAdministrator(caller));

/** Alone: no part of an id, a file name or a longer word. With its separators, as people write it: 0571-87654321, 138 1234 5678. */
const phoneLike =
  /(?<![\w.-])(?:\+?86[ -])?(?:\(?0\d{2,3}\)?[ -]?\d{7,8}|1\d{2}[ -]\d{4}[ -]\d{4}|\+?\d{8,15})(?![\w-])/g;
/** Masks every run of digits in a text that could be a phone number. */
export const maskNumbers = (text: string): string =>
  text.replace(phoneLike, (number) => maskPhone(number.replace(/[() -]/g, "")));

/** The numbers that maskNumbers hides in a text, each beside its mask. */
export const masksOf = (text: string): readonly { readonly mask: string; readonly number: string }[] =>
  [...text.matchAll(phoneLike)]
    .map(([number]) => ({ mask: maskNumbers(number), number }))
    .filter(({ mask, number }) => mask !== number);

/** What stays when a text comes back: the stored one, if it is its mask that came. */
export const unmasked = (given: string | undefined, stored: string, hide: boolean): string =>
  given === undefined || (hide && given === maskNumbers(stored)) ? stored : given;
/** The same of a number by itself. */
export const unmaskedPhone = (given: string, stored: string | undefined, hide: boolean): string =>
  hide && stored !== undefined && given === maskPhone(stored) ? stored : given;
