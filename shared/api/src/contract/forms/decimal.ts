/**
 * Arithmetic of money with doubles (decision 058). A sum, difference or product of numbers with few decimals is put back on the
 * nearest decimal: with up to 6 decimals and below a thousand million it is the decimal that a person would get, 0.1 + 0.2 is 0.3; with
 * 2 decimals below ten million million. Beyond that it is a double like any other.
 */

/** What doubles are off by is less than four units of the last place of the largest: an eighth of 2^53 leaves no doubt what is meant. */
const certain = 2 ** 50;

/** `size`: of the largest number that it was made of. */
export function nearestDecimal(value: number, size = value < 0 ? -value : value): number {
  if (size < certain / 1e9) return Math.round(value * 1e9) / 1e9;
  if (size < certain / 1e6) return Math.round(value * 1e6) / 1e6;
  if (size < certain / 1e4) return Math.round(value * 1e4) / 1e4;
  return size < certain / 1e2 ? Math.round(value * 1e2) / 1e2 : value;
}

/** Half away from zero, as on an invoice: 1.005 is 1.01. */
export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits;
  const scaled = nearestDecimal((value < 0 ? -value : value) * scale);
  const rounded = Math.floor(scaled + 0.5) / scale;
  return value < 0 ? -rounded : rounded;
}

const zero = 48;
const point = 46;

/**
 * -12.50; no exponent, no leading +, no spaces, at most 15 digits. Undefined for anything else. Digit by digit: a pattern and Number()
 * take three times as long, and 100,000 rows of a workbook ask.
 */
export function plainNumber(text: string): number | undefined {
  const from = text.charCodeAt(0) === 45 ? 1 : 0;
  let units = 0;
  let fraction = -1;
  for (let at = from; at < text.length; at++) {
    const digit = text.charCodeAt(at) - zero;
    if (digit >= 0 && digit <= 9) units = units * 10 + digit;
    else if (digit === point - zero && fraction < 0) fraction = at;
    else return undefined;
  }
  const last = text.length - 1;
  if (units > Number.MAX_SAFE_INTEGER || text.length > 24 || text.length === from || fraction === last)
    return undefined;
  // Both are whole and below 2^53: the quotient is the double next to the decimal.
  const value = fraction < 0 ? units : units / 10 ** (last - fraction);
  return from === 1 ? -value : value;
}

/** A whole number of hundredths (of thousandths …) as text: a good deal faster than toFixed. */
function placed(units: number, digits: number): string {
  const size = 10 ** digits;
  const whole = Math.floor(units / size);
  return `${whole}.${String(units - whole * size).padStart(digits, "0")}`;
}

/** The number as text, without exponent: with so many decimals, or with those it has. */
export function numberText(value: number, digits?: number): string {
  if (!Number.isFinite(value)) return "";
  if (digits !== undefined) {
    const rounded = roundTo(value, digits);
    const size = rounded < 0 ? -rounded : rounded;
    const units = Math.round(size * 10 ** digits);
    if (units > certain) return rounded.toFixed(digits);
    return (rounded < 0 ? "-" : "") + (digits === 0 ? String(units) : placed(units, digits));
  }
  const text = String(nearestDecimal(value));
  return text.includes("e") ? (Math.abs(value) < 1 ? "0" : value.toFixed(0)) : text === "-0" ? "0" : text;
}

const plain = /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;
/** What is kept of a number that was typed. Most are typed as they are kept. */
export function keptNumber(text: string, digits?: number): string | undefined {
  if (digits === undefined && text.length < 16 && plain.test(text) && text !== "-0") return text;
  const value = plainNumber(text);
  return value === undefined ? undefined : numberText(value, digits);
}
