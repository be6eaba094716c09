import { Button, HStack, Input, Text } from "@chakra-ui/react";
import { FieldFrame } from "@liantai/ui";
import { nameAmong, PanelSelect, PanelText, pendingPairs } from "@liantai/ui/board";
import { useId } from "react";
import type { Pairs, InputProps } from "@liantai/ui/board";

interface PickerProps extends InputProps {
  readonly value: string;
  /** undefined: there is no list of them, the id is typed. `pendingPairs` until it has come. */
  readonly options: Pairs | undefined;
  readonly none?: string;
  readonly onChange: (value: string) => void;
}

export function Picker({ options, none = "请选择", hint, ...rest }: PickerProps) {
  if (!options) return <PanelText {...rest} max={64} hint={hint ?? "请输入编号"} />;
  const pending = options === pendingPairs;
  // What it names may be gone.
  const chosen = options.find(([id]) => id === rest.value);
  const gone = !pending && rest.value !== "" && !chosen;
  const fault = gone ? "所选的对象已不存在" : chosen?.[2] ? "所选的对象已停用" : undefined;
  return (
    <PanelSelect
      {...rest}
      error={rest.error ?? fault}
      options={options}
      none={none}
      hint={!pending && options.every(([, , off]) => off) ? "还没有可选的对象" : hint}
    />
  );
}

interface NameProps extends InputProps {
  readonly value: string;
  readonly known: Pairs;
  readonly onChange: (value: string) => void;
}

/** A variable: one of the known, or a name that is typed. */
export function VariablePicker({ value, known, onChange, ...rest }: NameProps) {
  const id = useId();
  const word = known.find(([vName]) => vName === value)?.[1];
  return (
    <FieldFrame {...rest} error={rest.error} required={false} hint={word === value ? rest.hint : (word ?? rest.hint)}>
      <Input
        size="xs"
        list={id}
        value={value}
        maxLength={60}
        autoComplete="off"
        placeholder="变量名"
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <datalist id={id}>
        {known.map(([vName, text]) => (
          <option key={vName} value={vName}>
            {text}
          </option>
        ))}
      </datalist>
    </FieldFrame>
  );
}

interface ListProps extends InputProps {
  readonly values: readonly string[];
  /** undefined: any text. */
  readonly options?: Pairs | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** Several in order: one is added by a choice, or typed and entered; each goes by its button. */
export function ListPicker({ label, values, options, error, hint, onChange }: ListProps) {
  const add = (text: string) => {
    const value = text.trim();
    if (value !== "" && !values.includes(value)) onChange([...values, value]);
  };
  const rest = options?.filter(([id, , off]) => !values.includes(id) && off !== true);
  return (
    <FieldFrame label={label} error={error} hint={hint} required={false} group>
      <HStack as="ul" wrap="wrap" gap="1" listStyleType="none">
        {values.map((value) => {
          const word = options ? nameAmong(options, value) : value;
          return (
            <HStack as="li" key={value} gap="1" bg="bg.muted" borderRadius="sm" px="1" textStyle="xs">
              <Text>{word}</Text>
              <Button
                size="2xs"
                variant="ghost"
                aria-label={`移除${word}`}
                onClick={() => onChange(values.filter((one) => one !== value))}
              >
                ×
              </Button>
            </HStack>
          );
        })}
      </HStack>
      {rest ? (
        <PanelSelect label={`添加${label}`} value="" options={rest} none="请选择" onChange={add} />
      ) : (
        <Input
          size="xs"
          aria-label={`添加${label}`}
          placeholder="输入后按回车"
          maxLength={60}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add(event.currentTarget.value);
            event.currentTarget.value = "";
          }}
          onBlur={(event) => {
            add(event.currentTarget.value);
            event.currentTarget.value = "";
          }}
        />
      )}
    </FieldFrame>
  );
}
