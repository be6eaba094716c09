import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { fileApi, type ImportKind } from "@liantai/api/contract/parts";
import { AppDialog, useHeld } from "@liantai/ui";
import { useState, type ReactNode } from "react";
import type { EndpointOrHooks } from "./download.ts";
import { DownloadButton } from "./download-button.tsx";
import { SheetDrop, useSheet } from "./import-file.tsx";
import { useImportJob, type ImportEnded, type ImportResult } from "./import-job.ts";
import { Job, Result, Running } from "./import-result.tsx";

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
  /** What the sheet is asked with, where it is not the same for all: of which form. */
  readonly templateQuery?: Readonly<Record<string, unknown>>;
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

/** One import: what is chosen, how it is sent, what came of it. */
function useImport({
  kind,
  useEnded,
  endpoint,
  fields,
  onDone,
}: Pick<ImportDialogProps, "kind" | "useEnded" | "endpoint" | "fields" | "onDone">) {
  const useRun = endpoint.useMutation as () => readonly [Run, unknown];
  const [run] = useRun();
  const [busy, setBusy] = useState(false);
  const [replied, setReplied] = useState<ImportResult>();
  const sheet = useSheet(busy);
  const { compId } = { ...fields } as { readonly compId?: string };
  const { job, goesOn, seen } = useImportJob({ kind, compId, useEnded, onDone });
  return {
    sheet,
    busy,
    compId,
    job,
    result: replied ?? job?.result ?? undefined,
    seen,
    again() {
      seen();
      setReplied(undefined);
      sheet.forget();
    },
    async upload() {
      const { file } = sheet;
      if (!file) return sheet.refuse("请选择要导入的文件");
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
    },
  };
}

interface TemplateProps {
  readonly source: EndpointOrHooks;
  readonly name: string;
  readonly query: Readonly<Record<string, unknown>> | undefined;
}

const Template = ({ source, name, query }: TemplateProps) => (
  <HStack justify="space-between">
    <Text color="fg.muted">请按模板填写，第一行为标题。</Text>
    <DownloadButton source={source} name={name} label="下载模板" {...(query && { query })} />
  </HStack>
);

function Footer({ of, held, onClose }: { of: ReturnType<typeof useImport>; held: boolean; onClose: () => void }) {
  if (of.job?.state === "running") return <Button onClick={onClose}>关闭</Button>;
  const close = () => {
    of.seen();
    onClose();
  };
  return of.result || of.job ? (
    <>
      <Button variant="outline" colorPalette="gray" onClick={of.again}>
        继续导入
      </Button>
      <Button onClick={close}>完成</Button>
    </>
  ) : (
    <>
      <Button variant="outline" colorPalette="gray" disabled={held} onClick={onClose}>
        取消
      </Button>
      <Button loading={of.busy} loadingText="导入" onClick={() => void of.upload()}>
        导入
      </Button>
    </>
  );
}

function OpenImport(props: Omit<ImportDialogProps, "open">) {
  const {
    title,
    template,
    templateName = "导入模板.xlsx",
    templateQuery,
    children,
    failed = fileApi.down,
    note,
    onClose,
  } = props;
  const of = useImport(props);
  const { sheet, busy, compId, job, result } = of;
  const held = useHeld(busy);
  const stopped = job?.state === "failed" ? job.msg : result?.stopped;
  return (
    <AppDialog
      open
      title={title}
      width="600px"
      onClose={() => held || onClose()}
      footer={<Footer of={of} held={held} onClose={onClose} />}
    >
      {result ? (
        <Stack gap="3">
          {stopped && <Job msg={stopped} failed />}
          <Result result={result} failed={failed} compId={compId} note={note?.(result)} />
        </Stack>
      ) : job ? (
        <Job msg={job.msg} failed={job.state !== "running"} />
      ) : (
        <Stack gap="3">
          {template && <Template source={template} name={templateName} query={templateQuery} />}
          {children}
          <SheetDrop sheet={sheet} busy={busy} />
          {busy && (
            <Running>
              <Text pt="1" textStyle="xs" color="fg.muted">
                正在上传并导入，请稍候…
              </Text>
            </Running>
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
