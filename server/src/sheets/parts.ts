/** The fixed parts of a workbook (ECMA-376 part 1, section 12). */
import { escapeText } from "./escape.ts";

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export interface SheetColumn {
  readonly title: string;
  /** In characters of the default font; default by the title. */
  readonly width?: number;
}

/** 0: A, 26: AA. */
export function letters(index: number): string {
  let text = "";
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) text = String.fromCharCode(65 + ((n - 1) % 26)) + text;
  return text;
}

/** Chinese characters are twice as wide. */
const widthOf = ({ title, width }: SheetColumn): number =>
  width ??
  Math.max(
    10,
    [...title].reduce((sum, c) => sum + (c > "\u2e80" ? 2 : 1), 4),
  );

/** Up to the rows: the heading stays in view. */
export function head(columns: readonly SheetColumn[]): string {
  const cols = columns
    .map((column, i) => `<col min="${i + 1}" max="${i + 1}" width="${widthOf(column)}" customWidth="1"/>`)
    .join("");
  return [
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    `</sheetView></sheetViews>${cols ? `<cols>${cols}</cols>` : ""}<sheetData>`,
  ].join("");
}

export const tail = (lastColumn: string, lastRow: number): string =>
  `</sheetData><autoFilter ref="A1:${lastColumn}${lastRow}"/></worksheet>`;

const attributeText = (text: string): string => escapeText(text).replace(/"/g, "&quot;");
/** At most 31 characters, none of : \ / ? * [ ]. */
const sheetName = (name: string): string => attributeText([...name.replace(/[:\\/?*[\]]/g, " ")].slice(-31).join(""));

export const workbook = (names: readonly string[]): string =>
  [
    `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>`,
    ...names.map((name, i) => `<sheet name="${sheetName(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`),
    "</sheets></workbook>",
  ].join("");

const relation = (n: number, kind: string, target: string): string =>
  `<Relationship Id="rId${n}" Type="${office}/${kind}" Target="${target}"/>`;
const related = (relations: readonly string[]): string =>
  `${xml}<Relationships xmlns="${packaged}/relationships">${relations.join("")}</Relationships>`;

export const relationships = (sheets: number): string =>
  related([
    ...Array.from({ length: sheets }, (_, i) => relation(i + 1, "worksheet", `worksheets/sheet${i + 1}.xml`)),
    relation(sheets + 1, "styles", "styles.xml"),
  ]);

export const rootRelations = related([relation(1, "officeDocument", "xl/workbook.xml")]);

const part = (name: string, kind: string): string =>
  `<Override PartName="/xl/${name}.xml" ContentType="${type}.${kind}+xml"/>`;

export const contentTypes = (sheets: number): string =>
  [
    `${xml}<Types xmlns="${packaged}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    part("workbook", "sheet.main"),
    part("styles", "styles"),
    ...Array.from({ length: sheets }, (_, i) => part(`worksheets/sheet${i + 1}`, "worksheet")),
    "</Types>",
  ].join("");

/** 0: plain, 1: the heading. */
export const styles = [
  `${xml}<styleSheet xmlns="${main}">`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>',
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEAF2FB"/><bgColor indexed="64"/></patternFill></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  "</styleSheet>",
].join("");
