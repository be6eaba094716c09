/** The shared strings of a workbook, and the text of one: its runs joined, its readings (rPh) left out. */
import { sheetFault, type Archive } from "./archive.ts";
import { elements } from "./elements.ts";
import { plainText } from "./xml.ts";

/** All of them stand in memory while the sheet is read: at most this many characters. */
const maxChars = 64 * 1024 * 1024;

/** Without the readings, in one go: one that does not end hides nothing. */
function withoutReadings(inner: string, prefix: string): string {
  const [open, close] = [`<${prefix}rPh`, `</${prefix}rPh>`];
  let kept = "";
  let at = 0;
  for (let start = inner.indexOf(open); start >= 0; start = inner.indexOf(open, start + 1)) {
    // <rPh>, not <rPhOf>.
    if (!/[\s>]/.test(inner.charAt(start + open.length))) continue;
    const end = inner.indexOf(close, start);
    if (end < 0) break;
    kept += inner.slice(at, start);
    at = end + close.length;
    start = at - 1;
  }
  return kept + inner.slice(at);
}

/** `inner` of <si> or <is>. */
export function joinRuns(inner: string, prefix: string): string {
  const open = `<${prefix}t`;
  const close = `</${prefix}t>`;
  const clean = withoutReadings(inner, prefix);
  let text = "";
  let at = clean.indexOf(open);
  while (at >= 0) {
    const next = clean.charCodeAt(at + open.length);
    const tagEnd = clean.indexOf(">", at);
    if (tagEnd < 0) break;
    // <t> or <t xml:space="preserve">, not <tag>; <t/> is empty.
    if ((next === 0x3e || next === 0x20 || next === 0x0a) && clean.charCodeAt(tagEnd - 1) !== 0x2f) {
      const end = clean.indexOf(close, tagEnd);
      if (end < 0) break;
      text += clean.slice(tagEnd + 1, end);
      at = clean.indexOf(open, end);
    } else at = clean.indexOf(open, tagEnd);
  }
  return plainText(text);
}

/** A workbook's shared strings, by their number. */
export interface Strings {
  at(index: number): string | undefined;
}

const grown = (array: Uint32Array): Uint32Array<ArrayBuffer> => {
  const next = new Uint32Array(array.length * 2);
  next.set(array);
  return next;
};

/**
 * Those that came together lie in one text, cut where one is asked for: two million strings of their own would take three times what
 * they say, and each cut out of the document would hold the piece that it came in.
 */
class Packed implements Strings {
  readonly #blocks: string[] = [];
  #count = 0;
  #blockOf = new Uint32Array(1024);
  /** Where it begins and ends in its block. */
  #from = new Uint32Array(1024);
  #to = new Uint32Array(1024);

  add(texts: readonly string[]): void {
    const block = this.#blocks.push(texts.join("")) - 1;
    let at = 0;
    for (const text of texts) {
      if (this.#count === this.#to.length) {
        this.#blockOf = grown(this.#blockOf);
        this.#from = grown(this.#from);
        this.#to = grown(this.#to);
      }
      this.#blockOf[this.#count] = block;
      this.#from[this.#count] = at;
      at += text.length;
      this.#to[this.#count] = at;
      this.#count += 1;
    }
  }

  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.#count)) return undefined;
    return this.#blocks[this.#blockOf[index]!]?.slice(this.#from[index], this.#to[index]);
  }
}

export async function readStrings(archive: Archive, name: string | undefined): Promise<Strings> {
  const strings = new Packed();
  if (name === undefined || !archive.has(name)) return strings;
  let prefix = "";
  let chars = 0;
  for await (const found of elements(archive.text(name), "si", (given) => (prefix = given))) {
    const texts = found.map(({ inner }) => joinRuns(inner, prefix));
    for (const text of texts) chars += text.length + 16;
    if (chars > maxChars) throw sheetFault("文件内容过大，请拆分后再上传");
    strings.add(texts);
  }
  return strings;
}
