/** Columns of a workbook of numbers, and its rows as they are checked. */
import { lengthOf, phoneVariables } from "@liantai/api/contract/admin";
import { heading, ownText, sheetFault } from "../../../sheets/index.ts";
import type { ImportColumn } from "../../files/index.ts";
import { variablesIn } from "./export-sheet.ts";
import { emptyRow, plainNumber, type NumberRow, type Rules } from "./rows.ts";

export type Line = Readonly<Record<string, string>>;

const optional: readonly ImportColumn[] = [
  { title: "客户姓名", name: "contact" },
  { title: "优先级", name: "priority" },
  { title: "客户标识", name: "person", width: 16 },
];
const consent: readonly ImportColumn[] = [
  { title: "同意来源", name: "consentSource", width: 16 },
  { title: "同意时间", name: "consentAt", width: 20 },
];

/** What must be there is asked of each row, so a row that lacks it counts; only the numbers' own column must be in the sheet. */
export const phoneColumns = ({ seat, marketing }: Rules): readonly ImportColumn[] => [
  { title: "号码", name: "phone", required: true, width: 16 },
  ...optional,
  ...(seat === "none" ? [] : [{ title: "工号", name: "agentId", required: seat === "required" }]),
  ...consent.map((column) => (marketing ? { ...column, required: true } : column)),
];

const variable = "variable:";

/** Columns beside those are variables of the number, but for the results in an export. Throws AppError 'invalid'. */
export const variableColumns =
  (columns: readonly ImportColumn[]) =>
  (head: readonly string[]): readonly ImportColumn[] => {
    const own = new Set(columns.map(({ title }) => title));
    const titles = [...new Set(head.map(heading))].filter((title) => title !== "");
    const { variables, most, lossy } = variablesIn(titles, own);
    if (lossy) throw sheetFault("导出的变量过多，“其他变量”一列不能导入，请按批次导出后再导入");
    if (variables.length > most) throw sheetFault(`附加列不能超过${most}列`);
    const long = variables.find(([, name]) => lengthOf(name) > phoneVariables.name)?.[1];
    if (long !== undefined)
      throw sheetFault(`附加列“${[...long].slice(0, 20).join("")}…”的标题最多${phoneVariables.name}个字符`);
    return variables.map(([title, name]) => ({ title, name: variable + name }));
  };

/** A row as it is checked. Texts are its own: the sheet is let go of. */
export function rowOf(line: Line): NumberRow {
  const variables: [string, string][] = [];
  for (const name in line)
    if (name.startsWith(variable)) variables.push([name.slice(variable.length), ownText(line[name]!)]);
  const priority = line["priority"];
  return {
    formDataId: emptyRow.formDataId,
    phone: plainNumber(line["phone"] ?? ""),
    contact: line["contact"] ?? "",
    person: line["person"] ?? "",
    agentId: line["agentId"] ?? "",
    priority: priority === undefined ? emptyRow.priority : Number(priority),
    consentSource: line["consentSource"] ?? "",
    consentAt: line["consentAt"] ?? "",
    variables: Object.fromEntries(variables),
  };
}

const made = Symbol("row");

/** Asked for by the key of a row, by its checks and when it is saved. It stands with its line: a weak map of them is dear to collect. */
export const rowsOf =
  () =>
  (line: Line & { [made]?: NumberRow }): NumberRow =>
    (line[made] ??= rowOf(line));
