import { Box, Button, Flex, HStack, Input } from "@chakra-ui/react";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { useDeferredValue, useState } from "react";
import { DeleteDialog, FolderDialog } from "./dialogs.tsx";
import { Editor } from "./editor.tsx";
import { branchesOf, help, useMayEdit, type HelpNode } from "./model.ts";
import { Reader } from "./reader.tsx";
import { HelpTree } from "./tree.tsx";

type Doing =
  | { readonly kind: "folder"; readonly folder?: HelpNode }
  | { readonly kind: "delete"; readonly node: HelpNode }
  | { readonly kind: "edit"; readonly id: string | undefined };

/** What an operator may do with the node that is chosen. */
function Tools({
  node,
  nodes,
  onDo,
}: {
  readonly node: HelpNode | undefined;
  readonly nodes: readonly HelpNode[];
  readonly onDo: (doing: Doing) => void;
}) {
  const [move] = help.move.useMutation();
  const siblings = nodes.filter(({ parentId }) => parentId === node?.parentId);
  const at = siblings.findIndex(({ id }) => id === node?.id);
  // A refusal is said by the shell.
  const step = (by: -1 | 1) =>
    void move({ body: { id: node!.id, step: by } })
      .unwrap()
      .catch(() => undefined);
  return (
    <HStack gap="1" wrap="wrap" p="2" borderBottomWidth="1px">
      <Button size="2xs" onClick={() => onDo({ kind: "edit", id: undefined })}>
        新建文档
      </Button>
      <Button size="2xs" variant="outline" onClick={() => onDo({ kind: "folder" })}>
        新建目录
      </Button>
      {node && (
        <>
          <Button
            size="2xs"
            variant="ghost"
            onClick={() =>
              onDo(node.kind === "folder" ? { kind: "folder", folder: node } : { kind: "edit", id: node.id })
            }
          >
            编辑
          </Button>
          <Button size="2xs" variant="ghost" disabled={at <= 0} onClick={() => step(-1)}>
            上移
          </Button>
          <Button size="2xs" variant="ghost" disabled={at < 0 || at === siblings.length - 1} onClick={() => step(1)}>
            下移
          </Button>
          <Button size="2xs" variant="ghost" colorPalette="red" onClick={() => onDo({ kind: "delete", node })}>
            删除
          </Button>
        </>
      )}
    </HStack>
  );
}

/** 帮助文档 */
export default function HelpScreen() {
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const { data, isError, error, refetch } = help.tree.useQuery(
    { body: { keyword } },
    { refetchOnMountOrArgChange: true },
  );
  const mayEdit = useMayEdit();
  const [chosen, setChosen] = useState<string>();
  const [doing, setDoing] = useState<Doing>();
  const nodes = data ?? [];
  const node = nodes.find(({ id }) => id === chosen);
  // Until somebody chooses, the first document is read.
  const reading =
    node?.kind === "document" ? node.id : node ? undefined : nodes.find(({ kind }) => kind === "document")?.id;
  if (isError && !data) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const editing = doing?.kind === "edit" ? doing : undefined;
  return (
    <Flex gap="2" p="3" h="full" minH="420px">
      <Flex
        direction="column"
        w="260px"
        flex="none"
        bg="bg"
        borderWidth="1px"
        borderRadius="md"
        minH="0"
        {...(editing ? { inert: true, opacity: 0.6 } : {})}
      >
        {mayEdit && (
          <Tools
            node={node}
            nodes={nodes}
            onDo={(next) => {
              setText("");
              setDoing(next);
            }}
          />
        )}
        <Box p="2" pb="1">
          <Input
            size="xs"
            type="search"
            aria-label="搜索帮助"
            placeholder="搜索标题和内容"
            value={text}
            maxLength={50}
            onChange={(event) => setText(event.target.value)}
          />
        </Box>
        <Box as="nav" aria-label="帮助目录" flex="1" minH="0" overflow="auto" p="1">
          {nodes.length === 0 ? (
            <EmptyState title={keyword ? "没有找到相关的文档" : "还没有帮助文档"} />
          ) : (
            <HelpTree
              branches={branchesOf(nodes)}
              chosen={chosen ?? reading}
              onChoose={({ id }) => setChosen(id)}
              allOpen={keyword !== ""}
            />
          )}
        </Box>
      </Flex>
      <Box
        flex="1"
        minW="0"
        overflow="auto"
        bg="bg"
        borderWidth="1px"
        borderRadius="md"
        p={editing ? "3" : "6"}
        tabIndex={0}
        role="region"
        aria-label="帮助内容"
      >
        {editing ? (
          <Editor
            id={editing.id}
            nodes={nodes}
            parentId={node ? (node.kind === "folder" ? node.id : node.parentId) : ""}
            onClose={(id) => {
              setDoing(undefined);
              if (id) setChosen(id);
            }}
          />
        ) : reading ? (
          <Reader id={reading} />
        ) : (
          <EmptyState title="请选择一篇文档" />
        )}
      </Box>
      {doing?.kind === "folder" && (
        <FolderDialog nodes={nodes} folder={doing.folder} onClose={() => setDoing(undefined)} />
      )}
      {doing?.kind === "delete" && (
        <DeleteDialog node={doing.node} onClose={() => setDoing(undefined)} onDone={() => setChosen(undefined)} />
      )}
    </Flex>
  );
}
