import { Input, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Textarea } from "@chakra-ui/react";
import type { SetValue } from "@liantai/api/contract/work-orders";
import { isChoice, type CompiledField } from "@liantai/api/forms";
import { Ticks } from "@liantai/ui";
import { useFieldChoices } from "../../parts/field-choices.ts";

interface ValueInputProps {
  readonly field: CompiledField;
  readonly value: SetValue;
  readonly onChange: (value: SetValue) => void;
}

const textOf = (value: SetValue): string => (typeof value === "string" ? value : "");

/** What a field is set to; nothing empties it. */
export function ValueInput({ field, value, onChange }: ValueInputProps) {
  const { type, label, format, maxLength } = field;
  const chosen = Array.isArray(value) ? value : [textOf(value)];
  const { options, loading } = useFieldChoices(field.field, chosen);
  const name = `${label}的值`;
  if (type === "checkbox" && options.length > 0)
    return (
      <Ticks
        label={name}
        all={options.map(({ label_name, label_value }) => [label_value, label_name])}
        chosen={Array.isArray(value) ? value : []}
        onChange={(chosen) => onChange(chosen.length > 0 ? chosen : null)}
      />
    );
  if (isChoice(type) && options.length > 0)
    return (
      <NativeSelectRoot size="xs">
        <NativeSelectField
          aria-label={name}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
        >
          <option value="">清空</option>
          {options.map(({ label_name, label_value }) => (
            <option key={label_value} value={label_value}>
              {label_name}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
    );
  const common = {
    ...{ "aria-label": name, value: textOf(value), maxLength, autoComplete: "off" },
    placeholder: loading ? "正在加载选项" : type === "datepicker" ? format : "不填写即清空",
    disabled: loading,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange(event.target.value === "" ? null : event.target.value),
  } as const;
  return type === "textarea" ? <Textarea {...common} size="xs" rows={2} /> : <Input {...common} size="xs" />;
}
