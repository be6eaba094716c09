/** Changes of a record's fields as people read them. Pure. */
import { valueInWords, type FieldValue } from "@liantai/api/forms";
import type { StoredChange } from "../../../ports/schema/forms.ts";
import type { Seen } from "./seen.ts";
import { shownValue } from "./present.ts";

export interface ChangeLine {
  readonly name: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Fields that the asker does not see: of his role, or of the order's node. */
export const unseenIn = ({ record, values, veil }: Pick<Seen, "record" | "values" | "veil">): ReadonlySet<string> =>
  new Set([...veil, ...record.hiddenFields.filter((name) => !Object.hasOwn(values, name))]);

/** What a changed field was and is, in words, masked as its value is. undefined: it is not for him to see. */
export function changeLine(
  { form, was, ...seen }: Pick<Seen, "record" | "values" | "veil" | "form" | "was">,
  hide: boolean,
): (change: StoredChange) => ChangeLine | undefined {
  const unseen = unseenIn(seen);
  return ({ name, before, after }) => {
    if (unseen.has(name)) return undefined;
    const field = form.byName.get(name) ?? was.byName.get(name);
    const said = (value: unknown) => {
      if (!field) return "";
      return valueInWords(field, hide ? shownValue(field, value as FieldValue) : (value as FieldValue));
    };
    return { name, label: field?.label ?? name, before: said(before), after: said(after) };
  };
}
