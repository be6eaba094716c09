/** Which form a screen of records shows, and that form compiled. */
import { compileForm, readDefinition, type CompiledForm, type FormType } from "@liantai/api/forms";
import { recall, remember } from "@liantai/ui";
import { useMemo, useState } from "react";
import { forms } from "../../customer-forms/queries.ts";

const most = 200;
const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Forms of a type that were published, by name; which of them was looked at last is remembered. `none`: 'all' where a list of no form in
 * particular may be chosen, and stands there until one is, unless there is but one form.
 */
export function useFormChoice(formType: FormType, none: "first" | "all" = "first") {
  const key = `form.${formType}`;
  const [asked, setAsked] = useState(() => recall(key, isText));
  const { data, error, refetch } = forms.list.useQuery({ body: { name: "", formType, pageNo: 1, pageSize: most } });
  const published = useMemo(() => data?.list.filter(({ version }) => version > 0), [data]);
  const usual = none === "first" || (published?.length === 1 && asked === undefined) ? published?.[0]?.id : undefined;
  return {
    forms: published,
    error,
    retry: () => void refetch(),
    formId: published?.find(({ id }) => id === asked)?.id ?? usual,
    choose(id: string) {
      remember(key, id);
      setAsked(id);
    },
  };
}

/** Of what the server answers: it was checked when it was published. */
export function compiledOf(definition: Parameters<typeof readDefinition>[0]): CompiledForm {
  const read = readDefinition(definition);
  if (!read.definition) throw new Error(read.faults.map(({ message }) => message).join("；"));
  return compileForm(read.definition);
}

/** The newest version of a form. */
export function useForm(formId: string | undefined) {
  const { data, error, refetch } = forms.findById.useQuery(
    { query: { id: formId ?? "" } },
    { skip: formId === undefined },
  );
  const form = useMemo(
    () =>
      data &&
      compiledOf({
        formId: data.id,
        version: data.version,
        name: data.name,
        formType: data.formType,
        fields: data.fields,
        ...(data.ext && { ext: data.ext }),
      }),
    [data],
  );
  return { form, error, retry: () => void refetch() };
}
