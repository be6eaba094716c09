import { Input, Textarea } from "@chakra-ui/react";
import { typedDigits } from "@liantai/api/contract/base";
import { clampedNumber, typedNumber } from "@liantai/api/contract/parts";
import type { CompiledField, InputContent } from "@liantai/api/forms";
import { useFormStore } from "../context.ts";
import { textIn, type ControlProps } from "./types.ts";

const modes: Partial<Record<InputContent, "decimal" | "numeric" | "tel" | "email" | "url">> = {
  number: "decimal",
  phone: "tel",
  mobile: "tel",
  bankcard: "numeric",
  email: "email",
  link: "url",
};

/** What is none never stands there: digits alone in numbers of telephones and cards (realtime.md section 5). */
function typedInto({ content, min }: CompiledField, text: string): string {
  if (content === "number") return typedNumber(text, min);
  if (content === "phone" || content === "mobile" || content === "bankcard") return typedDigits(text);
  return content === "idcard" ? text.toUpperCase().replace(/[^\dX]/g, "") : text;
}

export function TextControl({ field, value, disabled, label, onChange }: ControlProps) {
  const text = textIn(value);
  const leave = () => {
    if (!field.isNumber || text === "") return;
    const within = clampedNumber(text, field.min, field.max, field.precision);
    if (within !== text) onChange(within);
  };
  return (
    <Input
      value={text}
      disabled={disabled}
      inputMode={modes[field.content] ?? "text"}
      maxLength={field.maxLength}
      placeholder={disabled ? "" : field.placeholder}
      autoComplete="off"
      {...(label === undefined ? {} : { "aria-label": label })}
      {...(field.isNumber ? { fontVariantNumeric: "tabular-nums" } : {})}
      onChange={(event) => onChange(typedInto(field, event.target.value))}
      onBlur={leave}
    />
  );
}

/** A hidden number: pressed into, it is empty for another; left empty, it is the hidden one again. */
export function MaskedControl({
  masked,
  field,
  value,
  disabled,
  onChange,
}: ControlProps & { readonly masked: string }) {
  const store = useFormStore();
  const text = textIn(value);
  return (
    <Input
      value={text}
      disabled={disabled}
      maxLength={Math.max(field.maxLength, masked.length)}
      inputMode={modes[field.content] ?? "text"}
      placeholder={field.placeholder}
      autoComplete="off"
      onFocus={() => text === masked && onChange("")}
      onChange={(event) => onChange(typedInto(field, event.target.value))}
      onBlur={() => text === "" && store.forget(field.name)}
    />
  );
}

export function TextAreaControl({ field, value, disabled, label, onChange }: ControlProps) {
  return (
    <Textarea
      value={textIn(value)}
      disabled={disabled}
      rows={label === undefined ? field.maxRows : 1}
      maxLength={field.maxLength}
      placeholder={disabled ? "" : field.placeholder}
      {...(label === undefined ? {} : { "aria-label": label })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
