import {
  Box,
  HStack,
  Input,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Stack,
} from "@chakra-ui/react";
import { type FormField, isChoice, type RuleAction, ruleActions, type RuleActionName } from "@liantai/api/forms";
import { Check, Ticks } from "@liantai/ui";
import type { ReactNode } from "react";
import { namedFields } from "../../../parts/conditions/complete.ts";
import { ExpressionInput } from "../../../parts/conditions/expression-input.tsx";

interface ActionProps {
  readonly action: RuleAction;
  readonly fields: readonly FormField[];
  readonly onChange: (action: RuleAction) => void;
}

const first = (fields: readonly FormField[]): string => fields[0]?.name ?? "";

/** An action of another kind keeps its fields where it has any. */
export function actionOf(kind: RuleActionName, fields: readonly FormField[], before?: RuleAction): RuleAction {
  const named =
    before && "fields" in before ? before.fields : before && before.field !== undefined ? [before.field] : [];
  const one = named[0] ?? first(fields);
  switch (kind) {
    case "set":
      return { do: kind, field: one, value: '""' };
    case "options":
      return {
        do: kind,
        field:
          fields.find(({ name, type }) => name === one && isChoice(type))?.name ??
          first(fields.filter(({ type }) => isChoice(type))),
        values: [],
      };
    case "warn":
      return { do: kind, text: "请注意" };
    default:
      return { do: kind, fields: named };
  }
}

interface OneFieldProps {
  readonly label: string;
  readonly value: string;
  readonly fields: readonly FormField[];
  readonly none?: string;
  readonly onChange: (name: string) => void;
}

function OneField({ label, value, fields, none, onChange }: OneFieldProps) {
  return (
    <NativeSelectRoot size="xs">
      <NativeSelectField aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {value !== "" && fields.every(({ name }) => name !== value) && <option value={value}>{value}</option>}
        {value === "" && none === undefined && <option value="">请选择字段</option>}
        {fields.map(({ name, label: text }) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </NativeSelectField>
      <NativeSelectIndicator />
    </NativeSelectRoot>
  );
}

function Details({ action, fields, onChange }: ActionProps): ReactNode {
  switch (action.do) {
    case "set":
      return (
        <Stack gap="1">
          <OneField
            label="赋值的字段"
            value={action.field}
            fields={fields}
            onChange={(field) => onChange({ ...action, field })}
          />
          <ExpressionInput
            label="值"
            value={action.value}
            fields={namedFields(fields)}
            onChange={(value) => onChange({ ...action, value })}
          />
        </Stack>
      );
    case "options": {
      const target = fields.find(({ name }) => name === action.field);
      return (
        <Stack gap="1">
          <OneField
            label="限定选项的字段"
            value={action.field}
            fields={fields.filter(({ type }) => isChoice(type))}
            onChange={(field) => onChange({ ...action, field, values: [] })}
          />
          <Ticks
            label="可以选择的选项"
            all={(target?.items ?? []).map(({ label_name, label_value }) => [label_value, label_name])}
            chosen={action.values}
            onChange={(values) => onChange({ ...action, values })}
          />
        </Stack>
      );
    }
    case "warn":
      return (
        <Stack gap="1">
          <Input
            size="xs"
            aria-label="提示文字"
            value={action.text}
            maxLength={200}
            onChange={(event) => onChange({ ...action, text: event.target.value })}
          />
          <HStack gap="2">
            <OneField
              label="提示的位置"
              value={action.field ?? ""}
              fields={fields}
              none="表单上方"
              onChange={(field) => {
                const { field: _, ...rest } = action;
                onChange(field === "" ? rest : { ...rest, field });
              }}
            />
            <HStack as="label" gap="1" textStyle="xs" flex="none">
              <Check
                type="checkbox"
                checked={action.stop === true}
                onChange={(event) => {
                  const { stop: _, ...rest } = action;
                  onChange(event.target.checked ? { ...rest, stop: true } : rest);
                }}
              />
              不能保存
            </HStack>
          </HStack>
        </Stack>
      );
    default:
      return (
        <Ticks
          label={`${ruleActions[action.do]}的字段`}
          all={fields.map(({ name, label }) => [name, label])}
          chosen={action.fields}
          onChange={(names) => onChange({ ...action, fields: names })}
        />
      );
  }
}

export function ActionEditor({ action, fields, onChange }: ActionProps) {
  return (
    <HStack gap="1" align="flex-start" flex="1" minW="0">
      <NativeSelectRoot size="xs" w="96px" flex="none">
        <NativeSelectField
          aria-label="动作"
          value={action.do}
          onChange={(event) => onChange(actionOf(event.target.value as RuleActionName, fields, action))}
        >
          {Object.entries(ruleActions).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      <Box flex="1" minW="0">
        <Details action={action} fields={fields} onChange={onChange} />
      </Box>
    </HStack>
  );
}
