import {
  Button,
  Flex,
  HStack,
  Input,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Text,
} from "@chakra-ui/react";
import { markUnsaved } from "@liantai/api/client";
import { helpLimits } from "@liantai/api/contract/help";
import { ConfirmDialog, FailureState, LoadingState, useTabKey } from "@liantai/ui";
import { FileUp, ImagePlus } from "lucide-react";
import { useEffect, useState, type ChangeEvent } from "react";
import { FileButton } from "./file-button.tsx";
import { chooserOf } from "./files.ts";
import { foldersOf, help, type HelpDocument, type HelpNode } from "./model.ts";
import { PdfView } from "./pdf-view.tsx";
import { useSave, type Draft } from "./use-save.ts";
import { useUploads } from "./use-uploads.ts";
import { Writing } from "./writing.tsx";

interface EditorProps {
  readonly nodes: readonly HelpNode[];
  /** Undefined: a new one, in this folder. */
  readonly document: HelpDocument | undefined;
  readonly parentId: string;
  readonly onClose: (id?: string) => void;
}

interface PlaceProps {
  readonly nodes: readonly HelpNode[];
  readonly value: string;
  readonly onChange: (parentId: string) => void;
}

/** The folder that it stands in. */
function Place({ nodes, value, onChange }: PlaceProps) {
  return (
    <NativeSelectRoot size="sm" w="200px">
      <NativeSelectField aria-label="所在目录" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">最上级</option>
        {foldersOf(nodes).map(({ id, path }) => (
          <option key={id} value={id}>
            {path}
          </option>
        ))}
      </NativeSelectField>
      <NativeSelectIndicator />
    </NativeSelectRoot>
  );
}

function Form({ nodes, document, parentId, onClose }: EditorProps) {
  const first: Draft = {
    title: document?.title ?? "",
    body: document?.body ?? "",
    parentId: document?.parentId ?? parentId,
    file: document?.file ?? null,
  };
  const [began] = useState(first);
  const [draft, setDraft] = useState(first);
  const [leaving, setLeaving] = useState(false);
  const uploads = useUploads(setDraft);
  const { saving, fault, setFault, save } = useSave(document, onClose);
  const dirty = (Object.keys(began) as (keyof Draft)[]).some((key) => draft[key] !== began[key]);
  const key = useTabKey();
  useEffect(() => (dirty ? markUnsaved(key) : undefined), [dirty, key]);
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const take = (event: ChangeEvent<HTMLInputElement>, run: (files: readonly File[]) => Promise<string | undefined>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = "";
    if (files.length > 0) void run(files).then(setFault);
  };
  return (
    <Flex direction="column" gap="2" h="full" minH="0">
      <HStack gap="2" wrap="wrap">
        <Input
          size="sm"
          flex="1"
          minW="200px"
          aria-label="标题"
          placeholder="请输入标题"
          value={draft.title}
          maxLength={helpLimits.title}
          onChange={(event) => change({ title: event.target.value })}
        />
        <Place nodes={nodes} value={draft.parentId} onChange={(parent) => change({ parentId: parent })} />
        <FileButton
          label="上传文档"
          icon={<FileUp aria-hidden />}
          accept={`.md,.markdown,.txt,${chooserOf("pdf")}`}
          busy={uploads.busy}
          onChange={(event) => take(event, ([chosen]) => uploads.document(chosen!))}
        />
        {!draft.file && (
          <FileButton
            label="插入图片"
            icon={<ImagePlus aria-hidden />}
            accept={chooserOf("picture")}
            multiple
            busy={uploads.busy}
            onChange={(event) => take(event, uploads.pictures)}
          />
        )}
        <Button
          size="sm"
          variant="outline"
          colorPalette="gray"
          onClick={() => (dirty ? setLeaving(true) : onClose(document?.id))}
        >
          取消
        </Button>
        <Button size="sm" loading={saving} loadingText="保存" disabled={uploads.busy} onClick={() => void save(draft)}>
          保存
        </Button>
      </HStack>
      {fault && (
        <Text role="alert" color="fg.error" textStyle="xs">
          {fault}
        </Text>
      )}
      {draft.file ? (
        <PdfView file={draft.file} title={draft.title || draft.file.name}>
          <Button size="xs" variant="outline" colorPalette="gray" onClick={() => change({ file: null })}>
            改为文字
          </Button>
        </PdfView>
      ) : (
        <Writing
          title={draft.title}
          body={draft.body}
          area={uploads.area}
          onBody={(body) => change({ body })}
          onPictures={(files) => void uploads.pictures(files).then(setFault)}
        />
      )}
      <ConfirmDialog
        open={leaving}
        title="未保存"
        text="有未保存的内容，确定要离开吗？"
        confirm="放弃"
        cancel="继续编辑"
        dangerous
        onConfirm={() => onClose(document?.id)}
        onClose={() => setLeaving(false)}
      />
    </Flex>
  );
}

/** A document, with its preview beside it. */
export function Editor({ id, ...rest }: Omit<EditorProps, "document"> & { readonly id: string | undefined }) {
  const { currentData, isError, error, refetch } = help.get.useQuery(
    { body: { id: id ?? "" } },
    { skip: id === undefined },
  );
  if (id === undefined) return <Form document={undefined} {...rest} />;
  if (isError && !currentData) return <FailureState error={error} onRetry={() => void refetch()} />;
  return currentData ? <Form key={id} document={currentData} {...rest} /> : <LoadingState />;
}
