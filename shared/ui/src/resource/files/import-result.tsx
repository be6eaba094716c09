/** What became of an import, or becomes of it. */
import { Box, chakra, Flex, Stack, Text } from "@chakra-ui/react";
import { DataTable, type Column } from "@liantai/ui";
import type { ReactNode } from "react";
import type { EndpointOrHooks } from "./download.ts";
import { DownloadButton } from "./download-button.tsx";
import type { ImportResult } from "./import-job.ts";

const Bar = chakra("div", { base: { h: "3px", borderRadius: "full", bg: "accent.solid", animation: "pulse" } });

/** The server is at work on it; `children` say with what. */
export const Running = ({ children }: { readonly children: ReactNode }) => (
  <Box role="progressbar" aria-label="正在导入">
    <Bar />
    {children}
  </Box>
);

const columns: readonly Column<ImportResult["errors"][number]>[] = [
  { id: "row", title: "行号", width: 72, align: "end", value: (e) => e.row },
  { id: "field", title: "列", width: 130, value: (e) => e.field },
  { id: "message", title: "原因", width: 320, value: (e) => e.message },
];

export function Result({
  result,
  failed,
  compId,
  note,
}: {
  readonly result: ImportResult;
  readonly failed: EndpointOrHooks;
  readonly compId: unknown;
  readonly note: ReactNode;
}) {
  const { total, succeed, failing, repetition, errors, failedFileId } = result;
  return (
    <Stack gap="3">
      <Text role="status">
        共 {total} 行，成功 {succeed} 行，失败 {failing} 行{repetition > 0 && `（其中重复 ${repetition} 行）`}。
      </Text>
      {note}
      {errors.length > 0 && (
        <Flex h="260px" direction="column">
          <DataTable
            id="import"
            label="导入失败的行"
            columns={columns}
            rowId={(e) => `${e.row} ${e.field} ${e.message}`}
            list={{ rows: errors, fetching: false, error: undefined, retry: () => undefined }}
            empty={{ title: "没有失败的行" }}
          />
        </Flex>
      )}
      {failedFileId && (
        <Box>
          <DownloadButton
            source={failed}
            name="导入失败数据.xlsx"
            label="下载失败数据"
            query={{ id: failedFileId, compId }}
          />
        </Box>
      )}
    </Stack>
  );
}

/** It goes on without the request, or has come to nothing. */
export function Job({ msg, failed }: { readonly msg: string; readonly failed: boolean }) {
  return failed ? (
    <Text role="alert" color="fg.error">
      {msg}
    </Text>
  ) : (
    <Running>
      <Text role="status" pt="2">
        {msg}
      </Text>
      <Text textStyle="xs" color="fg.muted">
        可以关闭此窗口；再次打开时在这里查看结果。
      </Text>
    </Running>
  );
}
