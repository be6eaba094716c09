import { Input, Textarea } from "@chakra-ui/react";
import { FieldFrame, useField, withUnit, type FieldProps } from "@liantai/ui";
import { clampedNumber, limits, trimmedDigitList, typedDigitList, typedNumber } from "@liantai/api/contract/parts";
import { useController } from "react-hook-form";

/** As long as its rule lets in, else 200 characters. */
export function TextAreaField({
  name,
  rows = limits.textareaRows,
  placeholder,
  ...rest
}: FieldProps & { readonly rows?: number; readonly placeholder?: string }) {
  const { form, error, required, longest = limits.textarea } = useField(name);
  return (
    <FieldFrame {...rest} error={error} required={required}>
      <Textarea
        {...form.register(name)}
        rows={rows}
        maxLength={longest}
        placeholder={placeholder ?? `请输入${rest.label}`}
      />
    </FieldFrame>
  );
}

interface NumberFieldProps extends FieldProps {
  /** What is typed is kept within these on leaving the field; default 0 to 9999999. */
  readonly min?: number;
  readonly max?: number;
  /** Decimals it is given on leaving; default: as typed. */
  readonly precision?: number;
  /** Stands behind the number, e.g. 秒. */
  readonly unit?: string;
  readonly placeholder?: string;
}

/** Digits and one decimal point while typing, a minus where `min` is below 0; within bounds on leaving (console.md section 5). */
export function NumberField({ name, min = 0, max, precision, unit, placeholder, ...rest }: NumberFieldProps) {
  const { error, required } = useField(name);
  const { field } = useController({ name });
  const text = field.value === undefined || field.value === null ? "" : String(field.value);
  const leave = () => {
    const clamped = clampedNumber(text, min, max, precision);
    if (clamped !== text) field.onChange(clamped);
    field.onBlur();
  };
  return (
    <FieldFrame {...rest} error={error} required={required}>
      {withUnit(
        <Input
          ref={field.ref}
          name={name}
          value={text}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder ?? `请输入${rest.label}`}
          onChange={(event) => field.onChange(typedNumber(event.target.value, min))}
          onBlur={leave}
        />,
        unit,
      )}
    </FieldFrame>
  );
}

/** Digits in groups that a comma parts: other characters and a second comma do not get in, edge commas go on leaving. */
export function DigitListField({
  name,
  placeholder,
  rows = 2,
  ...rest
}: FieldProps & { readonly placeholder?: string; readonly rows?: number }) {
  const { error, required, longest = limits.textarea } = useField(name);
  const { field } = useController({ name });
  const text = String(field.value ?? "");
  const leave = () => {
    const trimmed = trimmedDigitList(text);
    if (trimmed !== text) field.onChange(trimmed);
    field.onBlur();
  };
  return (
    <FieldFrame {...rest} error={error} required={required}>
      <Textarea
        ref={field.ref}
        name={name}
        value={text}
        rows={rows}
        maxLength={longest}
        inputMode="numeric"
        placeholder={placeholder ?? `请输入${rest.label}`}
        onChange={(event) => field.onChange(typedDigitList(event.target.value))}
        onBlur={leave}
      />
    </FieldFrame>
  );
}

/** A password that is being set: never filled in by the browser. */
export function PasswordField({ name, placeholder, ...rest }: FieldProps & { readonly placeholder?: string }) {
  const { form, error, required, longest } = useField(name);
  return (
    <FieldFrame {...rest} error={error} required={required}>
      <Input
        {...form.register(name)}
        type="password"
        autoComplete="new-password"
        maxLength={longest}
        placeholder={placeholder ?? `请输入${rest.label}`}
      />
    </FieldFrame>
  );
}

/**
 * A value that is shown masked (138****5678, or eight asterisks for a secret): focus clears it, and leaving it empty brings
 * the masked one back. A masked value that nobody replaced is neither checked nor sent.
 */
export function MaskedField({
  name,
  secret = false,
  placeholder,
  ...rest
}: FieldProps & { /** Typed text is hidden as well. */ readonly secret?: boolean; readonly placeholder?: string }) {
  const { field, formState } = useController({ name });
  const original: unknown = formState.defaultValues?.[name];
  const masked = typeof original === "string" && original.includes("*") ? original : "";
  const { error, required, longest } = useField(name, masked);
  const text = String(field.value ?? "");
  const untouched = masked !== "" && text === masked;
  return (
    <FieldFrame {...rest} error={error} required={required}>
      <Input
        ref={field.ref}
        name={name}
        value={text}
        type={secret && !untouched ? "password" : "text"}
        maxLength={longest}
        autoComplete={secret ? "new-password" : "off"}
        placeholder={placeholder ?? `请输入${rest.label}`}
        onFocus={() => untouched && field.onChange("")}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={() => {
          if (text === "" && masked !== "") field.onChange(masked);
          field.onBlur();
        }}
      />
    </FieldFrame>
  );
}
