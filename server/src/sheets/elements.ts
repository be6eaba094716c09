/** Elements of one name out of a long document, as it arrives. */
import { broken, sheetFault } from "./archive.ts";
import { prefixOf, refuseDoctype } from "./xml.ts";

/** One row or one shared string; a row of 16,384 cells of average text stays far below. */
const longest = 16 * 1024 * 1024;
const headChars = 64 * 1024;

export interface Element {
  /** '<row r="1"' without its end. */
  readonly tag: string;
  /** What stands between start and end tag. */
  readonly inner: string;
}

/** Where the name ends: '<row' also begins '<rowBreaks'. */
const ends = (code: number): boolean =>
  code === 0x20 || code === 0x3e || code === 0x2f || code === 0x0a || code === 0x0d || code === 0x09;

/** `prefix` is told once, before the first element. */
export async function* elements(
  document: AsyncIterable<string>,
  name: string,
  onPrefix: (prefix: string) => void,
): AsyncGenerator<Element[], void, void> {
  let text = "";
  let prefix: string | undefined;
  let open = "";
  let close = "";
  // What must come before anything more can be read, and what came since: joined and searched once, not with each piece.
  let waits = "";
  let seam = "";
  let held: string[] = [];
  let heldChars = 0;
  for await (const piece of document) {
    if (waits !== "") {
      held.push(piece);
      heldChars += piece.length;
      const joint = seam + piece;
      seam = waits.length > 1 ? joint.slice(1 - waits.length) : "";
      if (text.length + heldChars > longest) throw sheetFault("文件内容过大，请拆分后再上传");
      if (!joint.includes(waits)) continue;
      text += held.join("");
      [waits, held, heldChars] = ["", [], 0];
    } else text = text === "" ? piece : text + piece;
    if (prefix === undefined) {
      const head = text.slice(0, headChars);
      refuseDoctype(head);
      prefix = prefixOf(head);
      if (prefix === undefined) {
        if (text.length > headChars) throw broken();
        continue;
      }
      open = `<${prefix}${name}`;
      close = `</${prefix}${name}>`;
      onPrefix(prefix);
    }
    const found: Element[] = [];
    let at = 0;
    for (;;) {
      const start = text.indexOf(open, at);
      if (start < 0) {
        // The beginning of a name may stand at the end.
        at = Math.max(at, text.length - open.length);
        break;
      }
      const tagEnd = text.indexOf(">", start);
      if (tagEnd < 0) {
        at = start;
        waits = ">";
        break;
      }
      if (!ends(text.charCodeAt(start + open.length))) {
        at = start + open.length;
        continue;
      }
      if (text.charCodeAt(tagEnd - 1) === 0x2f) {
        found.push({ tag: text.slice(start, tagEnd - 1), inner: "" });
        at = tagEnd + 1;
        continue;
      }
      const end = text.indexOf(close, tagEnd);
      if (end < 0) {
        at = start;
        waits = close;
        break;
      }
      found.push({ tag: text.slice(start, tagEnd), inner: text.slice(tagEnd + 1, end) });
      at = end + close.length;
    }
    text = text.slice(at);
    seam = waits.length > 1 ? text.slice(1 - waits.length) : "";
    if (text.length > longest) throw sheetFault("文件内容过大，请拆分后再上传");
    if (found.length > 0) yield found;
  }
  // A document that was cut off, or that is none.
  if (prefix === undefined || text.includes(`${open}>`) || text.includes(`${open} `)) throw broken();
}
