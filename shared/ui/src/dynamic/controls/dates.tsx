import { Input } from "@chakra-ui/react";
import type { DateFormat } from "@liantai/api/forms";
import { DateInput, dateTyped, timeTyped } from "@liantai/ui/resource";
import { textIn, type ControlProps } from "./types.ts";

/** 2026-3, 2026/03 and 202603 as 2026-03. */
const monthTyped = (text: string): string => {
  const [, year, month] = /^(\d{4})\s*[-/.年]?\s*(\d{1,2})\s*月?$/.exec(text.trim()) ?? [];
  return year && month && Number(month) >= 1 && Number(month) <= 12 ? `${year}-${month.padStart(2, "0")}` : text;
};
const settled: Readonly<Partial<Record<DateFormat, (text: string) => string>>> = {
  "yyyy-MM": monthTyped,
  "HH:mm": timeTyped,
  "yyyy-MM-dd": dateTyped,
};

/** Typed in the ways people write dates, put right when it is left; days can be picked. Of minutes alone the seconds are cut off. */
export function DateControl({ field, value, disabled, label, onChange }: ControlProps) {
  const text = textIn(value);
  const { format } = field;
  const hasDay = format.startsWith("yyyy-MM-dd");
  if (hasDay && label === undefined)
    return (
      <DateInput
        name={field.name}
        label={field.label}
        value={text}
        disabled={disabled}
        placeholder={field.placeholder}
        {...(format === "yyyy-MM-dd" ? {} : { time: "00:00:00" })}
        onChange={(next) => onChange(next.length === 19 ? next.slice(0, format.length) : next)}
      />
    );
  const leave = () => {
    const right = settled[format]?.(text) ?? text;
    if (right !== text) onChange(right);
  };
  return (
    <Input
      value={text}
      disabled={disabled}
      // In a table's cell there is no room for words; elsewhere it says how it is typed, for nothing can be picked.
      placeholder={label === undefined ? `${field.placeholder}（${format}）` : format}
      maxLength={24}
      fontVariantNumeric="tabular-nums"
      autoComplete="off"
      {...(label === undefined ? {} : { "aria-label": label })}
      onChange={(event) => onChange(event.target.value)}
      onBlur={leave}
    />
  );
}
