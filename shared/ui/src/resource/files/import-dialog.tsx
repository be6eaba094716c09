import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { fileApi, type ImportKind } from "@liantai/api/contract/parts";
import { AppDialog, useHeld } from "@liantai/ui";
import type { ReactNode } from "react";
import type { EndpointOrHooks } from "./download.ts";
import { DownloadButton } from "./download-button.tsx";
import { SheetDrop } from "./import-file.tsx";
import type { ImportEvents, ImportResult } from "./import-job.ts";
import { Checked, Job, Result, Running } from "./import-result.tsx";
import { useImport, type ImportRun } from "./use-import.ts";

interface ImportDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Which import it is, for a result that came after its request. */
  readonly kind: ImportKind;
  /** Tells how far they are and that they ended: the app reads the bus, this part does not. */
  readonly useEvents?: ImportEvents;
  /** The empty sheet, produces 'binary'. */
  readonly template?: EndpointOrHooks;
  readonly templateName?: string;
  /** What the sheet is asked with, where it is not the same for all: of which form. */
  readonly templateQuery?: Readonly<Record<string, unknown>>;
  /** The hooks of a multipart endpoint: it gets {files, ...fields}. */
  readonly endpoint: ImportRun;
  /** Looks at every row before any is saved; what it answers as `token` saves the same workbook, so nothing is uploaded twice. */
  readonly check?: { readonly kind: ImportKind; readonly endpoint: ImportRun };
  /** What may be done with rows that are probably there already, in words; the first is what is done unless another is chosen. */
  readonly duplicates?: Readonly<Record<string, string>>;
  /** What else the request holds, e.g. compId. */
  readonly fields?: object;
  /** Inputs of those fields, over the file. */
  readonly children?: ReactNode;
  /** The file of the failed rows, asked with query {id, compId}; default: the files' own. */
  readonly failed?: EndpointOrHooks;
  /** Said under the result, e.g. the first password. */
  readonly note?: (result: ImportResult) => ReactNode;
  /** The counts in words, where they are others than of a plain import; `checked`: nothing is saved yet. */
  readonly counts?: (result: ImportResult, checked: boolean) => string;
  readonly onClose: () => void;
  /** After every upload that the server took, whatever rows failed. */
  readonly onDone: (result: ImportResult) => void;
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

const grey = { variant: "outline", colorPalette: "gray" } as const;

interface FooterProps {
  readonly of: ReturnType<typeof useImport>;
  readonly held: boolean;
  readonly onClose: () => void;
}

function Footer({ of, held, onClose }: FooterProps) {
  const { stage } = of;
  const close = () => {
    of.seen();
    onClose();
  };
  switch (stage) {
    case "running":
      return <Button onClick={onClose}>关闭</Button>;
    case "ended":
      return (
        <>
          <Button {...grey} onClick={of.again}>
            继续导入
          </Button>
          <Button onClick={close}>完成</Button>
        </>
      );
    case "checked":
      return (
        <>
          <Button {...grey} disabled={held} onClick={of.again}>
            重新选择文件
          </Button>
          <Button loading={of.busy} loadingText="保存" disabled={of.saves === 0} onClick={() => void of.save()}>
            {of.saves > 0 ? `保存 ${of.saves} 行` : "保存"}
          </Button>
        </>
      );
    case "choosing":
      return (
        <>
          <Button {...grey} disabled={held} onClick={onClose}>
            取消
          </Button>
          <Button loading={of.busy} loadingText={of.verb} onClick={() => void of.upload()}>
            {of.verb}
          </Button>
        </>
      );
  }
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
    counts,
    onClose,
  } = props;
  const of = useImport(props);
  const { sheet, busy, compId, result, checked, said } = of;
  const held = useHeld(busy);
  const outcome = { failed, compId, counts };
  return (
    <AppDialog
      open
      title={title}
      width="600px"
      onClose={() => held || onClose()}
      footer={<Footer of={of} held={held} onClose={onClose} />}
    >
      {of.stage === "choosing" ? (
        <Stack gap="3">
          {template && <Template source={template} name={templateName} query={templateQuery} />}
          {children}
          <SheetDrop sheet={sheet} busy={busy} />
          {busy && (
            <Running>
              <Text pt="1" textStyle="xs" color="fg.muted">
                正在上传并{of.verb}，请稍候…
              </Text>
            </Running>
          )}
        </Stack>
      ) : (
        <Stack gap="3">
          {said && <Job {...said} />}
          {result && <Result {...outcome} result={result} note={note?.(result)} />}
          {checked && !result && of.stage === "checked" && <Checked {...outcome} result={checked} choice={of.choice} />}
        </Stack>
      )}
    </AppDialog>
  );
}

/** Imports a sheet: choose or drop it, see what was taken and which rows were refused and why, fetch those rows. */
export function ImportDialog({ open, ...rest }: ImportDialogProps) {
  return open ? <OpenImport {...rest} /> : null;
}
