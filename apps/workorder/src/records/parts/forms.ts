/** Which form a screen of records shows, and that form compiled. */
import {
  compileForm,
  hiddenIn,
  readDefinition,
  type CompiledForm,
  type FormField,
  type FormType,
  type OtherOptions,
  type OtherRender,
} from "@liantai/api/forms";
import { recall, remember } from "@liantai/ui";
import { useMemo, useState } from "react";
import { forms } from "../../customer-forms/queries.ts";

const most = 9_999;
const nothing: OtherRender = {};
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

/** Of what the server answers: it was checked when it was published. `others`: what values are called that are no options of it. */
export function compiledOf(definition: Parameters<typeof readDefinition>[0], others?: OtherOptions): CompiledForm {
  const read = readDefinition(definition);
  if (!read.definition) throw new Error(read.faults.map(({ message }) => message).join("；"));
  return compileForm(read.definition, others);
}

/** What the own role does not see stands in no list and no query bar. */
const listedFields = (fields: readonly FormField[], render: OtherRender): readonly FormField[] => {
  const hidden = hiddenIn(render);
  return fields.map((field) => (hidden.has(field.name) ? { ...field, listDisplay: false, query: false } : field));
};

/** The newest version of a form, as the own role sees it. */
export function useForm(formId: string | undefined) {
  const { data, error, refetch } = forms.findById.useQuery(
    { query: { id: formId ?? "" } },
    { skip: formId === undefined },
  );
  const form = useMemo(
    () =>
      data &&
      compiledOf(
        {
          formId: data.id,
          version: data.version,
          name: data.name,
          formType: data.formType,
          fields: listedFields(data.fields, data.otherRender ?? nothing),
          ...(data.ext && { ext: data.ext }),
        },
        data.otherOptions,
      ),
    [data],
  );
  return { form, error, retry: () => void refetch() };
}

/** What the own role says of a form's fields; the form itself was asked for before. */
export function useRoleRender(formId: string): OtherRender {
  const { data } = forms.findById.useQuery({ query: { id: formId } });
  return data?.otherRender ?? nothing;
}

const restId = "popup_rest";

/** The fields of a layout first, in its order; all others folded below. The form stays whole. */
export function laidOut(form: CompiledForm, names: readonly string[] | undefined): CompiledForm {
  if (!names || names.length === 0) return form;
  const first = names.flatMap((name) => form.byName.get(name)?.field ?? []);
  const rest = form.definition.fields.filter(({ name }) => !names.includes(name));
  const under = ({ ext, ...field }: FormField, section: string | undefined): FormField => {
    const { section: _, ...own } = ext ?? {};
    return { ...field, ext: section === undefined ? own : { ...own, section } };
  };
  return compiledOf(
    {
      ...form.definition,
      fields: [...first.map((field) => under(field, undefined)), ...rest.map((field) => under(field, restId))],
      ext: { ...form.definition.ext, layout: { sections: [{ id: restId, title: "其他资料", folded: true }] } },
    },
    form.otherOptions,
  );
}
