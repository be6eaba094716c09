import { Button, HStack, Input, Stack, Table, Text } from "@chakra-ui/react";
import { lookUpLimits, type LookUpContent } from "@liantai/api/contract/flow-editor";
import { ScrollBox } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { useState } from "react";
import {
  cellsIn,
  pastedTable,
  placesOf,
  withCell,
  withColumn,
  withColumnName,
  withoutColumn,
  withoutRow,
  withRow,
} from "./grid.ts";

interface GridProps {
  readonly content: LookUpContent;
  readonly mayEdit: boolean;
  readonly onChange: (content: LookUpContent) => void;
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

function Heads({ content, mayEdit, onChange }: GridProps) {
  const { columns } = content;
  return (
    <Table.Row>
      {columns.map((name, at) => (
        <Table.ColumnHeader key={at} minW="120px" p="1">
          <HStack gap="1">
            <Input
              size="xs"
              aria-label={at === 0 ? "键的列名" : `第${at + 1}列的列名`}
              value={name}
              maxLength={lookUpLimits.column}
              readOnly={!mayEdit}
              autoComplete="off"
              onChange={(event) => onChange(withColumnName(content, at, event.target.value))}
            />
            {mayEdit && at > 0 && columns.length > 2 && (
              <Button
                size="2xs"
                variant="ghost"
                aria-label={`删除列${name}`}
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

/** Rows with an input a cell, 50 at a time. */
export function TableGrid({ content, mayEdit, onChange }: GridProps) {
  const [text, setText] = useState("");
  const [page, setPage] = useState(1);
  const places = placesOf(content, text);
  const pages = Math.max(1, Math.ceil(places.length / pageSize));
  const shown = Math.min(page, pages);
  const { columns, rows } = content;
  const add = () => {
    setText("");
    setPage(Math.ceil((rows.length + 1) / pageSize));
    onChange(withRow(content));
  };
  return (
    <Stack gap="2">
      {mayEdit && <Paste onPaste={(pasted) => onChange(pastedTable(pasted))} />}
      <HStack justify="space-between" align="end">
        <PanelText
          label="查找"
          value={text}
          max={lookUpLimits.cell}
          onChange={(next) => {
            setText(next);
            setPage(1);
          }}
        />
        {mayEdit && (
          <HStack gap="1">
            <Button size="2xs" variant="outline" disabled={rows.length >= lookUpLimits.rows} onClick={add}>
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
      </HStack>
      <ScrollBox borderWidth="1px" maxH="46vh">
        <Table.Root size="sm" aria-label="查找表的行" stickyHeader>
          <Table.Header>
            <Heads content={content} mayEdit={mayEdit} onChange={onChange} />
          </Table.Header>
          <Table.Body>
            {places.slice((shown - 1) * pageSize, shown * pageSize).map((row) => (
              <Table.Row key={row}>
                {columns.map((name, column) => (
                  <Table.Cell key={column} p="1">
                    <Input
                      size="xs"
                      aria-label={`第${row + 1}行 ${name}`}
                      value={rows[row]![column]!}
                      maxLength={lookUpLimits.cell}
                      readOnly={!mayEdit}
                      autoComplete="off"
                      onChange={(event) => onChange(withCell(content, row, column, event.target.value))}
                    />
                  </Table.Cell>
                ))}
                {mayEdit && (
                  <Table.Cell p="1">
                    <Button
                      size="2xs"
                      variant="ghost"
                      aria-label={`删除第${row + 1}行`}
                      onClick={() => onChange(withoutRow(content, row))}
                    >
                      ×
                    </Button>
                  </Table.Cell>
                )}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </ScrollBox>
      {places.length === 0 && (
        <Text textStyle="xs" color="fg.muted">
          {text === "" ? "还没有行。" : `没有包含“${text}”的行。`}
        </Text>
      )}
      {pages > 1 && (
        <HStack textStyle="xs" gap="2">
          <Button size="2xs" variant="outline" disabled={shown === 1} onClick={() => setPage(shown - 1)}>
            上一页
          </Button>
          第{shown}/{pages}页，共{places.length}行
          <Button size="2xs" variant="outline" disabled={shown === pages} onClick={() => setPage(shown + 1)}>
            下一页
          </Button>
        </HStack>
      )}
    </Stack>
  );
}
