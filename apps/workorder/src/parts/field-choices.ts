/** What of a field's choices may be named in a condition or set by an action: its own options, or its dictionary's by their names. */
import { queriesOf } from "@liantai/api/client";
import { dictionarieApi } from "@liantai/api/contract/workorder";
import { isChoice, type FormField, type FormOption } from "@liantai/api/forms";

const dictionaries = queriesOf({ options: dictionarieApi.options });

interface FieldChoices {
  /** None: it has no choices, or they could not be fetched, and what is meant is typed. */
  readonly options: readonly FormOption[];
  readonly loading: boolean;
}

/** `chosen` stays among them, though it is none any more. */
export function useFieldChoices(field: FormField | undefined, chosen: readonly string[]): FieldChoices {
  const source = field?.ext?.options;
  const code = field && isChoice(field.type) && source?.from === "dictionary" ? source.code : undefined;
  const { data, isLoading } = dictionaries.options.useQuery(
    { body: { code: code ?? "" } },
    { skip: code === undefined },
  );
  const fetched = (data ?? []).map(({ value, label }) => ({ label_name: label, label_value: value }));
  const own = field && isChoice(field.type) ? (field.items ?? []) : [];
  const options = code === undefined ? own : fetched;
  const gone = chosen.filter((one) => one !== "" && options.every(({ label_value }) => label_value !== one));
  return {
    options: options.length === 0 ? [] : [...options, ...gone.map((one) => ({ label_name: one, label_value: one }))],
    loading: isLoading,
  };
}
