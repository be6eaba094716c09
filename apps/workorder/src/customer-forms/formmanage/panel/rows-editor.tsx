/** Columns of detail rows: each a small field of its own. */
import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { controlTypes, type FormField, formLimits, isNumberField, newField, type RowsSpec } from "@liantai/api/forms";
import { Check } from "@liantai/ui";
import { PanelNumber, PanelSelect } from "@liantai/ui/board";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { columnTypes } from "../model/attribute-values.ts";
import { freeLabel, freeName } from "../model/design.ts";
import { retyped } from "../model/retyped.ts";
import { LineButtons } from "../../../parts/line-buttons.tsx";
import { AddLine } from "../../../parts/add-line.tsx";
import type { SpecialProps } from "./special-props.ts";

interface ColumnProps {
  readonly column: FormField;
  readonly at: number;
  readonly last: boolean;
  readonly open: boolean;
  readonly summed: boolean;
  /** The inputs of its attributes, but for the kind. */
  readonly children: ReactNode;
  readonly onOpen: () => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onRemove: () => void;
  readonly onChange: (column: FormField) => void;
  readonly onSum: (on: boolean) => void;
}

function Column({ column, at, last, open, summed, children, onOpen, onStep, onRemove, onChange, onSum }: ColumnProps) {
  const { label, type } = column;
  return (
    <Box borderWidth="1px" borderRadius="sm" px="1">
      <HStack gap="0.5">
        <Button
          size="2xs"
          variant="plain"
          flex="1"
          minW="0"
          justifyContent="flex-start"
          px="0"
          color="fg"
          aria-expanded={open}
          onClick={onOpen}
        >
          {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          <Text truncate>{label || "未命名"}</Text>
          <Text color="fg.muted" fontWeight="normal">
            {controlTypes[type]}
          </Text>
        </Button>
        <LineButtons label={`列${label}`} first={at === 0} {...{ last, onStep, onRemove }} />
      </HStack>
      {open && (
        <Stack gap="2" pb="2">
          <PanelSelect
            label="类型"
            value={type}
            options={columnTypes.map((one) => [one, controlTypes[one]])}
            onChange={(next) => onChange(retyped(column, next as FormField["type"]))}
          />
          {children}
          {isNumberField(column) && (
            <HStack as="label" gap="1.5" textStyle="xs">
              <Check type="checkbox" checked={summed} onChange={(event) => onSum(event.target.checked)} />
              在表格下合计
            </HStack>
          )}
        </Stack>
      )}
    </Box>
  );
}

/** Inputs of the attributes of a column; it comes from who draws attributes, for one of them are these columns. */
export type ColumnInputs = (column: FormField, onChange: (column: FormField) => void) => ReactNode;

interface RowsEditorProps extends SpecialProps<RowsSpec> {
  readonly inputs: ColumnInputs;
}

/** With sums of the columns that are there; no list where there is none. */
const withSums = ({ sums: _, ...spec }: RowsSpec, sums: readonly string[]): RowsSpec =>
  sums.length > 0 ? { ...spec, sums } : spec;

export function RowsEditor({ value, error, onChange, inputs }: RowsEditorProps) {
  const spec: RowsSpec = value ?? { fields: [] };
  const { fields, sums = [] } = spec;
  const [open, setOpen] = useState<number>();
  const set = (at: number, column: FormField) =>
    onChange(
      withSums(
        { ...spec, fields: fields.with(at, column) },
        sums.map((one) => (one === fields[at]!.name ? column.name : one)),
      ),
    );
  const step = (at: number, by: 1 | -1) => {
    onChange({ ...spec, fields: fields.toSpliced(at, 1).toSpliced(at + by, 0, fields[at]!) });
    setOpen(open === at ? at + by : undefined);
  };
  const remove = (at: number) => {
    onChange(
      withSums(
        { ...spec, fields: fields.toSpliced(at, 1) },
        sums.filter((one) => one !== fields[at]!.name),
      ),
    );
    setOpen(undefined);
  };
  const add = () => {
    const name = freeName(
      fields.map((one) => one.name),
      "column",
    );
    const label = freeLabel(
      fields.map((one) => one.label),
      "列",
    );
    onChange({ ...spec, fields: [...fields, { ...newField("input", name), label }] });
    setOpen(fields.length);
  };
  const limited = (key: "min" | "max") => (next: number | undefined) => {
    const { [key]: _, ...rest } = spec;
    onChange(next === undefined ? rest : { ...rest, [key]: next });
  };
  return (
    <Box role="group" aria-label="明细的列">
      <Text textStyle="xs">明细的列</Text>
      <Stack gap="1">
        {fields.map((column, at) => (
          <Column
            key={at}
            {...{ column, at }}
            last={at === fields.length - 1}
            open={open === at}
            summed={sums.includes(column.name)}
            onOpen={() => setOpen(open === at ? undefined : at)}
            onStep={(by) => step(at, by)}
            onRemove={() => remove(at)}
            onChange={(next) => set(at, next)}
            onSum={(on) => {
              const others = sums.filter((one) => one !== column.name);
              onChange(withSums(spec, on ? [...others, column.name] : others));
            }}
          >
            {inputs(column, (next) => set(at, next))}
          </Column>
        ))}
        <AddLine wide disabled={fields.length >= formLimits.columns} onAdd={add}>
          添加列
        </AddLine>
        <HStack gap="2">
          <PanelNumber
            label="最少行数"
            value={spec.min}
            min={0}
            max={formLimits.rows}
            standard={0}
            onChange={limited("min")}
          />
          <PanelNumber
            label="最多行数"
            value={spec.max}
            min={1}
            max={formLimits.rows}
            standard={50}
            onChange={limited("max")}
          />
        </HStack>
      </Stack>
      {error !== undefined && (
        <Text role="alert" color="fg.error" textStyle="xs">
          {error}
        </Text>
      )}
    </Box>
  );
}
