import { Input } from "@chakra-ui/react";
import { FieldFrame, useField, type FieldProps } from "@liantai/ui";
import { DateInput } from "../dates/date-input.tsx";
import { timeTyped } from "../dates/typed.ts";
import { useController } from "react-hook-form";

interface DateFieldProps extends FieldProps {
  /** yyyy-MM-dd; outside of them no day can be picked. */
  readonly min?: string;
  readonly max?: string;
  /** It has a time of day; a day without one gets this. */
  readonly time?: string;
}

/** yyyy-MM-dd, with `time` yyyy-MM-dd HH:mm:ss. */
export function DateField({ name, min, max, time, ...rest }: DateFieldProps) {
  const { error, required } = useField(name);
  const { field } = useController({ name });
  return (
    <FieldFrame {...rest} error={error} required={required}>
      <DateInput
        inputRef={field.ref}
        name={name}
        label={rest.label}
        value={String(field.value ?? "")}
        {...(time === undefined ? {} : { time })}
        min={min}
        max={max}
        disabled={rest.disabled}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </FieldFrame>
  );
}

/** HH:mm */
export function TimeField({ name, ...rest }: FieldProps) {
  const { error, required } = useField(name);
  const { field } = useController({ name });
  const text = String(field.value ?? "");
  const leave = () => {
    const typed = timeTyped(text);
    if (typed !== text) field.onChange(typed);
    field.onBlur();
  };
  return (
    <FieldFrame {...rest} error={error} required={required}>
      <Input
        ref={field.ref}
        name={name}
        value={text}
        fontVariantNumeric="tabular-nums"
        placeholder="HH:mm"
        autoComplete="off"
        inputMode="numeric"
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={leave}
      />
    </FieldFrame>
  );
}
