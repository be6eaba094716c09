/** A report of a screen as a file. */
import { Readable } from "node:stream";
import type { ExportKind } from "./export-kinds.ts";
import { tablePage } from "./html-table.ts";

export const htmlKind = "htmlReport";

export interface HtmlParams {
  readonly title: string;
  readonly type: "xlsx" | "html";
  /** Text only; the first is the heading. */
  readonly rows: readonly (readonly string[])[];
}

export const htmlReport: ExportKind<HtmlParams> = {
  title: "报表",
  // Whatever stood on somebody's screen: theirs alone.
  pages: [],
  produce({ params: { title, type, rows } }) {
    if (type === "html")
      return {
        stream: Readable.from([Buffer.from(tablePage(title, rows))]),
        extension: "html",
        contentType: "text/html; charset=utf-8",
        progress: () => ({ rows: rows.length - 1, progress: 0 }),
      };
    const [head = [], ...body] = rows;
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    return {
      columns: Array.from({ length: width }, (_, index) => ({ title: head[index] ?? "" })),
      rows: body,
      total: body.length,
    };
  },
};
