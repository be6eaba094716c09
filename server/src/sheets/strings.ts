/** The shared strings of a workbook, and the text of one: its runs joined, its readings (rPh) left out. */
import { sheetFault, type Archive } from "./archive.ts";
import { elements } from "./elements.ts";
import { plainText } from "./xml.ts";

/** All of them stand in memory while the sheet is read: at most this many characters. */
const maxChars = 64 * 1024 * 1024;

/** `inner` of <si> or <is>. */
export function joinRuns(inner: string, prefix: string): string {
  const open = `<${prefix}t`;
  const close = `</${prefix}t>`;
  const clean = inner.includes(`<${prefix}rPh`)
    ? inner.replace(new RegExp(`<${prefix}rPh[\\s>][\\s\\S]*?</${prefix}rPh>`, "g"), "")
    : inner;
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

export async function readStrings(archive: Archive, name: string): Promise<readonly string[]> {
  if (!archive.has(name)) return [];
  const strings: string[] = [];
  let prefix = "";
  let chars = 0;
  for await (const found of elements(archive.text(name), "si", (given) => (prefix = given))) {
    for (const { inner } of found) {
      const text = joinRuns(inner, prefix);
      chars += text.length + 16;
      if (chars > maxChars) throw sheetFault("文件内容过大，请拆分后再上传");
      strings.push(text);
    }
  }
  return strings;
}
