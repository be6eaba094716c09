/** The columns that a form's definition asks for, and those of every record. */
import { recordSources } from "@liantai/api/contract/workorder";
import { valueInWords, type CompiledField, type CompiledForm, type FieldValue } from "@liantai/api/forms";
import type { Column } from "@liantai/ui";
import type { RecordRow } from "./queries.ts";

/** px of the form's own columns in a list of a screen of 1280; more stand in the column choice. */
const room = 630;

const widthOf = ({ type, name, content }: CompiledField): number => {
  if (content === "phone" || content === "mobile" || name === "customerCode" || name === "workCode") return 112;
  if (type === "datepicker") return 150;
  return type === "textarea" || type === "cascading select" ? 180 : 100;
};

export const wordsOf = (field: CompiledField, row: RecordRow): string =>
  valueInWords(field, row.values[field.name] as FieldValue | undefined);

/** How far the columns reach, each with those before it. */
const reaches = (fields: readonly CompiledField[]): readonly number[] =>
  fields.reduce<number[]>((all, field) => [...all, (all.at(-1) ?? 0) + widthOf(field)], []);

export const columnsOf = (form: CompiledForm): readonly Column<RecordRow>[] => [
  ...form.columns.list.map((field, at, fields): Column<RecordRow> => ({
    id: `f_${field.name}`,
    title: field.label,
    width: widthOf(field),
    value: (row) => wordsOf(field, row),
    ...((reaches(fields)[at] ?? 0) > room && { optional: true }),
  })),
  { id: "source", title: "来源", width: 88, value: (row) => recordSources[row.source], optional: true },
  { id: "owner", title: "负责人", width: 84, value: (row) => row.ownerName },
  { id: "createTime", title: "创建时间", width: 160, value: (row) => row.createTime, sortBy: "createTime" },
  { id: "updateTime", title: "更新时间", width: 160, value: (row) => row.updateTime, optional: true },
];
