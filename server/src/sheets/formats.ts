/** Numbers as people read them: dates are numbers with a format (ECMA-376 part 1, sections 18.8.30 and 18.17.4). */
import { attribute, elementOf, plainText, tags } from "./xml.ts";

export type DateKind = "date" | "time" | "both" | "elapsed";
/** How a number is shown: as a date, or (a number) with so many digits at least, zeros before those that it has. */
export type ShownAs = DateKind | number;

/** Formats without a text of their own; 27 to 36 and 50 to 58 are dates where Chinese is spoken. */
function builtIn(id: number): DateKind | undefined {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58)
    return "date";
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47 || id === 55 || id === 56)
    return "time";
  if (id === 46) return "elapsed";
  return id === 22 ? "both" : undefined;
}

export function dateKindOf(code: string): DateKind | undefined {
  const [first = ""] = code.replace(/"[^"]*"|\\.|_.|\*./g, "").split(";");
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return "elapsed";
  const bare = first.replace(/\[[^\]]*\]/g, "").replace(/General|AM\/PM|A\/P|上午\/下午/gi, "");
  const time = /[hs]/i.test(bare);
  const date = /[ydge年月日]/i.test(bare.replace(/[eE][+-]/g, "")) || (/m/i.test(bare) && !time);
  return date && time ? "both" : date ? "date" : time ? "time" : undefined;
}

/** 000000 and the like, of what is not negative; any program needs fewer than 30. */
const zeros = /^(0{2,30})(?:;|$)/;

/** By the index that cells name; undefined: the number says it. */
export function readFormats(stylesXml: string): readonly (ShownAs | undefined)[] {
  const own = new Map<number, ShownAs | undefined>();
  for (const tag of tags(stylesXml, "numFmt")) {
    const code = plainText(attribute(tag, "formatCode") ?? "");
    own.set(Number(attribute(tag, "numFmtId")), zeros.exec(code)?.[1]?.length ?? dateKindOf(code));
  }
  return [...tags(elementOf(stylesXml, "cellXfs"), "xf")].map((tag) => {
    const id = Number(attribute(tag, "numFmtId") ?? 0);
    return own.has(id) ? own.get(id) : builtIn(id);
  });
}

const day = 86_400;
const two = (n: number): string => String(n).padStart(2, "0");

/** yyyy-MM-dd, HH:mm[:ss], both with seconds, or h:mm[:ss] that elapsed. */
export function formatSerial(serial: number, kind: DateKind, from1904: boolean): string {
  const seconds = Math.round(serial * day);
  const clock = (hours: number): string =>
    `${two(hours)}:${two(Math.floor(seconds / 60) % 60)}${seconds % 60 === 0 ? "" : `:${two(seconds % 60)}`}`;
  if (kind === "elapsed") return clock(Math.floor(seconds / 3_600));
  const ofDay = clock(Math.floor((seconds % day) / 3_600));
  if (kind === "time" && seconds < day) return ofDay;
  const whole = Math.floor(seconds / day);
  // Serial 60 is 29 February 1900, which there never was.
  const days = from1904 ? whole + 1_462 : whole < 60 ? whole + 1 : whole;
  const date = new Date(Date.UTC(1899, 11, 30) + days * day * 1_000).toISOString().slice(0, 10);
  if (kind === "date") return date;
  return `${date} ${ofDay.length === 5 ? `${ofDay}:00` : ofDay}`;
}

/** A telephone number of 12 digits that was typed as one of 11, and a format showed the zero. */
export function formatPadded(raw: string, digits: number): string {
  const text = formatNumber(raw);
  return /^\d+$/.test(text) ? text.padStart(digits, "0") : text;
}

/** A number without exponent and without the noise of binary fractions. */
export function formatNumber(raw: string): string {
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(raw)) return raw;
  const value = Number(raw);
  if (!Number.isFinite(value)) return plainText(raw);
  // A program wrote all digits of it; as a number it would lose the last ones.
  if (/^-?[1-9]\d{15,}$/.test(raw)) return raw;
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
  return String(Number(value.toPrecision(15)));
}
