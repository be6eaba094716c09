/** The columns that a form's definition asks for, and those of every record. */
import { recordSources } from "@liantai/api/contract/workorder";
import { holdsNumber, valueInWords, type CompiledField, type CompiledForm, type FieldValue } from "@liantai/api/forms";
import type { Column } from "@liantai/ui";
import type { Action } from "@liantai/ui/resource";
import type { RecordRow } from "./queries.ts";
import { TagBadges, tagNames } from "./tags.tsx";

/** px of the form's own columns in a list of a screen of 1280 beside three buttons of two characters; more stand in the column choice. */
const room = 630;
const [buttons, buttonWidth] = [3, 46];

const widthOf = ({ type, name, content }: CompiledField): number => {
  if (holdsNumber(content) || name === "customerCode" || name === "workCode") return 112;
  if (type === "datepicker") return 150;
  return type === "textarea" || type === "cascading select" ? 180 : 100;
};

interface Valued {
  readonly values: Readonly<Record<string, unknown>>;
}

export const wordsOf = (field: CompiledField, row: Valued): string =>
  valueInWords(field, row.values[field.name] as FieldValue | undefined);

/** How far the columns reach, each with those before it. */
const reaches = (fields: readonly CompiledField[]): readonly number[] =>
  fields.reduce<number[]>((all, field) => [...all, (all.at(-1) ?? 0) + widthOf(field)], []);

/** Those that the form asks to be listed; what has no room stands in the column choice. `without`: what the list shows by itself. */
export function formColumns<Row extends Valued>(
  form: CompiledForm,
  px: number,
  without: readonly string[] = [],
): readonly Column<Row>[] {
  const fields = form.columns.list.filter(({ name }) => !without.includes(name));
  const reach = reaches(fields);
  return fields.map((field, at) => ({
    id: `f_${field.name}`,
    title: field.label,
    width: widthOf(field),
    value: (row) => wordsOf(field, row),
    ...((reach[at] ?? 0) > px && { optional: true }),
  }));
}

const numbersOf = ({ phones = [] }: RecordRow): string => phones.map(({ number }) => number).join("、");

const tagWidth = 100;

/** Buttons that a row may have beside each other, 更多 among them. */
export const buttonsOf = (rows: readonly Pick<Action<RecordRow>, "may" | "folded">[]): number => {
  const may = rows.filter((one) => one.may !== false);
  const open = may.filter(({ folded }) => folded !== true).length;
  return open < may.length ? open + 1 : open;
};

/** `tagged`: the form has tags; where it has none their column waits in the column choice. */
export const columnsOf = (form: CompiledForm, tagged = false, inRow = buttons): readonly Column<RecordRow>[] => [
  ...formColumns<RecordRow>(form, room - (tagged ? tagWidth : 0) - Math.max(0, inRow - buttons) * buttonWidth),
  {
    ...{ id: "tags", title: "标签", width: tagWidth, value: (row) => tagNames(row.tags), unsorted: true },
    cell: (row) => <TagBadges tags={row.tags} />,
    ...(!tagged && { optional: true }),
  },
  { id: "phones", title: "其他号码", width: 120, value: (row) => numbersOf(row), optional: true, unsorted: true },
  { id: "source", title: "来源", width: 88, value: (row) => recordSources[row.source], optional: true },
  { id: "owner", title: "负责人", width: 84, value: (row) => row.ownerName },
  { id: "createTime", title: "创建时间", width: 160, value: (row) => row.createTime, sortBy: "createTime" },
  { id: "updateTime", title: "更新时间", width: 160, value: (row) => row.updateTime, optional: true },
];
