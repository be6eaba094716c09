import { Input, NativeSelectField, NativeSelectIndicator, NativeSelectRoot } from "@chakra-ui/react";
import { type FormField, isNumberField } from "@liantai/api/forms";
import { Ticks } from "@liantai/ui";
import { useFieldChoices } from "../field-choices.ts";

type Value = string | number | boolean | readonly (string | number)[] | undefined;

interface OperandInputProps {
  readonly field: FormField | undefined;
  /** Several, of which one is meant. */
  readonly many: boolean;
  readonly value: Value;
  readonly onChange: (value: string | number | readonly (string | number)[]) => void;
}

const textOf = (value: Value): string =>
  Array.isArray(value) ? value.join("、") : value === undefined ? "" : String(value);
const listOf = (value: Value): readonly string[] =>
  Array.isArray(value) ? value.map(String) : value === undefined || value === "" ? [] : [String(value)];

/** With what a field is compared: its choices by their names, else a text; numbers travel as numbers. */
export function OperandInput({ field, many, value, onChange }: OperandInputProps) {
  const { options: items, loading } = useFieldChoices(field, listOf(value));
  if (items.length > 0 && many)
    return (
      <Ticks
        label="比较的值"
        all={items.map(({ label_name, label_value }) => [label_value, label_name])}
        chosen={listOf(value)}
        onChange={onChange}
      />
    );
  if (items.length > 0)
    return (
      <NativeSelectRoot size="xs">
        <NativeSelectField
          aria-label="比较的值"
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">请选择</option>
          {items.map(({ label_name, label_value }) => (
            <option key={label_value} value={label_value}>
              {label_name}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
    );
  const type = (text: string) => {
    if (many) return onChange(text.split(/[、,，]/));
    return onChange(field && isNumberField(field) && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
  };
  return (
    <Input
      size="xs"
      aria-label="比较的值"
      disabled={loading}
      placeholder={
        loading
          ? "正在加载选项"
          : many
            ? "多个值用顿号隔开"
            : (field?.format ?? (field?.type === "datepicker" ? "yyyy-MM-dd" : "值"))
      }
      value={textOf(value)}
      maxLength={200}
      onChange={(event) => type(event.target.value)}
    />
  );
}
