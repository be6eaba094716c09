/** Lists of texts as PostgreSQL reads them. */

const special = /["\\]/;

/**
 * As pg itself would write it, in half the time: it looks through every text twice and for every kind of value. Undefined: it holds
 * something else.
 */
function textArray(values: readonly unknown[]): string | undefined {
  let text = "{";
  let before = '"';
  for (const value of values) {
    if (typeof value !== "string") return undefined;
    text += before + (special.test(value) ? value.replace(/["\\]/g, "\\$&") : value);
    before = '","';
  }
  return values.length === 0 ? "{}" : `${text}"}`;
}

export const withTextArrays = (parameters: readonly unknown[]): unknown[] =>
  parameters.map((one) => (Array.isArray(one) ? (textArray(one) ?? one) : one));
