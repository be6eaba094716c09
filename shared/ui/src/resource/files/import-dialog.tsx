import { Box, Button, chakra, Flex, HStack, Stack, Text } from "@chakra-ui/react";
import { fileApi, sheetExtensions, type ImportKind } from "@liantai/api/contract/parts";
import { AppDialog, DataTable, useHeld, type Column } from "@liantai/ui";
import { FileSpreadsheet, Upload } from "lucide-react";
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import { chooserOf, sheetRefusal } from "../fields/file.tsx";
import type { EndpointOrHooks } from "./download.ts";
import { DownloadButton } from "./download-button.tsx";
import { useImportJob, type ImportEnded, type ImportResult } from "./import-job.ts";

interface ImportDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Which import it is, for a result that came after its request. */
  readonly kind: ImportKind;
  /** Tells of imports that ended: the app reads the bus, this part does not. */
  readonly useEnded?: ImportEnded;
  /** The empty sheet, produces 'binary'. */
  readonly template?: EndpointOrHooks;
  readonly templateName?: string;
  /** The hooks of a multipart endpoint: it gets {files, ...fields}. */
  readonly endpoint: { readonly useMutation: unknown };
  /** What else the request holds, e.g. compId. */
  readonly fields?: object;
  /** Inputs of those fields, over the file. */
  readonly children?: ReactNode;
  /** The file of the failed rows, asked with query {id, compId}; default: the files' own. */
  readonly failed?: EndpointOrHooks;
  /** Said under the result, e.g. the first password. */
  readonly note?: (result: ImportResult) => ReactNode;
  readonly onClose: () => void;
  /** After every upload that the server took, whatever rows failed. */
  readonly onDone: (result: ImportResult) => void;
}

type Run = (arg: { readonly body: object }) => { readonly unwrap: () => Promise<ImportResult> };

const Drop = chakra("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    gap: "2",
    p: "6",
    borderWidth: "1px",
    borderStyle: "dashed",
    borderRadius: "md",
    color: "fg.muted",
    textAlign: "center",
    "&[data-over]": { borderColor: "accent.solid", bg: "accent.subtle" },
  },
});
const Bar = chakra("div", { base: { h: "3px", borderRadius: "full", bg: "accent.solid", animation: "pulse" } });

const columns: readonly Column<ImportResult["errors"][number]>[] = [
  { id: "row", title: "行号", width: 72, align: "end", value: (e) => e.row },
  { id: "field", title: "列", width: 130, value: (e) => e.field },
  { id: "message", title: "原因", width: 320, value: (e) => e.message },
];

function Result({
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
function Job({ msg, failed }: { readonly msg: string; readonly failed: boolean }) {
  return failed ? (
    <Text role="alert" color="fg.error">
      {msg}
    </Text>
  ) : (
    <Box role="progressbar" aria-label="正在导入">
      <Bar />
      <Text role="status" pt="2">
        {msg}
      </Text>
      <Text textStyle="xs" color="fg.muted">
        可以关闭此窗口；再次打开时在这里查看结果。
      </Text>
    </Box>
  );
}

function OpenImport({
  title,
  kind,
  useEnded,
  template,
  templateName = "导入模板.xlsx",
  endpoint,
  fields,
  children,
  failed = fileApi.down,
  note,
  onClose,
  onDone,
}: Omit<ImportDialogProps, "open">) {
  const useRun = endpoint.useMutation as () => readonly [Run, unknown];
  const [run] = useRun();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [refused, setRefused] = useState<string>();
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const held = useHeld(busy);
  const [replied, setReplied] = useState<ImportResult>();
  const { compId } = { ...fields } as { readonly compId?: string };
  const { job, goesOn, seen } = useImportJob({ kind, compId, useEnded, onDone });
  const result = replied ?? job?.result ?? undefined;
  const latest = useRef<File>(undefined);
  const choose = async (chosen: File | undefined) => {
    if (!chosen || busy) return;
    latest.current = chosen;
    const wrong = await sheetRefusal(chosen);
    if (input.current) input.current.value = "";
    // Another was chosen while this one was looked into.
    if (latest.current !== chosen) return;
    setRefused(wrong);
    setFile(wrong ? undefined : chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void choose(event.dataTransfer.files[0]);
  };
  const upload = async () => {
    if (!file) return setRefused("请选择要导入的文件");
    setBusy(true);
    try {
      const reply = await run({ body: { files: file, ...fields } }).unwrap();
      if (reply.job) return goesOn(reply.job);
      setReplied(reply);
      onDone(reply);
    } catch {
      // Said by the shell; the file stays chosen for another try.
    } finally {
      setBusy(false);
    }
  };
  const again = () => {
    seen();
    setReplied(undefined);
    setFile(undefined);
  };
  const close = () => {
    seen();
    onClose();
  };
  const running = job?.state === "running";
  const footer = running ? (
    <Button onClick={onClose}>关闭</Button>
  ) : result || job ? (
    <>
      <Button variant="outline" colorPalette="gray" onClick={again}>
        继续导入
      </Button>
      <Button onClick={close}>完成</Button>
    </>
  ) : (
    <>
      <Button variant="outline" colorPalette="gray" disabled={held} onClick={onClose}>
        取消
      </Button>
      <Button loading={busy} loadingText="导入" onClick={() => void upload()}>
        导入
      </Button>
    </>
  );
  return (
    <AppDialog open title={title} width="600px" onClose={() => held || onClose()} footer={footer}>
      {result ? (
        <Stack gap="3">
          {job?.state === "failed" && <Job msg={job.msg} failed />}
          <Result result={result} failed={failed} compId={compId} note={note?.(result)} />
        </Stack>
      ) : job ? (
        <Job msg={job.msg} failed={!running} />
      ) : (
        <Stack gap="3">
          {template && (
            <HStack justify="space-between">
              <Text color="fg.muted">请按模板填写，第一行为标题。</Text>
              <DownloadButton source={template} name={templateName} label="下载模板" />
            </HStack>
          )}
          {children}
          <input
            ref={input}
            type="file"
            hidden
            accept={chooserOf(sheetExtensions)}
            aria-label="选择文件"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          <Drop
            data-over={over || undefined}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            <FileSpreadsheet size={28} aria-hidden />
            <Text color={file ? "fg" : "fg.muted"} wordBreak="break-all">
              {file ? `${file.name}（${Math.max(1, Math.round(file.size / 1024))} KB）` : "将文件拖到此处，或"}
            </Text>
            <Button size="xs" variant="outline" disabled={busy} onClick={() => input.current?.click()}>
              <Upload aria-hidden />
              {file ? "重新选择" : "选择文件"}
            </Button>
            <Text textStyle="xs">仅支持 .xlsx，大小不超过 10M</Text>
          </Drop>
          {refused && (
            <Text role="alert" color="fg.error" textStyle="xs">
              {refused}
            </Text>
          )}
          {busy && (
            <Box role="progressbar" aria-label="正在导入">
              <Bar />
              <Text pt="1" textStyle="xs" color="fg.muted">
                正在上传并导入，请稍候…
              </Text>
            </Box>
          )}
        </Stack>
      )}
    </AppDialog>
  );
}

/** Imports a sheet: choose or drop it, see what was taken and which rows were refused and why, fetch those rows. */
export function ImportDialog({ open, ...rest }: ImportDialogProps) {
  return open ? <OpenImport {...rest} /> : null;
}
