import { FieldErrorText, FieldLabel, FieldRoot, Input, NativeSelectField, NativeSelectIndicator, NativeSelectRoot } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly width?: string;
}

function useField(name: string) {
  const { register, formState } = useFormContext();
  const error = formState.errors[name]?.message;
  return { bound: register(name), error: typeof error === 'string' ? error : undefined };
}

function Labelled({ label, width, error, children }: { readonly label: string; readonly width: string | undefined; readonly error: string | undefined; readonly children: ReactNode }) {
  return (
    <FieldRoot invalid={error !== undefined} w={width ?? '160px'} gap="1">
      <FieldLabel textStyle="xs">{label}</FieldLabel>
      {children}
      {error !== undefined && <FieldErrorText>{error}</FieldErrorText>}
    </FieldRoot>
  );
}

export function TextField({ name, label, width, inputMode }: FieldProps & { readonly inputMode?: 'numeric' | 'text' }) {
  const { bound, error } = useField(name);
  return (
    <Labelled label={label} width={width} error={error}>
      <Input {...bound} placeholder={`请输入${label}`} inputMode={inputMode} autoComplete="off" />
    </Labelled>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** The first choice is none at all: 全部. */
export function SelectField({ name, label, width, options }: FieldProps & { readonly options: readonly Option[] }) {
  const { bound, error } = useField(name);
  return (
    <Labelled label={label} width={width} error={error}>
      <NativeSelectRoot>
        <NativeSelectField {...bound}>
          <option value="">全部</option>
          {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
    </Labelled>
  );
}
