/**
 * As much XML as a workbook needs, by hand: elements are found, not parsed into a tree. Only the five entities of XML and
 * character references are known, so nothing can expand; a document type declaration is refused.
 */
import { broken } from "./archive.ts";

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function reference(whole: string, body: string): string {
  if (!body.startsWith("#")) return named[body] ?? whole;
  const code = body[1] === "x" ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "";
}

const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;
/** One look tells nearly all texts that nothing is to be done. */
const special = /[&_\r\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/;
/** Most characters of a cell (Excel's own limit). */
const longest = 32_767;

/** Text of an element: references resolved, Excel's _xHHHH_ too, control characters gone. */
export function plainText(raw: string): string {
  if (!special.test(raw)) return raw.length > longest ? raw.slice(0, longest) : raw;
  let text = raw;
  if (text.includes("&")) text = text.replace(/&([a-z]+|#\d{1,7}|#x[0-9a-fA-F]{1,6});/g, reference);
  if (text.includes("_x"))
    text = text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
  if (control.test(text)) text = text.replace(control, "");
  control.lastIndex = 0;
  return text.length > longest ? text.slice(0, longest) : text;
}

/** An attribute of a start tag; undefined when it is not there. */
export function attribute(tag: string, name: string): string | undefined {
  const at = tag.indexOf(` ${name}="`);
  if (at >= 0) {
    const from = at + name.length + 3;
    const to = tag.indexOf('"', from);
    return to < 0 ? undefined : tag.slice(from, to);
  }
  // Other blanks, other quotes: as rare as they are allowed.
  if (!/['\t\n\r]|\s=|=\s/.test(tag)) return undefined;
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return match?.[1] ?? match?.[2];
}

/** Longer than any prefix and name that an office writes: of what follows a `<` no more is looked at. */
const nameChars = 100;

/**
 * Where the next tag of a name begins, from `at` on and without regard to its prefix; `opening`: `<` or `</`. -1: nowhere. Each character
 * is looked at once: a pattern over the whole would begin anew at each `<` of a document made to be slow.
 */
function tagAt(xml: string, opening: "<" | "</", name: string, at: number): number {
  const pattern = new RegExp(`^(?:\\w+:)?${name}[\\s/>]`);
  for (let start = xml.indexOf(opening, at); start >= 0; start = xml.indexOf(opening, start + 1)) {
    const from = start + opening.length;
    if (pattern.test(xml.slice(from, from + nameChars))) return start;
  }
  return -1;
}

/** Start tags of a name in a small document, without regard to its prefix. */
export function* tags(xml: string, name: string): Generator<string> {
  refuseDoctype(xml);
  let start = tagAt(xml, "<", name, 0);
  while (start >= 0) {
    const end = xml.indexOf(">", start);
    if (end < 0) return;
    yield xml.slice(start, end + 1);
    start = tagAt(xml, "<", name, end + 1);
  }
}

/** The first element of a name, from its start tag to before its end tag. '': there is none, or it has no end. */
export function elementOf(xml: string, name: string): string {
  const start = tagAt(xml, "<", name, 0);
  const end = start < 0 ? -1 : tagAt(xml, "</", name, start);
  return end < 0 ? "" : xml.slice(start, end);
}

export function refuseDoctype(head: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(head)) throw broken();
}

/** 'x:' where the elements of a document carry a prefix. Undefined: the root has not come yet. */
export function prefixOf(head: string): string | undefined {
  const match = /<(\w+:)?(?:worksheet|sst)[\s>/]/.exec(head);
  return match ? (match[1] ?? "") : undefined;
}
