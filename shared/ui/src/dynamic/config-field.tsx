import { Text } from "@chakra-ui/react";
import { type CompiledField, compileField, compileForm, type FormField } from "@liantai/api/forms";
import { FieldFrame } from "@liantai/ui";
import { useState } from "react";
import { FormStoreContext } from "./context.ts";
import { controls, isGroup } from "./controls/control.tsx";
import { FormStore } from "./form-store.ts";
import { type FormSources, KnownChoices } from "./sources.ts";

/** A field object is one state of a definition and never changes: it is compiled once. */
const compiled = new WeakMap<FormField, CompiledField>();
export function compiledOnce(field: FormField): CompiledField {
  const known = compiled.get(field) ?? compileField(field, 0);
  compiled.set(field, known);
  return known;
}

const noForm = compileForm({ formId: "", version: 0, name: "", formType: "customer", fields: [] });
const nothing = () => undefined;

/** Configuration mode of all fields under it: what they are like, hidden ones and 工单升级 too; nothing can be typed. */
export function ConfigFields({
  sources,
  children,
}: {
  readonly sources: FormSources;
  readonly children: React.ReactNode;
}) {
  const [store] = useState(() => new FormStore({ form: noForm, choices: new KnownChoices(sources) }));
  return <FormStoreContext value={store}>{children}</FormStoreContext>;
}

export function ConfigField({ field }: { readonly field: FormField }) {
  const own = compiledOnce(field);
  const Control = controls[own.type];
  return (
    <FieldFrame label={own.label} error={undefined} required={own.require} group={isGroup(own)} hint={own.note}>
      <Control field={own} value={field.value} disabled={false} onChange={nothing} />
      {own.computed && (
        <Text color="fg.muted" textStyle="xs">
          由系统计算
        </Text>
      )}
    </FieldFrame>
  );
}
