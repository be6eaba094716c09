/** What became of an import, or becomes of it. */
import { Box, chakra, Flex, HStack, Stack, Text } from "@chakra-ui/react";
import { Check, DataTable, type Column } from "@liantai/ui";
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

interface Outcome {
  readonly result: ImportResult;
  readonly failed: EndpointOrHooks;
  readonly compId: unknown;
  readonly counts: ((result: ImportResult, checked: boolean) => string) | undefined;
}

/** Of the rows that failed. */
const kindsOf = ({ repetition, blackList = 0, duplicates = 0 }: ImportResult): string => {
  const kinds = [
    repetition > 0 && `重复 ${repetition} 行`,
    duplicates > 0 && `疑似重复 ${duplicates} 行`,
    blackList > 0 && `黑名单 ${blackList} 行`,
  ].filter(Boolean);
  return kinds.length > 0 ? `（其中${kinds.join("，")}）` : "";
};

const usual = (result: ImportResult, checked: boolean): string =>
  checked
    ? `校验完成：共 ${result.total} 行，可保存 ${result.succeed} 行，不能保存 ${result.failing} 行${kindsOf(result)}。尚未保存数据。`
    : `共 ${result.total} 行，成功 ${result.succeed} 行，失败 ${result.failing} 行${kindsOf(result)}。`;

/** What of the workbook was not taken at all. */
const Ignored = ({ result: { ignored = [], unreadSheets = [] } }: Pick<Outcome, "result">) => (
  <>
    {ignored.length > 0 && <Text color="fg.muted">没有导入的列（模板中没有）：{ignored.join("、")}</Text>}
    {unreadSheets.length > 0 && (
      <Text color="fg.muted">没有读取的工作表（只读取第一个）：{unreadSheets.join("、")}</Text>
    )}
  </>
);

export const Result = ({ note, ...rest }: Outcome & { readonly note: ReactNode }) => (
  <Stack gap="3">
    <Text role="status">{(rest.counts ?? usual)(rest.result, false)}</Text>
    <Ignored result={rest.result} />
    {note}
    <Failed {...rest} />
  </Stack>
);

interface Choice {
  /** What may be done with rows that are probably there already, in words. */
  readonly choices: Readonly<Record<string, string>>;
  readonly chosen: string;
  readonly choose: (choice: string) => void;
}

const DuplicateChoice = ({ count, choices, chosen, choose }: Choice & { readonly count: number }) => (
  <HStack gap="4" wrap="wrap" role="radiogroup" aria-label="疑似重复的行">
    <Text>疑似重复的 {count} 行：</Text>
    {Object.entries(choices).map(([key, text]) => (
      <HStack as="label" key={key} gap="1.5">
        <Check type="radio" checked={chosen === key} onChange={() => choose(key)} />
        {text}
      </HStack>
    ))}
  </HStack>
);

/** Nothing is saved yet. */
export const Checked = ({ choice, ...rest }: Outcome & { readonly choice: Choice | undefined }) => (
  <Stack gap="3">
    <Text role="status">{(rest.counts ?? usual)(rest.result, true)}</Text>
    <Ignored result={rest.result} />
    {choice && rest.result.duplicates !== undefined && <DuplicateChoice count={rest.result.duplicates} {...choice} />}
    <Failed {...rest} />
  </Stack>
);

function Failed({ result, failed, compId }: Omit<Outcome, "counts">) {
  const { errors, failedFileId } = result;
  return (
    <>
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
    </>
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
