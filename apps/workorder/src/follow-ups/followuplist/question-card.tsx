/** One question: what is asked, how it is answered. */
import { Flex, SimpleGrid, Stack } from "@chakra-ui/react";
import { questionTypes, type QuestionType } from "@liantai/api/contract/workorder";
import { formLimits, isChoice, type FormField, type FormOption } from "@liantai/api/forms";
import { PanelSelect, PanelSwitch, PanelText } from "@liantai/ui/board";
import { useState } from "react";
import { LineButtons } from "../../parts/line-buttons.tsx";

const types = Object.entries(questionTypes) as [QuestionType, string][];

/** A key that no other question has: what was answered is found by it. */
export function newQuestion(fields: readonly FormField[]): FormField {
  const taken = new Set(fields.map(({ name }) => name));
  let n = fields.length + 1;
  while (taken.has(`question${n}`)) n += 1;
  return { type: "radio", name: `question${n}`, label: `问题${n}`, items: optionsFrom("是\n否") };
}

/** 10 非常满意: a value may stand before the name; else it is the number of the line. */
const optionsFrom = (text: string): readonly FormOption[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line, at) => {
      const [, value, name] = /^(\d{1,4})\s+(.+)$/.exec(line) ?? [];
      return { label_name: name ?? line, label_value: value ?? String(at + 1) };
    });

const textOf = ({ items = [] }: FormField): string =>
  items.map(({ label_name, label_value }) => `${label_value} ${label_name}`).join("\n");

function retyped({ name, label, require, items }: FormField, type: QuestionType): FormField {
  const of = { type, name, label, ...(require !== undefined && { require }) };
  if (isChoice(type)) return { ...of, items: items ?? optionsFrom("是\n否") };
  return { ...of, maxLength: type === "textarea" ? 500 : 100 };
}

interface OptionsProps {
  readonly field: FormField;
  readonly disabled: boolean;
  readonly onChange: (items: readonly FormOption[]) => void;
}

/** The lines stay as they are typed; what they say are the options. */
function Options({ field, disabled, onChange }: OptionsProps) {
  const [text, setText] = useState(() => textOf(field));
  return (
    <PanelText
      label="选项"
      hint="每行一个，前面可以写分值，如“10 非常满意”。"
      area
      max={2_000}
      value={text}
      disabled={disabled}
      onChange={(next) => {
        setText(next);
        onChange(optionsFrom(next));
      }}
    />
  );
}

interface QuestionCardProps {
  readonly field: FormField;
  readonly at: number;
  readonly last: boolean;
  readonly disabled: boolean;
  readonly onChange: (field: FormField) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

export function QuestionCard({ field, at, last, disabled, onChange, onStep, onRemove }: QuestionCardProps) {
  return (
    <Stack role="group" aria-label={`问题${at + 1}`} gap="2" borderWidth="1px" borderRadius="md" p="3">
      <SimpleGrid columns={2} gap="2" alignItems="start">
        <PanelText
          label="问题"
          value={field.label}
          max={formLimits.label}
          disabled={disabled}
          onChange={(label) => onChange({ ...field, label })}
        />
        <PanelSelect
          label="回答方式"
          value={field.type}
          options={types}
          disabled={disabled}
          onChange={(type) => onChange(retyped(field, type as QuestionType))}
        />
      </SimpleGrid>
      {isChoice(field.type) && (
        <Options field={field} disabled={disabled} onChange={(items) => onChange({ ...field, items })} />
      )}
      <Flex align="center" justify="space-between">
        <PanelSwitch
          label="必答"
          value={field.require === true}
          disabled={disabled}
          onChange={(require) => onChange({ ...field, require })}
        />
        {!disabled && (
          <Flex>
            <LineButtons label={`问题${at + 1}`} first={at === 0} last={last} onStep={onStep} onRemove={onRemove} />
          </Flex>
        )}
      </Flex>
    </Stack>
  );
}
