import { FieldErrorText, FieldLabel, FieldRoot, HStack, Input, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Text } from '@chakra-ui/react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ObjectSchema } from 'yup';
import { datePresets, today } from './presets.ts';

/** yyyy-MM-dd HH:mm:ss as the browser's own control has it, and back. */
const toControl = (value: string) => value.replace(' ', 'T');
const fromControl = (value: string) => (value === '' ? '' : `${value.replace('T', ' ')}${value.length === 16 ? ':00' : ''}`);

/** Adds to a filter's schema: a start that is not after the end, and nothing after today. */
export function withDateRange<V extends object>(schema: ObjectSchema<V>, from: keyof V & string, to: keyof V & string): ObjectSchema<V> {
  const valueOf = (values: V, name: keyof V) => String(values[name] ?? '');
  return schema
    .test('order', '开始时间不能晚于结束时间', (values, context) => {
      const [start, end] = [valueOf(values as V, from), valueOf(values as V, to)];
      return !start || !end || start <= end || context.createError({ path: from });
    })
    .test('future', '不能选择未来的日期', (values, context) => valueOf(values as V, from) <= today(Date.now()).to || context.createError({ path: from })) as ObjectSchema<V>;
}

interface DateRangeFieldProps {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** Two times with the presets of console.md section 9. Future days cannot be chosen. */
export function DateRangeField({ from, to, label }: DateRangeFieldProps) {
  const { setValue, formState } = useFormContext();
  const [start, end] = useWatch({ name: [from, to] }) as [string | undefined, string | undefined];
  const error = formState.errors[from]?.message ?? formState.errors[to]?.message;
  const presets = datePresets(Date.now());
  const chosen = presets.find((p) => p.range.from === start && p.range.to === end)?.label ?? '';
  const set = (name: string, value: string) => setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const choose = (chosenLabel: string) => {
    const range = presets.find((p) => p.label === chosenLabel)?.range;
    if (!range) return;
    set(from, range.from);
    set(to, range.to);
  };
  const limit = toControl(today(Date.now()).to);
  const time = (name: string, value: string | undefined, words: string) => (
    <Input aria-label={words} type="datetime-local" step={1} w="186px" max={limit} value={toControl(value ?? '')} onChange={(event) => set(name, fromControl(event.target.value))} />
  );
  return (
    <FieldRoot invalid={error !== undefined} w="auto" gap="1" role="group" aria-label={label}>
      <FieldLabel textStyle="xs" asChild><span>{label}</span></FieldLabel>
      <HStack gap="1.5">
        <NativeSelectRoot w="84px">
          <NativeSelectField aria-label={`${label}快捷选择`} value={chosen} onChange={(event) => choose(event.target.value)}>
            <option value="" disabled>自定义</option>
            {presets.map((p) => <option key={p.label} value={p.label}>{p.label}</option>)}
          </NativeSelectField>
          <NativeSelectIndicator />
        </NativeSelectRoot>
        {time(from, start, `${label}从`)}
        <Text color="fg.muted">至</Text>
        {time(to, end, `${label}到`)}
      </HStack>
      {error !== undefined && <FieldErrorText>{String(error)}</FieldErrorText>}
    </FieldRoot>
  );
}
