import { Box, Flex, Input } from "@chakra-ui/react";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { useDeferredValue, useState } from "react";
import { Tools } from "./tools.tsx";
import { Editor } from "./editor.tsx";
import { branchesOf, help, useMayEdit } from "./model.ts";
import { Reader } from "./reader.tsx";
import { HelpTree } from "./tree.tsx";

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
  /** The document that is written; a new one has no id yet. */
  const [editing, setEditing] = useState<{ readonly id: string | undefined }>();
  const nodes = data ?? [];
  const node = nodes.find(({ id }) => id === chosen);
  // Until somebody chooses, the first document is read.
  const reading =
    node?.kind === "document" ? node.id : node ? undefined : nodes.find(({ kind }) => kind === "document")?.id;
  if (isError && !data) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
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
            onEdit={(id) => {
              setText("");
              setEditing({ id });
            }}
            onGone={() => setChosen(undefined)}
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
              setEditing(undefined);
              if (id) setChosen(id);
            }}
          />
        ) : reading ? (
          <Reader id={reading} />
        ) : (
          <EmptyState title="请选择一篇文档" />
        )}
      </Box>
    </Flex>
  );
}
