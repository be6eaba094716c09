import {
  FieldErrorText,
  FieldLabel,
  FieldRoot,
  HStack,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Text,
} from "@chakra-ui/react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import type { ObjectSchema } from "yup";
import { dateTimePattern, dayMs } from "@liantai/api/contract/base";
import { DateInput } from "./date-input.tsx";
import { datePresets, today } from "./presets.ts";

const isTime = (text: string) =>
  text === "" || (dateTimePattern.test(text) && !Number.isNaN(Date.parse(text.replace(" ", "T"))));

/** Adds to a filter's schema: times that are times, a start that is not after the end, and without `future` nothing after today. */
export function withDateRange<V extends object>(
  schema: ObjectSchema<V>,
  from: keyof V & string,
  to: keyof V & string,
  future = false,
): ObjectSchema<V> {
  const valueOf = (values: V, name: keyof V) => String(values[name] ?? "");
  return schema
    .test(
      "time",
      "时间格式应为 yyyy-MM-dd HH:mm:ss",
      (values, context) =>
        (isTime(valueOf(values as V, from)) && isTime(valueOf(values as V, to))) || context.createError({ path: from }),
    )
    .test("order", "开始时间不能晚于结束时间", (values, context) => {
      const [start, end] = [valueOf(values as V, from), valueOf(values as V, to)];
      return !start || !end || start <= end || context.createError({ path: from });
    })
    .test(
      "future",
      "不能选择未来的日期",
      (values, context) =>
        future || valueOf(values as V, from) <= today(Date.now()).to || context.createError({ path: from }),
    );
}

interface DateRangeFieldProps {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** Future days can be chosen. */
  readonly future?: boolean;
}

/** Two times with the presets of console.md section 9. Future days cannot be chosen as a rule. */
export function DateRangeField({ from, to, label, future = false }: DateRangeFieldProps) {
  const { setValue, trigger } = useFormContext();
  const { errors, isSubmitted } = useFormState({ name: [from, to] });
  const [start, end] = useWatch({ name: [from, to] }) as [string | undefined, string | undefined];
  const error = errors[from]?.message ?? errors[to]?.message;
  const presets = future
    ? [
        { label: "今天", range: today(Date.now()) },
        { label: "明天", range: today(Date.now() + dayMs) },
      ]
    : datePresets(Date.now());
  const chosen = presets.find((p) => p.range.from === start && p.range.to === end)?.label ?? "";
  const set = (name: string, value: string) => {
    setValue(name, value, { shouldDirty: true });
    // The rules are of the two together.
    if (isSubmitted) void trigger([from, to]);
  };
  const choose = (chosenLabel: string) => {
    const range = presets.find((p) => p.label === chosenLabel)?.range;
    if (!range) return;
    set(from, range.from);
    set(to, range.to);
  };
  const lastDay = future ? undefined : today(Date.now()).to.slice(0, 10);
  return (
    <FieldRoot invalid={error !== undefined} w="auto" gap="1" role="group" aria-label={label}>
      <FieldLabel textStyle="xs" asChild>
        <span>{label}</span>
      </FieldLabel>
      <HStack gap="1.5">
        <NativeSelectRoot w="84px">
          <NativeSelectField
            aria-label={`${label}快捷选择`}
            value={chosen}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="" disabled>
              自定义
            </option>
            {presets.map((p) => (
              <option key={p.label} value={p.label}>
                {p.label}
              </option>
            ))}
          </NativeSelectField>
          <NativeSelectIndicator />
        </NativeSelectRoot>
        <DateInput
          width="176px"
          label={`${label}从`}
          value={start ?? ""}
          max={lastDay}
          time="00:00:00"
          onChange={(value) => set(from, value)}
        />
        <Text color="fg.muted">至</Text>
        <DateInput
          width="176px"
          label={`${label}到`}
          value={end ?? ""}
          max={lastDay}
          time="23:59:59"
          onChange={(value) => set(to, value)}
        />
      </HStack>
      {error !== undefined && <FieldErrorText>{String(error)}</FieldErrorText>}
    </FieldRoot>
  );
}
