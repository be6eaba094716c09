/** Words looked for in texts that are shown with their telephone numbers masked (protocol R10). */
import { sql, type Expression, type SqlBool } from "kysely";
import { maskNumbers } from "../../http/privacy.ts";
import { containing } from "./page.ts";

/** A text that is, or holds, what is masked to who sees no numbers. */
export const numberLike = "[0-9][0-9 -]{6,}[0-9]";

/** In a regular expression of PostgreSQL. */
const plain = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Its numbers are whole, and no other digit is in it. */
const asksWholes = (word: string): boolean => !/\d/.test(maskNumbers(word).replace(/\+?\d{1,3}\*+\d{1,4}/g, ""));

/**
 * Texts that hold the word. `wholeNumbers`: of those with a telephone number the ones where the word's digits are all of it, for who sees
 * none must not find it out piece by piece.
 */
export function holdsWord(text: Expression<string>, word: string, wholeNumbers: boolean): Expression<SqlBool> {
  const holds = sql<SqlBool>`${text} ilike ${containing(word)}`;
  if (!wholeNumbers || !/\d/.test(word)) return holds;
  const without = sql<SqlBool>`(${holds} and ${text} !~ ${numberLike})`;
  if (!asksWholes(word)) return without;
  // A number goes on over the blank or the hyphen within it.
  const whole = `(?<![0-9][ )-]*)${plain(word)}(?![ (-]*[0-9])`;
  return sql<SqlBool>`(${without} or ${text} ~* ${whole})`;
}
