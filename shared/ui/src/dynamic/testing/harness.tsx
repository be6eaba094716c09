/** A form on the screen, over sources that a test can count on. */
import {
  compileForm,
  readDefinition,
  type FormField,
  type FormRule,
  type FormValues,
  type GivenValues,
} from "@liantai/api/forms";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { UiProvider } from "@liantai/ui";
import { DynamicDetail, DynamicForm, useDynamicForm, type DynamicFormProps, type FormSources } from "../index.ts";

const cascade: Record<string, { id: string; name: string; leaf: boolean }[]> = {
  "": [
    { id: "gd", name: "广东", leaf: false },
    { id: "hk", name: "香港", leaf: true },
  ],
  gd: [{ id: "gz", name: "广州", leaf: true }],
};
const sources: FormSources = {
  dictionary: async () => [{ label_name: "金卡", label_value: "gold" }],
  cascade: async (parentId) => cascade[parentId] ?? [],
  lookup: async (_, keyword) => [
    { id: "c1", label: `${keyword}女士`, note: "尾号1111", values: { phone: "02088886666" } },
  ],
  upload: async (file) => ({ name: `id ${file.name}`, fileName: file.name }),
  download: () => undefined,
  picture: async () => new Blob(["x"]),
};

/** What was saved; each test begins with nothing. */
export const sent: GivenValues[] = [];

export function formOf(fields: readonly FormField[], rules: readonly FormRule[] = [], layout: object = {}) {
  const { definition, faults } = readDefinition({
    formId: "f",
    version: 1,
    name: "客户",
    formType: "customer",
    fields,
    ext: { rules, layout },
  });
  if (!definition) throw new Error(faults.map(({ message }) => message).join());
  return compileForm(definition);
}

export const field = (
  type: FormField["type"],
  name: string,
  label: string,
  more: Partial<FormField> = {},
): FormField => ({
  ...{ type, name, label },
  ...more,
});

interface Shown {
  readonly stored?: FormValues;
  readonly typed?: GivenValues;
  readonly sources?: Partial<FormSources>;
  readonly more?: Partial<DynamicFormProps>;
  readonly read?: boolean;
}
function Filled({ form, shown }: { readonly form: ReturnType<typeof formOf>; readonly shown: Shown }): ReactNode {
  const { stored, typed, more, read } = shown;
  const store = useDynamicForm({
    ...{ form, sources: { ...sources, ...shown.sources } },
    ...(stored && { stored }),
    ...(typed && { typed }),
  });
  return read ? (
    <DynamicDetail store={store} />
  ) : (
    <DynamicForm store={store} label="客户" onSubmit={(given) => void sent.push(given)} {...more} />
  );
}
export function open(
  fields: readonly FormField[],
  rules: readonly FormRule[] = [],
  shown: Shown = {},
  layout: object = {},
) {
  const user = userEvent.setup();
  const form = formOf(fields, rules, layout);
  const view = render(
    <UiProvider>
      <Filled form={form} shown={shown} />
    </UiProvider>,
  );
  const redraw = (next: ReturnType<typeof formOf>) =>
    view.rerender(
      <UiProvider>
        <Filled form={next} shown={shown} />
      </UiProvider>,
    );
  return { user, form, redraw };
}
export const save = () => userEvent.click(screen.getByRole("button", { name: "保存" }));

export const items = [
  { label_name: "甲", label_value: "a" },
  { label_name: "乙", label_value: "b" },
];
