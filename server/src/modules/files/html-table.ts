/**
 * Tables out of a posted report. Only the text of cells is taken: tags, attributes, scripts, styles and comments never come
 * out of here, whatever they look like.
 */
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  yen: "¥",
  times: "×",
  middot: "·",
  ldquo: "“",
  rdquo: "”",
  hellip: "…",
  mdash: "—",
  ndash: "–",
};
const maxRows = 20_000;
const maxColumns = 200;
const maxCell = 2_000;

function text(raw: string): string {
  const plain = raw.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]+));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return entities[name.toLowerCase()] ?? whole;
      const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex!, 16);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "";
    },
  );
  return plain
    .replace(/[\s\u00a0]+/g, " ")
    .trim()
    .slice(0, maxCell);
}

/** A piece of the document: a tag, or what stands between two. Linear: each character is looked at once. */
function* pieces(
  html: string,
): Generator<{ readonly tag?: string; readonly attributes: string; readonly text: string }> {
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) return yield { attributes: "", text: html.slice(at) };
    if (open > at) yield { attributes: "", text: html.slice(at, open) };
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open + 4);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const name = /^<(\/?[a-zA-Z][a-zA-Z0-9]*)/.exec(html.slice(open, open + 32))?.[1]?.toLowerCase();
    if (name === undefined) {
      // '<' that begins no tag; <!doctype and <?xml end at the next '>'.
      const declaration = html[open + 1] === "!" || html[open + 1] === "?";
      const end = declaration ? html.indexOf(">", open) : open;
      if (!declaration) yield { attributes: "", text: "<" };
      at = end < 0 ? html.length : end + 1;
      continue;
    }
    let end = open + 1 + name.length;
    for (let quote = ""; end < html.length && (quote !== "" || html[end] !== ">"); end += 1) {
      const c = html[end]!;
      if (quote === "" && (c === '"' || c === "'")) quote = c;
      else if (c === quote) quote = "";
    }
    at = end + 1;
    if (name === "script" || name === "style" || name === "template" || name === "textarea" || name === "title") {
      const close = lower.indexOf(`</${name}`, at);
      at = close < 0 ? html.length : close;
      continue;
    }
    yield { tag: name, attributes: html.slice(open + 1 + name.length, Math.min(end, open + 2_000)), text: "" };
  }
}

/** Rows of all tables, in order; a cell over several columns leaves the others empty. */
export function tableRows(html: string): string[][] {
  const rows: string[][] = [];
  let row: string[] | undefined;
  let cell: string | undefined;
  let span = 1;
  const endCell = (): void => {
    if (row && cell !== undefined && row.length < maxColumns)
      row.push(text(cell), ...Array<string>(Math.min(span - 1, maxColumns - row.length)).fill(""));
    cell = undefined;
  };
  const endRow = (): void => {
    endCell();
    if (row && row.some((each) => each !== "")) rows.push(row);
    row = undefined;
  };
  for (const piece of pieces(html)) {
    if (piece.tag === undefined) {
      if (cell !== undefined) cell += piece.text;
      continue;
    }
    if (piece.tag === "tr") {
      endRow();
      if (rows.length >= maxRows) break;
      row = [];
    } else if (piece.tag === "td" || piece.tag === "th") {
      endCell();
      row ??= [];
      cell = "";
      span = Math.min(
        maxColumns,
        Math.max(1, Number(/\bcolspan\s*=\s*["']?(\d{1,4})/i.exec(piece.attributes)?.[1] ?? 1)),
      );
    } else if (piece.tag === "/td" || piece.tag === "/th") endCell();
    else if (piece.tag === "/tr" || piece.tag === "/table") endRow();
    else if (cell !== undefined && (piece.tag === "br" || piece.tag === "p" || piece.tag === "div")) cell += " ";
  }
  endRow();
  return rows;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (value: string): string => value.replace(/[&<>"']/g, (c) => escapes[c]!);

/** A page of its own that holds the rows and nothing that runs. */
export function tablePage(title: string, rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((value) => `<${tag}>${escaped(value)}</${tag}>`).join("")}</tr>`;
  const [head = [], ...body] = rows;
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escaped(title)}</title><style>body{font:14px/1.6 "PingFang SC","Microsoft YaHei",sans-serif;margin:24px}table{border-collapse:collapse}td,th{border:1px solid #999;padding:4px 10px;text-align:left}th{background:#eaf2fb}</style></head><body><h1>${escaped(title)}</h1><table><thead>${line(head, "th")}</thead><tbody>${body.map((cells) => line(cells, "td")).join("\n")}</tbody></table></body></html>\n`;
}
