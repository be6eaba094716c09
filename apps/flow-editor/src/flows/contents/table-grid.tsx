import { Button, HStack, Input, Stack, Table, Text } from "@chakra-ui/react";
import { lookUpLimits, type LookUpContent } from "@liantai/api/contract/flow-editor";
import { ScrollBox } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { useId, useState } from "react";
import type { FieldsProps } from "./content-editor.tsx";
import {
  cellsIn,
  pastedTable,
  placesOf,
  type TableFault,
  withCell,
  withColumn,
  withColumnName,
  withoutColumn,
  withoutRow,
  withRow,
} from "./grid.ts";
import { ImportTable } from "./import-table.tsx";

type GridProps = FieldsProps<LookUpContent, TableFault>;

interface CellProps {
  readonly label: string;
  readonly value: string;
  readonly max: number;
  readonly mayEdit: boolean;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}

function Cell({ label, value, max, mayEdit, fault, onChange }: CellProps) {
  const id = useId();
  return (
    <Stack gap="0.5" flex="1">
      <Input
        size="xs"
        aria-label={label}
        value={value}
        maxLength={max}
        readOnly={!mayEdit}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        {...(fault !== undefined && { "aria-invalid": true, "aria-describedby": id })}
      />
      {fault !== undefined && (
        <Text id={id} textStyle="xs" color="fg.error" wordBreak="break-all">
          {fault}
        </Text>
      )}
    </Stack>
  );
}

/** So many rows have inputs at a time. */
const pageSize = 50;

function Paste({ onPaste }: { readonly onPaste: (text: string) => void }) {
  const [text, setText] = useState("");
  const rows = cellsIn(text).length;
  return (
    <Stack gap="1">
      <PanelText
        label="从表格粘贴"
        hint="在 Excel 中选中包括列名的区域复制后粘贴到这里，会替换现有的列和行。"
        area
        value={text}
        max={lookUpLimits.text}
        onChange={setText}
      />
      <HStack>
        <Button
          size="2xs"
          variant="outline"
          disabled={rows < 2}
          onClick={() => {
            onPaste(text);
            setText("");
          }}
        >
          {rows < 2 ? "替换" : `替换为${rows - 1}行`}
        </Button>
      </HStack>
    </Stack>
  );
}

function Heads({ content, mayEdit, faults, onChange }: GridProps) {
  const { columns } = content;
  return (
    <Table.Row>
      {columns.map((name, at) => (
        <Table.ColumnHeader key={at} minW="120px" p="1" verticalAlign="top">
          <HStack gap="1" align="start">
            <Cell
              label={at === 0 ? "键的列名" : `第${at + 1}列的列名`}
              value={name}
              max={lookUpLimits.column}
              mayEdit={mayEdit}
              fault={faults.find(({ row, column }) => row === undefined && column === at)?.message}
              onChange={(next) => onChange(withColumnName(content, at, next))}
            />
            {mayEdit && at > 0 && columns.length > 2 && (
              <Button
                size="2xs"
                variant="ghost"
                aria-label={`移除列${name}`}
                onClick={() => onChange(withoutColumn(content, at))}
              >
                ×
              </Button>
            )}
          </HStack>
        </Table.ColumnHeader>
      ))}
      {mayEdit && <Table.ColumnHeader w="40px" />}
    </Table.Row>
  );
}

interface RowProps extends GridProps {
  /** Its place. */
  readonly row: number;
  readonly faultAt: (column: number) => string | undefined;
}

function Row({ content, mayEdit, row, faultAt, onChange }: RowProps) {
  return (
    <Table.Row>
      {content.columns.map((name, column) => (
        <Table.Cell key={column} p="1" verticalAlign="top">
          <Cell
            label={`第${row + 1}行 ${name}`}
            value={content.rows[row]![column]!}
            max={lookUpLimits.cell}
            mayEdit={mayEdit}
            fault={faultAt(column)}
            onChange={(next) => onChange(withCell(content, row, column, next))}
          />
        </Table.Cell>
      ))}
      {mayEdit && (
        <Table.Cell p="1" verticalAlign="top">
          <Button
            size="2xs"
            variant="ghost"
            aria-label={`移除第${row + 1}行`}
            onClick={() => onChange(withoutRow(content, row))}
          >
            ×
          </Button>
        </Table.Cell>
      )}
    </Table.Row>
  );
}

interface PagesProps {
  readonly shown: number;
  readonly pages: number;
  readonly rows: number;
  readonly onPage: (page: number) => void;
}

const Pages = ({ shown, pages, rows, onPage }: PagesProps) => (
  <HStack textStyle="xs" gap="2">
    <Button size="2xs" variant="outline" disabled={shown === 1} onClick={() => onPage(shown - 1)}>
      上一页
    </Button>
    第{shown}/{pages}页，共{rows}行
    <Button size="2xs" variant="outline" disabled={shown === pages} onClick={() => onPage(shown + 1)}>
      下一页
    </Button>
  </HStack>
);

/** Which rows are in sight: those with a text, a page of them, and the first that is wrong once it is asked for. */
function useSight({ content, faults, turn }: GridProps) {
  const [text, setText] = useState("");
  const [page, setPage] = useState(1);
  const [turned, setTurned] = useState(turn);
  if (turned !== turn) {
    setTurned(turn);
    const [first] = faults;
    if (first?.row !== undefined) {
      setText("");
      setPage(Math.ceil(first.row / pageSize));
    }
  }
  const places = placesOf(content, text);
  const pages = Math.max(1, Math.ceil(places.length / pageSize));
  const shown = Math.min(page, pages);
  return {
    ...{ text, pages, shown, setPage },
    count: places.length,
    places: places.slice((shown - 1) * pageSize, shown * pageSize),
    find: (next: string) => {
      setText(next);
      setPage(1);
    },
    /** All rows, and the page on which the row of that number is. */
    goTo: (row: number) => {
      setText("");
      setPage(Math.ceil(row / pageSize));
    },
  };
}

function Tools({ grid, sight }: { readonly grid: GridProps; readonly sight: ReturnType<typeof useSight> }) {
  const { content, isNew, mayEdit, onChange } = grid;
  const { columns, rows } = content;
  const [importing, setImporting] = useState(false);
  return (
    <HStack justify="space-between" align="end">
      <PanelText label="查找" value={sight.text} max={lookUpLimits.cell} onChange={sight.find} />
      {mayEdit && (
        <HStack gap="1">
          <Button size="2xs" variant="outline" onClick={() => setImporting(true)}>
            导入
          </Button>
          <Button
            size="2xs"
            variant="outline"
            disabled={rows.length >= lookUpLimits.rows}
            onClick={() => {
              sight.goTo(rows.length + 1);
              onChange(withRow(content));
            }}
          >
            添加行
          </Button>
          <Button
            size="2xs"
            variant="outline"
            disabled={columns.length >= lookUpLimits.columns}
            onClick={() => onChange(withColumn(content))}
          >
            添加列
          </Button>
        </HStack>
      )}
      {importing && (
        <ImportTable
          content={content}
          isNew={isNew}
          onTaken={(taken, first) => {
            sight.goTo(first);
            onChange(taken);
          }}
          onClose={() => setImporting(false)}
        />
      )}
    </HStack>
  );
}

/** Rows with an input a cell, 50 at a time. */
export function TableGrid(props: GridProps) {
  const { mayEdit, faults, onChange } = props;
  const sight = useSight(props);
  const wrong = new Map(faults.map(({ row, column, message }) => [`${row}/${column}`, message]));
  const whole = faults.filter(({ row, column }) => row === undefined && column === undefined);
  return (
    <Stack gap="2">
      {mayEdit && <Paste onPaste={(pasted) => onChange(pastedTable(pasted))} />}
      <Tools grid={props} sight={sight} />
      {whole.map(({ message }) => (
        <Text key={message} role="alert" textStyle="xs" color="fg.error">
          {message}
        </Text>
      ))}
      <ScrollBox borderWidth="1px" maxH="46vh">
        <Table.Root size="sm" aria-label="查找表的行" stickyHeader>
          <Table.Header>
            <Heads {...props} />
          </Table.Header>
          <Table.Body>
            {sight.places.map((row) => (
              <Row key={row} {...props} row={row} faultAt={(column) => wrong.get(`${row + 1}/${column}`)} />
            ))}
          </Table.Body>
        </Table.Root>
      </ScrollBox>
      {sight.count === 0 && (
        <Text textStyle="xs" color="fg.muted">
          {sight.text === "" ? "还没有行。" : `没有包含“${sight.text}”的行。`}
        </Text>
      )}
      {sight.pages > 1 && <Pages shown={sight.shown} pages={sight.pages} rows={sight.count} onPage={sight.setPage} />}
    </Stack>
  );
}
