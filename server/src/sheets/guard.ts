/**
 * Formulas that strangers typed. A workbook's inline string is never computed by Excel, WPS or LibreOffice, but it becomes a
 * formula when the sheet is saved as CSV and opened again, or when somebody edits the cell; quotePrefix, the invisible
 * apostrophe, is lost on the way. So the apostrophe is written into the text, where it survives all of that. Plain numbers
 * keep their sign (+8613812345678, -5): a sign before digits alone computes nothing. The same text is safe in CSV.
 */

/** Blanks of all widths, then what begins a formula, its full-width form included; a tab or line break may hide one. */
const formula =
  /^[\s\u00a0\u1680\u180e\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]*[=+\-@＝＋－﹣﹢﹦﹫＠\u2212]/;
const beginsBlank = /^[\t\r\n]/;
const number = /^[+-]?\d+(?:\.\d+)?%?$/;

export function guardFormula(text: string): string {
  if (text === "") return text;
  const first = text.charCodeAt(0);
  // Letters, digits and Chinese characters: nearly every cell.
  if (
    (first >= 0x30 && first <= 0x39) ||
    (first >= 0x41 && first <= 0x5a) ||
    (first >= 0x61 && first <= 0x7a) ||
    (first >= 0x3400 && first <= 0x9fff)
  )
    return text;
  // One that begins with an apostrophe before a formula gets another, or taking one off again would not give it back.
  const bare = first === 0x27 ? text.replace(/^'+/, "") : text;
  return (formula.test(bare) && !number.test(bare)) || beginsBlank.test(bare) ? `'${text}` : text;
}

/** Takes the apostrophe off again: a result file that is corrected and imported once more. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && guardFormula(text.slice(1)) === text ? text.slice(1) : text;
