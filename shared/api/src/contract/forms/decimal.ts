/**
 * Arithmetic of money with doubles (decision 058). A sum, difference or product is put back on the nearest decimal: with up to 6
 * decimals and below 9,007,199,254 it is the decimal that a person would get, 0.1 + 0.2 is 0.3. Beyond that it is a double like any
 * other.
 */

/** Powers of ten, from the finest that keeps a whole number below 2^53. */
const scales = [1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1] as const;
const whole = Number.MAX_SAFE_INTEGER;

export function nearestDecimal(value: number): number {
  const size = value < 0 ? -value : value;
  if (size < 9e6) return Math.round(value * 1e9) / 1e9;
  for (const scale of scales) if (size * scale <= whole) return Math.round(value * scale) / scale;
  return value;
}

/** Half away from zero, as on an invoice: 1.005 is 1.01. */
export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits;
  const scaled = nearestDecimal((value < 0 ? -value : value) * scale);
  const rounded = Math.floor(scaled + 0.5) / scale;
  return value < 0 ? -rounded : rounded;
}

/** -12.50; no exponent, no leading +, no spaces, at most 15 digits. Undefined for anything else. */
export function plainNumber(text: string): number | undefined {
  if (text.length > 24 || !/^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text)) return undefined;
  const value = Number(text);
  return Math.abs(value) <= whole ? value : undefined;
}

/** The number as text, without exponent: with so many decimals, or with those it has. */
export function numberText(value: number, digits?: number): string {
  if (!Number.isFinite(value)) return "";
  if (digits !== undefined)
    return roundTo(value, digits)
      .toFixed(digits)
      .replace(/^-(0(?:\.0*)?)$/, "$1");
  const text = String(nearestDecimal(value));
  return text.includes("e") ? (Math.abs(value) < 1 ? "0" : value.toFixed(0)) : text === "-0" ? "0" : text;
}
