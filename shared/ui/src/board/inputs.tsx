/** Inputs of the property panel. Each holds the text that is typed; what is no value of it yet stays there and changes nothing. */
import {
  HStack,
  Input,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Text,
  Textarea,
} from "@chakra-ui/react";
import { Check, FieldFrame, offText, unknownText } from "@liantai/ui";
import { useEffect, useState, type ReactNode } from "react";

export interface InputProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

interface TextProps extends InputProps {
  readonly value: string;
  readonly max: number;
  readonly area?: boolean;
  readonly onChange: (value: string) => void;
}

export function PanelText({ value, max, area, onChange, ...rest }: TextProps) {
  const common = {
    ...{ value, maxLength: max, size: "xs" as const, autoComplete: "off" },
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  } as const;
  return (
    <FieldFrame {...rest} error={rest.error} required={false}>
      {area ? <Textarea {...common} rows={2} /> : <Input {...common} />}
    </FieldFrame>
  );
}

interface NumberProps extends InputProps {
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly decimal?: boolean | undefined;
  readonly standard: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

export function PanelNumber({ value, min, max, decimal, standard, onChange, ...rest }: NumberProps) {
  const [text, setText] = useState(value === undefined ? "" : String(value));
  const [wrong, setWrong] = useState<string>();
  // Undone or loaded anew: what stands there is the design's.
  useEffect(() => {
    setText((now) =>
      (now === "" ? undefined : Number(now)) === value ? now : value === undefined ? "" : String(value),
    );
    setWrong(undefined);
  }, [value]);
  const type = (next: string) => {
    setText(next);
    const number = Number(next);
    const fits = decimal ? /^-?\d+(?:\.\d+)?$/.test(next) : /^-?\d+$/.test(next);
    if (next.trim() === "") {
      setWrong(undefined);
      onChange(undefined);
    } else if (!fits) setWrong(decimal ? "请输入数字" : "请输入整数");
    else if (number < min || number > max) setWrong(`应在${min}到${max}之间`);
    else {
      setWrong(undefined);
      onChange(number);
    }
  };
  return (
    <FieldFrame {...rest} error={wrong ?? rest.error} required={false}>
      <Input
        size="xs"
        value={text}
        inputMode={decimal ? "decimal" : "numeric"}
        placeholder={standard === undefined ? "不限" : `默认${standard}`}
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
      />
    </FieldFrame>
  );
}

interface SwitchProps extends InputProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** Narrow: two stand beside each other. */
export function PanelSwitch({ label, value, error, hint, disabled, onChange }: SwitchProps) {
  return (
    <div>
      <HStack
        as="label"
        gap="1.5"
        textStyle="xs"
        minH="24px"
        whiteSpace="nowrap"
        cursor={disabled ? "not-allowed" : "pointer"}
      >
        <Check
          type="checkbox"
          checked={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </HStack>
      {hint !== undefined && value && (
        <Text color="fg.muted" textStyle="xs">
          {hint}
        </Text>
      )}
      {error !== undefined && (
        <Text color="fg.error" textStyle="xs" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}

/** Values with what each reads. off: switched off, marked and offered only where it is chosen already. */
export type Pairs = readonly (readonly [value: string, label: string, off?: boolean])[];

/** Stands for pairs that have not come yet; known by being this very list. */
export const pendingPairs: Pairs = [];

/** Those of what has an id and a name. undefined: it has not come yet. */
export const namedPairs = (
  list: readonly { readonly id: string; readonly name: string; readonly enabled?: number }[] | undefined,
): Pairs => list?.map(({ id, name, enabled }) => [id, name, enabled === 0] as const) ?? pendingPairs;

/** How a value reads among pairs: never as an id. */
export function nameAmong(pairs: Pairs, value: string): string {
  const [, label, off] = pairs.find(([one]) => one === value) ?? [];
  if (label === undefined) return unknownText(value, pairs === pendingPairs);
  return off === true ? offText(label) : label;
}

interface SelectProps extends InputProps {
  readonly value: string;
  /** `pendingPairs` until they have come. */
  readonly options: Pairs;
  readonly none?: string;
  readonly onChange: (value: string) => void;
}

export function PanelSelect({ value, options, none, onChange, disabled, ...rest }: SelectProps) {
  const unknown = value !== "" && options.every(([one]) => one !== value);
  // Who chose another one may go back to it.
  const [kept, keep] = useState<readonly string[]>([value]);
  if (!kept.includes(value)) keep([...kept, value]);
  return (
    <FieldFrame {...rest} error={rest.error} required={false} {...(disabled === undefined ? {} : { disabled })}>
      <NativeSelectRoot size="xs" {...(disabled === undefined ? {} : { disabled })}>
        <NativeSelectField value={value} onChange={(event) => onChange(event.target.value)}>
          {none !== undefined && <option value="">{none}</option>}
          {unknown && <option value={value}>{nameAmong(options, value)}</option>}
          {options
            .filter(([one, , off]) => off !== true || kept.includes(one))
            .map(([one, label, off]) => (
              <option key={one} value={one}>
                {off === true ? offText(label) : label}
              </option>
            ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
    </FieldFrame>
  );
}
