/**
 * Tables out of a posted report, read by htmlparser2. Only the text of cells is taken: tags, attributes, scripts, styles and
 * comments never come out of here, whatever they look like.
 */
import { Parser } from "htmlparser2";

const maxRows = 20_000;
const maxColumns = 200;
const maxCell = 2_000;
/** The library walks its stack of open tags for every further one: a report of a screen is some twenty deep. */
const maxDepth = 200;

/** A document nested deeper than any report is. */
export class TooDeepError extends Error {}

/** What stands in these is no text of the table. */
const unread = new Set(["script", "style", "template", "textarea", "title"]);
const breaks = new Set(["br", "p", "div"]);

const spanOf = (colspan: string | undefined): number =>
  /^\d{1,4}$/.test(colspan ?? "") ? Math.min(maxColumns, Math.max(1, Number(colspan))) : 1;

/** Gathers the cells of a document as its tags go by. */
class Rows {
  readonly rows: string[][] = [];
  #row: string[] | undefined;
  #cell: string | undefined;
  #span = 1;
  #unread = 0;

  open(name: string, { colspan }: Readonly<Record<string, string>>): void {
    if (unread.has(name)) this.#unread += 1;
    else if (name === "tr") {
      this.endRow();
      if (this.rows.length < maxRows) this.#row = [];
    } else if (name === "td" || name === "th") {
      this.#endCell();
      if (this.rows.length >= maxRows) return;
      this.#row ??= [];
      this.#cell = "";
      this.#span = spanOf(colspan);
    } else if (breaks.has(name)) this.text(" ");
  }

  text(piece: string): void {
    if (this.#unread === 0 && this.#cell !== undefined && this.#cell.length < maxCell) this.#cell += piece;
  }

  close(name: string): void {
    if (unread.has(name)) this.#unread -= 1;
    else if (name === "td" || name === "th") this.#endCell();
    else if (name === "tr" || name === "table") this.endRow();
  }

  endRow(): void {
    this.#endCell();
    if (this.#row?.some((each) => each !== "")) this.rows.push(this.#row);
    this.#row = undefined;
  }

  #endCell(): void {
    const row = this.#row;
    if (row && this.#cell !== undefined && row.length < maxColumns) {
      const text = this.#cell.replace(/\s+/g, " ").trim().slice(0, maxCell);
      row.push(text, ...Array<string>(Math.min(this.#span - 1, maxColumns - row.length - 1)).fill(""));
    }
    this.#cell = undefined;
  }
}

/** Rows of all tables, in order; a cell over several columns leaves the others empty. Throws TooDeepError. */
export function tableRows(html: string): string[][] {
  const rows = new Rows();
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > maxDepth) parser.pause();
      rows.open(name, attributes);
    },
    ontext: (text) => rows.text(text),
    onclosetag(name) {
      depth -= 1;
      rows.close(name);
    },
  });
  parser.write(html);
  if (depth > maxDepth) throw new TooDeepError();
  parser.end();
  rows.endRow();
  return rows.rows;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (value: string): string => value.replace(/[&<>"']/g, (c) => escapes[c]!);

const style = [
  'body{font:14px/1.6 "PingFang SC","Microsoft YaHei",sans-serif;margin:24px}',
  "table{border-collapse:collapse}",
  "td,th{border:1px solid #999;padding:4px 10px;text-align:left}",
  "th{background:#eaf2fb}",
].join("");

/** A page of its own that holds the rows and nothing that runs. */
export function tablePage(title: string, rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((value) => `<${tag}>${escaped(value)}</${tag}>`).join("")}</tr>`;
  const [head = [], ...body] = rows;
  return [
    '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escaped(title)}</title><style>${style}</style></head><body><h1>${escaped(title)}</h1>`,
    `<table><thead>${line(head, "th")}</thead>`,
    `<tbody>${body.map((cells) => line(cells, "td")).join("\n")}</tbody></table></body></html>\n`,
  ].join("");
}
