import {
  Box,
  Button,
  Flex,
  HStack,
  Input,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Text,
  Textarea,
} from "@chakra-ui/react";
import { markUnsaved, notifyDone } from "@liantai/api/client";
import { helpApi, helpLimits } from "@liantai/api/contract/help";
import { ConfirmDialog, FailureState, LoadingState, useTabKey } from "@liantai/ui";
import { FileUp } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState, type ChangeEvent } from "react";
import { ValidationError } from "yup";
import { foldersOf, help, type HelpDocument, type HelpNode } from "./model.ts";
import { Markdown } from "./reader.tsx";

interface EditorProps {
  readonly nodes: readonly HelpNode[];
  /** Undefined: a new one, in this folder. */
  readonly document: HelpDocument | undefined;
  readonly parentId: string;
  readonly onClose: (id?: string) => void;
}

function Form({ nodes, document, parentId, onClose }: EditorProps) {
  const first = { title: document?.title ?? "", body: document?.body ?? "", parentId: document?.parentId ?? parentId };
  const [began] = useState(first);
  const [text, setText] = useState(first);
  const [fault, setFault] = useState<string>();
  const [leaving, setLeaving] = useState(false);
  const [add, adding] = help.add.useMutation();
  const [update, updating] = help.update.useMutation();
  const [move] = help.move.useMutation();
  const file = useRef<HTMLInputElement>(null);
  const shown = useDeferredValue(text.body);
  const dirty = text.title !== began.title || text.body !== began.body || text.parentId !== began.parentId;
  const key = useTabKey();
  useEffect(() => (dirty ? markUnsaved(key) : undefined), [dirty, key]);
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    event.target.value = "";
    if (!chosen) return;
    if (chosen.size > helpLimits.body * 4) return setFault("文件过大");
    const content = await chosen.text();
    // The first heading of a file is its title.
    const [, heading, rest] = /^\s*# (.+)\n+([\s\S]*)$/.exec(content) ?? [];
    setText({
      ...text,
      title: text.title || (heading ?? chosen.name.replace(/\.\w+$/, "")).trim().slice(0, helpLimits.title),
      body: rest ?? content,
    });
  };
  const save = async () => {
    const schema = helpApi.add.body!;
    try {
      const { title, body } = schema.validateSync({ kind: "document", ...text });
      setFault(undefined);
      if (!document)
        return onClose((await add({ body: { kind: "document", title, body, parentId: text.parentId } }).unwrap()).id);
      await update({ body: { id: document.id, title, body } }).unwrap();
      if (text.parentId !== document.parentId)
        await move({ body: { id: document.id, parentId: text.parentId } }).unwrap();
      notifyDone("帮助文档", "保存");
      onClose(document.id);
    } catch (error) {
      // What the server refused is said by the shell; the text stays.
      if (error instanceof ValidationError) setFault(error.message);
    }
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
          value={text.title}
          maxLength={helpLimits.title}
          onChange={(event) => setText({ ...text, title: event.target.value })}
        />
        <NativeSelectRoot size="sm" w="200px">
          <NativeSelectField
            aria-label="所在目录"
            value={text.parentId}
            onChange={(event) => setText({ ...text, parentId: event.target.value })}
          >
            <option value="">最上级</option>
            {foldersOf(nodes).map(({ id, path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
          </NativeSelectField>
          <NativeSelectIndicator />
        </NativeSelectRoot>
        <Button size="sm" variant="outline" colorPalette="gray" onClick={() => file.current?.click()}>
          <FileUp aria-hidden />
          上传文档
        </Button>
        <input
          ref={file}
          type="file"
          accept=".md,.markdown,.txt,text/markdown,text/plain"
          hidden
          aria-label="上传文档"
          onChange={(event) => void take(event)}
        />
        <Button
          size="sm"
          variant="outline"
          colorPalette="gray"
          onClick={() => (dirty ? setLeaving(true) : onClose(document?.id))}
        >
          取消
        </Button>
        <Button
          size="sm"
          loading={adding.isLoading || updating.isLoading}
          loadingText="保存"
          onClick={() => void save()}
        >
          保存
        </Button>
      </HStack>
      {fault && (
        <Text role="alert" color="fg.error" textStyle="xs">
          {fault}
        </Text>
      )}
      <Flex gap="2" flex="1" minH="0">
        <Textarea
          flex="1"
          h="full"
          resize="none"
          fontFamily="mono"
          aria-label="内容"
          placeholder="支持 Markdown"
          value={text.body}
          maxLength={helpLimits.body}
          onChange={(event) => setText({ ...text, body: event.target.value })}
        />
        <Box
          flex="1"
          minW="0"
          overflow="auto"
          borderWidth="1px"
          borderRadius="md"
          p="4"
          role="region"
          aria-label="预览"
          tabIndex={0}
        >
          <Markdown text={`# ${text.title}\n\n${shown}`} />
        </Box>
      </Flex>
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
