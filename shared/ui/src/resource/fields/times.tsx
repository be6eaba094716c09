import { Box, chakra, IconButton, Input } from "@chakra-ui/react";
import { FieldFrame, useField, type FieldProps } from "@liantai/ui";
import { Calendar } from "lucide-react";
import { useRef } from "react";
import { useController } from "react-hook-form";

const Picker = chakra("input", {
  base: { position: "absolute", insetBlock: "0", right: "0", w: "26px", opacity: "0", pointerEvents: "none" },
});

interface DateFieldProps extends FieldProps {
  /** yyyy-MM-dd; outside of them no day can be picked. */
  readonly min?: string;
  readonly max?: string;
}

/** yyyy-MM-dd as text, with the browser's calendar for picking: its own control would write it in the system's language. */
export function DateField({ name, min, max, ...rest }: DateFieldProps) {
  const { error, required } = useField(name);
  const { field } = useController({ name });
  const picker = useRef<HTMLInputElement>(null);
  const text = String(field.value ?? "");
  return (
    <FieldFrame {...rest} error={error} required={required}>
      <Box position="relative" w="full">
        <Input
          ref={field.ref}
          name={name}
          value={text}
          pe="28px"
          fontVariantNumeric="tabular-nums"
          placeholder="yyyy-MM-dd"
          autoComplete="off"
          maxLength={10}
          onChange={(event) => field.onChange(event.target.value)}
          onBlur={field.onBlur}
        />
        <Picker
          ref={picker}
          type="date"
          tabIndex={-1}
          aria-hidden
          min={min}
          max={max}
          value={/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : ""}
          onChange={(event) => event.target.value && field.onChange(event.target.value)}
        />
        <IconButton
          position="absolute"
          right="2px"
          top="2px"
          size="xs"
          variant="ghost"
          colorPalette="gray"
          disabled={rest.disabled}
          aria-label={`${rest.label}，选择日期`}
          onClick={() => picker.current?.showPicker()}
        >
          <Calendar aria-hidden />
        </IconButton>
      </Box>
    </FieldFrame>
  );
}

/** 9:5, 905, 9点5 and full-width colons as 09:05; anything else as it was typed, for the schema to refuse. */
export function timeTyped(text: string): string {
  const parts = /^\s*(\d{1,2})\s*[:：.点时]\s*(\d{1,2})\s*分?\s*$/.exec(text) ?? /^\s*(\d{1,2})(\d{2})\s*$/.exec(text);
  return parts ? `${parts[1]!.padStart(2, "0")}:${parts[2]!.padStart(2, "0")}` : text;
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
