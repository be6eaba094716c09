/**
 * Workbooks (.xlsx), both ways, row by row. Reading: readRows(path or bytes, limits) yields {row, cells} as text. Writing:
 * writeSheet({columns, rows}) is a stream that holds a megabyte or two whatever the number of rows. Formulas that people
 * typed are neutralised on the way out (guard.ts says how and why).
 */
export { ownText } from "./own-text.ts";
export { checkRows, furtherSheets, readBatches, readRows, type ReadOptions, type SheetRow } from "./read.ts";
export { heading, rowChecker, trimmed, type CellFault, type Checked, type ImportColumn } from "./columns.ts";
export type { Merge } from "./merges.ts";
export type { SheetColumn } from "./parts.ts";
export { writeSheet, type Cell, type SheetContent, type SheetRows } from "./write.ts";
export { guardFormula, unguardFormula } from "./guard.ts";
export { sheetFault } from "./archive.ts";
export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
