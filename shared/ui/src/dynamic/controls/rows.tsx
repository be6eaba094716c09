import { Box, Button, HStack, Table, Text } from "@chakra-ui/react";
import {
  type CompiledField,
  fieldDefaults,
  isRecord,
  numberText,
  plainNumber,
  type GivenValues,
} from "@liantai/api/forms";
import { Plus, Trash2 } from "lucide-react";
import { memo, useCallback, useRef, type ClipboardEvent } from "react";
import { BoxesControl, SelectControl } from "./choices.tsx";
import { DateControl } from "./dates.tsx";
import { LookupControl } from "./lookup.tsx";
import { TextAreaControl, TextControl } from "./text.tsx";
import type { ControlProps } from "./types.ts";

function Cell(props: ControlProps) {
  switch (props.field.type) {
    case "radio":
    case "select":
      return <SelectControl {...props} />;
    case "checkbox":
      return <BoxesControl {...props} />;
    case "datepicker":
      return <DateControl {...props} />;
    case "lookup":
      return <LookupControl {...props} />;
    case "textarea":
      return <TextAreaControl {...props} />;
    default:
      return <TextControl {...props} />;
  }
}

export const rowsIn = (value: unknown): readonly GivenValues[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** The sum of a column; empty cells do not count. */
export function sumOf(rows: readonly GivenValues[], column: CompiledField): string {
  const numbers = rows.map((row) => plainNumber(String(row[column.name] ?? "").trim()) ?? 0);
  // Thousandths, as whole numbers: 0.1 and 0.2 are 0.3.
  const unit = 10 ** (column.precision ?? 6);
  return numberText(numbers.reduce((sum, one) => sum + Math.round(one * unit), 0) / unit, column.precision);
}

interface RowProps {
  readonly field: CompiledField;
  readonly row: GivenValues;
  readonly at: number;
  readonly disabled: boolean;
  readonly removable: boolean;
  /** Of this row's cells. */
  readonly errors: string;
  readonly onCell: (at: number, name: string, value: unknown) => void;
  readonly onRemove: (at: number) => void;
}

/** `errors` travels as one text, so that a row in which nothing is another is not drawn again. */
const Row = memo(function Row({ field, row, at, disabled, removable, errors, onCell, onRemove }: RowProps) {
  const faults = new Map(errors === "" ? [] : (JSON.parse(errors) as [string, string][]));
  return (
    <Table.Row>
      <Table.Cell color="fg.muted" w="32px">
        {at + 1}
      </Table.Cell>
      {field.columns.map((column) => {
        const error = faults.get(`${field.name}[${at}].${column.name}`);
        return (
          <Table.Cell key={column.name} verticalAlign="top" p="1">
            <Cell
              field={column}
              value={row[column.name]}
              disabled={disabled || column.computed || column.locked}
              label={`${field.label}第${at + 1}行${column.label}`}
              onChange={(value) => onCell(at, column.name, value)}
            />
            {error !== undefined && (
              <Text color="fg.error" textStyle="xs">
                {error}
              </Text>
            )}
          </Table.Cell>
        );
      })}
      <Table.Cell w="36px" p="1">
        <Button
          size="2xs"
          variant="ghost"
          colorPalette="gray"
          aria-label={`移除${field.label}第${at + 1}行`}
          disabled={disabled || !removable}
          onClick={() => onRemove(at)}
        >
          <Trash2 aria-hidden />
        </Button>
      </Table.Cell>
    </Table.Row>
  );
});

/** A cell of a sheet as the column keeps it: choices by their names. */
function cellOf(column: CompiledField, text: string): unknown {
  const option = column.options.find((one) => one.label_name === text || one.label_value === text);
  if (column.type === "checkbox") return option ? [option.label_value] : [];
  return option?.label_value ?? text;
}

/** The rows with a block of a sheet put in from the cell it is pasted into; undefined: it is no block. */
function pasted(
  event: ClipboardEvent,
  field: CompiledField,
  rows: readonly GivenValues[],
  max: number,
): readonly GivenValues[] | undefined {
  const text = event.clipboardData.getData("text/plain").replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const row = (event.target as HTMLElement).closest("tr");
  const cell = (event.target as HTMLElement).closest("td");
  if (!row || !cell || !/[\t\n]/.test(text)) return undefined;
  event.preventDefault();
  const [fromRow, fromColumn] = [row.rowIndex - 1, cell.cellIndex - 1];
  const columns = field.columns.slice(fromColumn);
  const next: GivenValues[] = [...rows];
  for (const [i, line] of text
    .split("\n")
    .slice(0, max - fromRow)
    .entries()) {
    const given = line.split("\t");
    const cells = columns.flatMap((column, c) =>
      given[c] === undefined || column.computed || column.type === "lookup"
        ? []
        : [[column.name, cellOf(column, given[c].trim())] as const],
    );
    next[fromRow + i] = { ...next[fromRow + i], ...Object.fromEntries(cells) };
  }
  return next;
}

/** A table inside a form. A block copied from a sheet is put in from the cell it is pasted into. */
export function RowsControl({ field, value, disabled, errors, onChange }: ControlProps) {
  const given = rowsIn(value);
  const { min = 0, max = fieldDefaults.rows, sums = [] } = field.field.ext?.rows ?? {};
  const rows = given.length < min ? [...given, ...Array.from({ length: min - given.length }, () => ({}))] : given;
  const latest = useRef({ rows, onChange });
  latest.current = { rows, onChange };
  const onCell = useCallback((at: number, name: string, cell: unknown) => {
    const now = latest.current;
    now.onChange(now.rows.map((row, i) => (i === at ? { ...row, [name]: cell } : row)));
  }, []);
  const onRemove = useCallback((at: number) => {
    const now = latest.current;
    now.onChange(now.rows.filter((_, i) => i !== at));
  }, []);
  const paste = (event: ClipboardEvent) => {
    const next = pasted(event, field, rows, max);
    if (next) onChange(next);
  };
  const summed = field.columns.filter(({ name }) => sums.includes(name));
  return (
    <Box w="full" overflowX="auto" onPaste={disabled ? undefined : paste}>
      {rows.length > 0 && (
        <Table.Root size="sm">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader>#</Table.ColumnHeader>
              {field.columns.map((column) => (
                <Table.ColumnHeader key={column.name} whiteSpace="nowrap">
                  {column.label}
                  {column.require && !column.computed && (
                    <Text as="span" color="fg.error" ms="0.5">
                      *
                    </Text>
                  )}
                </Table.ColumnHeader>
              ))}
              <Table.ColumnHeader>
                <Text as="span" srOnly>
                  操作
                </Text>
              </Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {rows.map((row, at) => {
              const own = [...(errors ?? [])].filter(([path]) => path.startsWith(`${field.name}[${at}]`));
              return (
                <Row
                  key={at}
                  field={field}
                  row={row}
                  at={at}
                  disabled={disabled}
                  removable={rows.length > min}
                  errors={own.length > 0 ? JSON.stringify(own) : ""}
                  onCell={onCell}
                  onRemove={onRemove}
                />
              );
            })}
          </Table.Body>
        </Table.Root>
      )}
      <HStack gap="4" mt="1">
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          disabled={disabled || rows.length >= max}
          onClick={() => onChange([...rows, {}])}
        >
          <Plus aria-hidden />
          添加一行
        </Button>
        {summed.map((column) => (
          <Text key={column.name} fontVariantNumeric="tabular-nums">
            {column.label}合计：{sumOf(rows, column) || "0"}
          </Text>
        ))}
        {rows.length >= max && <Text color="fg.muted">最多{max}行</Text>}
      </HStack>
    </Box>
  );
}
