/** Phone masking (console.md section 5): decided here for replies, exports and logs alike. */
import { maskPhone, isAdministrator, isOperator } from "@liantai/api/contract";
import type { Caller } from "./routes.ts";

/** The enterprise hides numbers from all but its administrators, or the user may see none. */
export const hidesNumbers = (caller: Pick<Caller, "roleType" | "isHiddenNum" | "hiddenGlobalPhone">): boolean =>
  caller.isHiddenNum || (caller.hiddenGlobalPhone && !isOperator(caller) && !isAdministrator(caller));

/** Alone: no part of an id, a file name or a longer word. */
const phoneLike = /(?<![\w.-])\+?\d{8,15}(?![\w-])/g;
/** Masks every run of digits in a text that could be a phone number. */
export const maskNumbers = (text: string): string => text.replace(phoneLike, maskPhone);
