import { Button, HStack, Stack, Table, Text } from "@chakra-ui/react";
import { claimFailure, notify } from "@liantai/api/client";
import { lookUpLimits, lookUpSheetApi, readLookUp, type LookUpContent } from "@liantai/api/contract/flow-editor";
import { AppDialog, ColumnHeads, ScrollBox, useHeld } from "@liantai/ui";
import { DownloadButton, isFailure, SheetDrop, useSheet } from "@liantai/ui/resource";
import { useState } from "react";
import { appended, blankTable, kept, type Taken } from "./grid.ts";
import { lookUpSheets, type ReadSheet } from "./queries.ts";

interface ImportProps {
  /** The draft. */
  readonly content: LookUpContent;
  readonly isNew: boolean;
  /** first: the number of the first row that came. */
  readonly onTaken: (content: LookUpContent, first: number) => void;
  readonly onClose: () => void;
}

type Faulty = Extract<Taken, { readonly faulty: number }>;

function FaultyRows({ faults, faulty }: Faulty) {
  return (
    <Stack gap="1" role="alert">
      <Text color="fg.error">
        有{faulty}行有误，一行也没有导入，表里的内容没有变。
        {faulty > faults.length && `下面是前${faults.length}行。`}
      </Text>
      <ScrollBox borderWidth="1px" maxH="30vh">
        <Table.Root size="sm" aria-label="有误的行" stickyHeader>
          <ColumnHeads titles={["文件的行", "原因"]} />
          <Table.Body>
            {faults.map(({ row, message }) => (
              <Table.Row key={row}>
                <Table.Cell whiteSpace="nowrap">第{row}行</Table.Cell>
                <Table.Cell wordBreak="break-all">{message}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </ScrollBox>
    </Stack>
  );
}

/** Whether nobody has said yet what the columns are. */
const takesTitles = ({ columns, rows }: LookUpContent): boolean =>
  rows.length === 0 && columns.join("\n") === blankTable.columns.join("\n");

/** What a workbook makes of the draft. */
function takenOf(draft: LookUpContent, read: ReadSheet, append: boolean): Taken {
  if (read.faulty > 0) return read;
  const table = readLookUp(read.content);
  return append ? appended(draft, table, read.numbers) : { content: table, rows: table.rows.length };
}

/** Rows of an .xlsx into the draft; the person saves it as always. A file that is refused changes nothing. */
export function ImportTable({ content, isNew, onTaken, onClose }: ImportProps) {
  const { columns, rows } = kept(content);
  const fromFile = isNew && takesTitles({ columns, rows });
  const [read, { isLoading: busy }] = lookUpSheets.read.useMutation();
  const [faulty, setFaulty] = useState<Faulty & { readonly file: File }>();
  const sheet = useSheet(busy);
  const held = useHeld(busy);
  const run = async (append: boolean) => {
    setFaulty(undefined);
    if (!sheet.file) return sheet.refuse("请选择要导入的文件");
    sheet.refuse("");
    const { data, error } = await read({
      body: { files: sheet.file, ...(fromFile ? {} : { columns: JSON.stringify(columns) }) },
    });
    if (!data) {
      if (!isFailure(error)) return;
      claimFailure(error);
      return sheet.refuse(error.fields?.[0]?.message ?? error.text);
    }
    const taken = takenOf(content, data, append);
    if ("refused" in taken) return sheet.refuse(taken.refused);
    if ("faulty" in taken) return setFaulty({ ...taken, file: sheet.file });
    onTaken(taken.content, taken.content.rows.length - taken.rows + 1);
    notify({ title: `已读入${taken.rows}行`, text: "保存后从下一通来电起生效" });
    onClose();
  };
  const names = columns.join("、");
  return (
    <AppDialog
      open
      title="导入查找表"
      width="600px"
      onClose={() => held || onClose()}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" disabled={held} onClick={onClose}>
            取消
          </Button>
          {rows.length > 0 && (
            <Button variant="outline" disabled={busy} onClick={() => void run(true)}>
              追加到现有的{rows.length}行后面
            </Button>
          )}
          <Button loading={busy} loadingText="导入" onClick={() => void run(false)}>
            {rows.length > 0 ? `替换现有的${rows.length}行` : "导入"}
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <HStack justify="space-between" align="start">
          <Text color="fg.muted" wordBreak="break-word">
            {fromFile ? "文件的第一行作为列名，第一列是键。" : `文件的第一行是列名：${names}，顺序不限。`}
            最多{lookUpLimits.rows}行，一格最多{lookUpLimits.cell}个字符。导入后还要保存。
          </Text>
          <DownloadButton
            source={lookUpSheetApi.template}
            name="查找表模板.xlsx"
            label="下载模板"
            query={{ columns: JSON.stringify(columns) }}
          />
        </HStack>
        <SheetDrop sheet={sheet} busy={busy} />
        {faulty && faulty.file === sheet.file && <FaultyRows {...faulty} />}
      </Stack>
    </AppDialog>
  );
}
