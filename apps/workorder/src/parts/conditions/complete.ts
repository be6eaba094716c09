/** What may stand where somebody writes an expression: fields by their names, functions by theirs. Pure. */
import { type ExpressionFunction, expressionFunctions, type FormField } from "@liantai/api/forms";

export interface Candidate {
  readonly text: string;
  /** How it is called in the list. */
  readonly title: string;
  readonly note: string;
  /** Steps back from its end, into its brackets. */
  readonly back: number;
}

export interface NamedField {
  readonly name: string;
  readonly label: string;
  readonly columns?: readonly { readonly name: string; readonly label: string }[];
}

export const namedFields = (fields: readonly FormField[]): readonly NamedField[] =>
  fields.map(({ name, label, ext }) => ({ name, label, ...(ext?.rows && { columns: ext.rows.fields }) }));

const isPart = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_.]/u.test(character);

/** The word that is being written before the caret, and where it begins; undefined inside a text. */
export function wordAt(source: string, caret: number): { readonly from: number; readonly word: string } | undefined {
  const before = source.slice(0, caret);
  const quotes = before.match(/["“”]/g)?.length ?? 0;
  if (quotes % 2 === 1) return undefined;
  let from = caret;
  while (from > 0 && isPart(source[from - 1])) from--;
  return { from, word: source.slice(from, caret) };
}

const functions: readonly Candidate[] = Object.entries(expressionFunctions).map(
  ([name, { chinese, hint, most }]: [string, ExpressionFunction]) => ({
    text: `${chinese}()`,
    title: `${chinese}()`,
    note: `${name} ${hint}`,
    back: most === 0 ? 0 : 1,
  }),
);
const more: readonly Candidate[] = [
  { text: "如果()", title: "如果()", note: "if 如果(条件, 值, 否则)", back: 1 },
  { text: "选项名称()", title: "选项名称()", note: "label 选项名称(字段)", back: 1 },
];

/** A label is a name in an expression where it is one word of it; else the key is. */
const nameOf = ({ name, label }: NamedField, twice: boolean): string =>
  !twice && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(label) && !["and", "or", "not", "true", "false"].includes(label)
    ? label
    : name;

export function candidatesFor(word: string, fields: readonly NamedField[], most = 8): readonly Candidate[] {
  const labels = fields.map(({ label }) => label);
  const named = fields.flatMap((field): Candidate[] => {
    const text = nameOf(field, labels.indexOf(field.label) !== labels.lastIndexOf(field.label));
    const own = { text, title: field.label, note: field.name, back: 0 };
    const columns = (field.columns ?? []).map((column) => ({
      text: `${text}.${nameOf(column, false)}`,
      title: `${field.label}.${column.label}`,
      note: `${field.name}.${column.name}`,
      back: 0,
    }));
    return [own, ...columns];
  });
  const asked = word.toLowerCase();
  const fits = ({ title, note, text }: Candidate): boolean =>
    [title, note, text].some((one) => one.toLowerCase().includes(asked));
  const starts = ({ title, note }: Candidate): boolean =>
    title.toLowerCase().startsWith(asked) || note.toLowerCase().startsWith(asked);
  const all = [...named, ...functions, ...more].filter(fits);
  return [...all.filter(starts), ...all.filter((one) => !starts(one))].slice(0, most);
}
