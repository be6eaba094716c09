import { Text } from "@chakra-ui/react";
import {
  type FormField,
  type FormOption,
  isChoice,
  type LookupSpec,
  newField,
  type OptionSource,
  type RowsSpec,
  type FormSection,
} from "@liantai/api/forms";
import { Ticks } from "@liantai/ui";
import { PanelNumber, PanelSelect, PanelSwitch, PanelText } from "@liantai/ui/board";
import type { FormSources } from "@liantai/ui/dynamic";
import type { ReactNode } from "react";
import type { Attribute } from "../model/attributes.ts";
import { columnAttributes, valueOf, withValue } from "../model/attribute-values.ts";
import { retyped } from "../model/retyped.ts";
import { ExpressionInput } from "../../../parts/conditions/expression-input.tsx";
import { namedFields } from "../../../parts/conditions/complete.ts";
import { ItemsEditor } from "../../../parts/items-editor.tsx";
import { LookupEditor } from "./lookup-editor.tsx";
import { RowsEditor } from "./rows-editor.tsx";
import { CascadeEditor, SourceEditor } from "./source-editors.tsx";

export interface AttributeInputProps {
  readonly attribute: Attribute;
  readonly field: FormField;
  readonly error: string | undefined;
  readonly disabled: boolean;
  /** What expressions may name. */
  readonly scope: readonly FormField[];
  readonly sources: FormSources;
  readonly sections: readonly FormSection[];
  readonly onChange: (change: (field: FormField) => FormField) => void;
}

/** The value of new records, as the field's kind gives it. */
function DefaultInput({ field, error, onChange }: AttributeInputProps) {
  const set = (value: string | readonly string[]) =>
    onChange((now) => withValue(now, "value", value.length === 0 ? undefined : value));
  const fixed = isChoice(field.type) && field.ext?.options?.from !== "dictionary";
  const items = field.items ?? [];
  if (fixed && field.type === "checkbox") {
    const chosen = Array.isArray(field.value) ? field.value : [];
    return (
      <div>
        <Text textStyle="xs">默认值</Text>
        <Ticks
          label="默认值"
          all={items.map(({ label_name, label_value }) => [label_value, label_name])}
          chosen={chosen}
          onChange={set}
        />
      </div>
    );
  }
  const text = typeof field.value === "string" ? field.value : "";
  if (fixed)
    return (
      <PanelSelect
        label="默认值"
        value={text}
        none="无"
        options={items.map(({ label_name, label_value }) => [label_value, label_name])}
        error={error}
        onChange={set}
      />
    );
  return (
    <PanelText label="默认值" value={text} max={200} error={error} onChange={set} area={field.type === "textarea"} />
  );
}

/** One attribute of a field, in the input that its kind asks for. */
export function AttributeInput(props: AttributeInputProps) {
  const { attribute, field, error, disabled, scope, onChange } = props;
  const { key, label } = attribute;
  const hint = typeof attribute.hint === "function" ? attribute.hint(field) : attribute.hint;
  const value = valueOf(field, key);
  const set = (next: unknown) => onChange((now) => withValue(now, key, next));
  const common = { label, error, disabled, ...(hint !== undefined && { hint }) };
  switch (attribute.as) {
    case "text":
    case "area":
      return (
        <PanelText
          {...common}
          value={typeof value === "string" ? value : ""}
          max={attribute.max}
          area={attribute.as === "area"}
          onChange={(next) => set(next === "" && key !== "label" && key !== "name" ? undefined : next)}
        />
      );
    case "number":
      return (
        <PanelNumber
          {...common}
          value={value as number | undefined}
          min={attribute.min}
          max={attribute.max}
          decimal={attribute.decimal}
          standard={attribute.standard?.(field)}
          onChange={set}
        />
      );
    case "switch":
      return <PanelSwitch {...common} value={(value ?? attribute.standard ?? false) === true} onChange={set} />;
    case "select":
      return (
        <PanelSelect
          {...common}
          value={typeof value === "string" ? value : attribute.standard(field)}
          options={attribute.options}
          onChange={(next) => (key === "type" ? onChange((now) => retyped(now, next as FormField["type"])) : set(next))}
        />
      );
    case "expression":
      return (
        <ExpressionInput
          {...common}
          value={typeof value === "string" ? value : ""}
          fields={attribute.alone ? [] : namedFields(scope)}
          onChange={(next) =>
            // A formula counts the value: what a new record began with has no say.
            onChange((now) => {
              const counted = withValue(now, key, next === "" ? undefined : next);
              return key === "ext.formula" && next !== ""
                ? withValue(withValue(counted, "value", undefined), "ext.defaultExpression", undefined)
                : counted;
            })
          }
        />
      );
    case "note":
      return (
        <PanelText
          {...common}
          area
          value={field.controlNotes?.[0] ?? ""}
          max={1_000}
          onChange={(next) => set(next === "" ? undefined : [next])}
        />
      );
    default:
      return <LargeInput {...props} />;
  }
}

/** Those that are more than one value, or choose among what else the form has. */
function LargeInput(props: AttributeInputProps): ReactNode {
  const { attribute, field, error, scope, sources, sections, onChange } = props;
  const { key, label } = attribute;
  const value = valueOf(field, key);
  const set = (next: unknown) => onChange((now) => withValue(now, key, next));
  switch (attribute.as) {
    case "default":
      return <DefaultInput {...props} />;
    case "section":
      return sections.length === 0 ? null : (
        <PanelSelect
          {...{ label, error }}
          value={typeof value === "string" ? value : ""}
          none="不分组"
          options={sections.map(({ id, title }) => [id, title])}
          onChange={(next) => set(next === "" ? undefined : next)}
        />
      );
    case "items":
      return <ItemsEditor items={(value as readonly FormOption[]) ?? []} error={error} onChange={set} />;
    case "source":
      return (
        <SourceEditor
          value={value as OptionSource | undefined}
          error={error}
          onChange={(next) =>
            onChange((now) => {
              const sourced = withValue(withValue(now, key, next), "value", undefined);
              // A dictionary brings its own options; back again, there are some to begin with.
              return next
                ? withValue(sourced, "items", undefined)
                : { ...sourced, items: now.items ?? newField(now.type, "").items ?? [] };
            })
          }
        />
      );
    case "cascade":
      return <CascadeEditor value={value as OptionSource | undefined} error={error} sources={sources} onChange={set} />;
    case "lookup":
      return (
        <LookupEditor
          value={value as LookupSpec | undefined}
          error={error}
          fields={scope.filter((one) => one !== field && one.ext?.formula === undefined)}
          onChange={set}
        />
      );
    case "rows":
      return (
        <RowsEditor
          value={value as RowsSpec | undefined}
          error={error}
          inputs={(column, change) => <ColumnAttributes {...props} field={column} change={change} />}
          onChange={set}
        />
      );
    default:
      return null;
  }
}

interface ColumnAttributesProps extends Pick<AttributeInputProps, "scope" | "sources"> {
  readonly field: FormField;
  readonly change: (column: FormField) => void;
}

function ColumnAttributes({ field, scope, sources, change }: ColumnAttributesProps) {
  const own = scope.flatMap((one) => one.ext?.rows?.fields ?? []);
  return columnAttributes
    .filter(({ key, of }) => key !== "type" && (of?.(field) ?? true))
    .map((attribute) => (
      <AttributeInput
        key={attribute.key + attribute.as}
        {...{ attribute, field, sources }}
        error={undefined}
        disabled={false}
        scope={[...own.filter((one) => one !== field), ...scope]}
        sections={[]}
        onChange={(how) => change(how(field))}
      />
    ));
}
