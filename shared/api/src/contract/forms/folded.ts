/** How texts are compared. */

/** Full-width letters, digits and signs as their half-width ones; the full-width blank too. */
export const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, " ");

/** Of a distinct field: blanks at the edges and width do not tell two values apart, case does. */
export const uniqueText = (text: string): string => halfWidth(text).trim();
/** Of a query: case does not either. */
export const searchText = (text: string): string => uniqueText(text).toLowerCase();

/** Pairs of neighbouring characters, each once. */
export function bigramsOf(text: string, longest = 60): readonly string[] {
  const characters = [...searchText(text)].slice(0, longest);
  return [...new Set(characters.slice(1).map((one, at) => characters[at]! + one))];
}
