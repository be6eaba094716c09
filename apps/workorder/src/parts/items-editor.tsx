import { Box, Button, HStack, Input, Stack, Text, Textarea } from "@chakra-ui/react";
import { type FormOption, formLimits } from "@liantai/api/forms";
import { useState } from "react";
import { LineButtons } from "./line-buttons.tsx";
import { AddLine } from "./add-line.tsx";

interface ItemsEditorProps {
  readonly items: readonly FormOption[];
  readonly error: string | undefined;
  readonly onChange: (items: readonly FormOption[]) => void;
}

/** A value that no option has: numbers go on. */
function freeValue(items: readonly FormOption[], from = items.length + 1): string {
  const taken = new Set(items.map(({ label_value }) => label_value));
  for (let n = from; ; n++) if (!taken.has(String(n))) return String(n);
}

/** Lines as they are copied from a sheet: name, or name and value. What is there by that name keeps its value. */
function itemsOfLines(text: string, items: readonly FormOption[]): readonly FormOption[] {
  const known = new Map(items.map((one) => [one.label_name, one]));
  const list: FormOption[] = [];
  for (const line of text.split("\n")) {
    const [name = "", value = ""] = line.split("\t").map((one) => one.trim());
    if (name === "" || list.some(({ label_name }) => label_name === name)) continue;
    const old = known.get(name);
    list.push(
      old && value === ""
        ? old
        : { label_name: name, label_value: value || freeValue([...items, ...list], list.length + 1) },
    );
  }
  return list.slice(0, formLimits.options);
}

interface ItemLineProps {
  readonly one: FormOption;
  readonly at: number;
  readonly last: boolean;
  readonly onSet: (more: Partial<FormOption>) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

function ItemLine({ one, at, last, onSet, onStep, onRemove }: ItemLineProps) {
  return (
    <HStack gap="0.5">
      <Input
        size="2xs"
        px="1"
        flex="3"
        aria-label={`选项${at + 1}名称`}
        value={one.label_name}
        maxLength={60}
        onChange={(event) => onSet({ label_name: event.target.value })}
      />
      <Input
        size="2xs"
        px="1"
        flex="2"
        aria-label={`选项${at + 1}值`}
        value={one.label_value}
        maxLength={60}
        onChange={(event) => onSet({ label_value: event.target.value })}
      />
      <LineButtons label={`选项${one.label_name}`} first={at === 0} {...{ last, onStep, onRemove }} />
    </HStack>
  );
}

export function ItemsEditor({ items, error, onChange }: ItemsEditorProps) {
  const [lines, setLines] = useState<string>();
  const set = (at: number, more: Partial<FormOption>) =>
    onChange(items.map((one, i) => (i === at ? { ...one, ...more } : one)));
  const step = (at: number, by: 1 | -1) => onChange(items.toSpliced(at, 1).toSpliced(at + by, 0, items[at]!));
  const add = () => {
    const value = freeValue(items);
    onChange([...items, { label_name: `选项${value}`, label_value: value }]);
  };
  return (
    <Box role="group" aria-label="选项">
      <HStack justify="space-between">
        <Text textStyle="xs">选项（名称、值）</Text>
        <Button
          size="2xs"
          variant="plain"
          onClick={() =>
            setLines(
              lines === undefined ? items.map((one) => `${one.label_name}\t${one.label_value}`).join("\n") : undefined,
            )
          }
        >
          {lines === undefined ? "批量编辑" : "取消"}
        </Button>
      </HStack>
      {lines !== undefined ? (
        <Stack gap="1">
          <Textarea
            size="xs"
            rows={8}
            aria-label="每行一个选项"
            placeholder="每行一个选项，可从表格复制：名称 值"
            value={lines}
            onChange={(event) => setLines(event.target.value)}
          />
          <Button
            size="xs"
            onClick={() => {
              onChange(itemsOfLines(lines, items));
              setLines(undefined);
            }}
          >
            使用这些选项
          </Button>
        </Stack>
      ) : (
        <Stack gap="1">
          {items.map((one, at) => (
            <ItemLine
              key={at}
              {...{ one, at }}
              last={at === items.length - 1}
              onSet={(more) => set(at, more)}
              onStep={(by) => step(at, by)}
              onRemove={() => onChange(items.toSpliced(at, 1))}
            />
          ))}
          <AddLine wide disabled={items.length >= formLimits.options} onAdd={add}>
            添加选项
          </AddLine>
        </Stack>
      )}
      {error !== undefined && (
        <Text role="alert" color="fg.error" textStyle="xs">
          {error}
        </Text>
      )}
    </Box>
  );
}
