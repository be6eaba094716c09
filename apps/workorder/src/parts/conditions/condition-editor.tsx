import {
  Box,
  HStack,
  IconButton,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Stack,
} from "@chakra-ui/react";
import { type Condition, type ConditionOp, conditionOps, type FormField, isChoice } from "@liantai/api/forms";
import { Trash2 } from "lucide-react";
import { AddLine } from "../add-line.tsx";
import { namedFields } from "./complete.ts";
import { ExpressionInput } from "./expression-input.tsx";
import { OperandInput } from "./operand-input.tsx";

/** A group as it is chosen: `none` is written as not(any). */
export const groupKinds = { all: "满足以下全部", any: "满足以下任意一条", none: "以下全都不满足" } as const;
type GroupKind = keyof typeof groupKinds;

interface Shape {
  readonly kind: GroupKind;
  readonly list: readonly Condition[];
}

/** undefined: it is no group, but a leaf. */
export function shapeOf(condition: Condition): Shape | undefined {
  if ("all" in condition) return { kind: "all", list: condition.all };
  if ("any" in condition) return { kind: "any", list: condition.any };
  if (!("not" in condition)) return undefined;
  return "any" in condition.not ? { kind: "none", list: condition.not.any } : { kind: "none", list: [condition.not] };
}

export function conditionOf({ kind, list }: Shape): Condition {
  if (kind === "none") return { not: { any: list } };
  return kind === "all" ? { all: list } : { any: list };
}

const deepest = 6;
const opsFor = ({ type, ext }: FormField): readonly ConditionOp[] => {
  const all = Object.keys(conditionOps) as ConditionOp[];
  const compared: readonly ConditionOp[] = ["gt", "gte", "lt", "lte"];
  const textual: readonly ConditionOp[] = ["contains", "notContains", "startsWith"];
  if (type === "uploads" || type === "rows") return ["empty", "notEmpty"];
  if (isChoice(type)) return all.filter((op) => !compared.includes(op) && op !== "startsWith");
  if (type === "datepicker" || ext?.content === "number") return all.filter((op) => !textual.includes(op));
  return all;
};

interface EditorProps {
  readonly condition: Condition;
  readonly fields: readonly FormField[];
  readonly depth: number;
  readonly onChange: (condition: Condition) => void;
}

function Leaf({ condition, fields, onChange }: EditorProps) {
  if ("expression" in condition)
    return (
      <Box flex="1" minW="0">
        <ExpressionInput
          label="表达式"
          value={condition.expression}
          fields={namedFields(fields)}
          onChange={(expression) => onChange({ expression })}
        />
      </Box>
    );
  if (!("field" in condition)) return null;
  const field = fields.find(({ name }) => name === condition.field);
  const ops = field ? opsFor(field) : (Object.keys(conditionOps) as ConditionOp[]);
  const unasked = condition.op === "empty" || condition.op === "notEmpty";
  return (
    <HStack flex="1" minW="0" gap="1" align="flex-start">
      <NativeSelectRoot size="xs" flex="2">
        <NativeSelectField
          aria-label="条件的字段"
          value={condition.field}
          onChange={(event) => onChange({ field: event.target.value, op: "eq", value: "" })}
        >
          {!field && <option value={condition.field}>{condition.field || "请选择字段"}</option>}
          {fields.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      <NativeSelectRoot size="xs" flex="1.4">
        <NativeSelectField
          aria-label="比较方式"
          value={condition.op}
          onChange={(event) => {
            const op = event.target.value as ConditionOp;
            const { value: _, ...rest } = condition;
            onChange(op === "empty" || op === "notEmpty" ? { ...rest, op } : { ...condition, op });
          }}
        >
          {ops.map((op) => (
            <option key={op} value={op}>
              {conditionOps[op]}
            </option>
          ))}
          {!ops.includes(condition.op) && <option value={condition.op}>{conditionOps[condition.op]}</option>}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      <Box flex="2" minW="0">
        {!unasked && (
          <OperandInput
            field={field}
            many={condition.op === "in" || condition.op === "notIn"}
            value={condition.value}
            onChange={(value) => onChange({ ...condition, value })}
          />
        )}
      </Box>
    </HStack>
  );
}

/** A tree of conditions: groups in groups, fields and expressions as leaves. */
export function ConditionEditor({ condition, fields, depth, onChange }: EditorProps) {
  const shape = shapeOf(condition);
  if (!shape) return <Leaf condition={condition} fields={fields} depth={depth} onChange={onChange} />;
  const { kind, list } = shape;
  const put = (next: readonly Condition[]) => onChange(conditionOf({ kind, list: next }));
  return (
    <Box flex="1" minW="0" borderStartWidth="2px" borderColor="border.emphasized" ps="2">
      <NativeSelectRoot size="xs" w="150px" mb="1">
        <NativeSelectField
          aria-label="条件的关系"
          value={kind}
          onChange={(event) => onChange(conditionOf({ kind: event.target.value as GroupKind, list }))}
        >
          {Object.entries(groupKinds).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      <Stack gap="1">
        {list.map((one, at) => (
          <HStack key={at} gap="1" align="flex-start">
            <ConditionEditor
              condition={one}
              fields={fields}
              depth={depth + 1}
              onChange={(next) => put(list.with(at, next))}
            />
            <IconButton
              size="2xs"
              variant="ghost"
              colorPalette="gray"
              aria-label={`移除第${at + 1}个条件`}
              onClick={() => put(list.toSpliced(at, 1))}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </HStack>
        ))}
        <HStack gap="1">
          <AddLine onAdd={() => put([...list, { field: fields[0]?.name ?? "", op: "eq", value: "" }])}>条件</AddLine>
          <AddLine onAdd={() => put([...list, { expression: "" }])}>表达式</AddLine>
          {depth < deepest && <AddLine onAdd={() => put([...list, { all: [] }])}>条件组</AddLine>}
        </HStack>
      </Stack>
    </Box>
  );
}
