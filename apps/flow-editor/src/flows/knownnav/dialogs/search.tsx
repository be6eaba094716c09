import { Button, Input, Stack, Text } from "@chakra-ui/react";
import { nodeTypeOf, type FlowBody } from "@liantai/api/flows";
import { AppDialog } from "@liantai/ui";
import { useDeferredValue, useMemo, useState } from "react";
import { search } from "../model/search.ts";

interface SearchDialogProps {
  readonly body: FlowBody;
  readonly onGo: (nodeId: string) => void;
  readonly onClose: () => void;
}

/** Nodes of all sub-processes, by name, type or wording; a press goes there. */
export function SearchDialog({ body, onGo, onClose }: SearchDialogProps) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const hits = useMemo(() => search(body, wanted), [body, wanted]);
  const go = (nodeId: string) => {
    onClose();
    onGo(nodeId);
  };
  return (
    <AppDialog open title="查找节点" width="460px" onClose={onClose}>
      <Stack gap="2">
        <Input
          size="sm"
          autoFocus
          aria-label="节点名称、话术或类型"
          placeholder="节点名称、话术或类型"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.nativeEvent.isComposing && hits[0]) go(hits[0].node.nodeId);
          }}
        />
        <Stack as="ul" gap="0.5" listStyleType="none" maxH="320px" overflow="auto" aria-label="查找结果">
          {hits.map(({ sub, node, where }) => (
            <li key={node.nodeId}>
              <Button
                size="xs"
                variant="ghost"
                colorPalette="gray"
                w="full"
                justifyContent="flex-start"
                onClick={() => go(node.nodeId)}
              >
                {node.nodeName}
                <Text as="span" color="fg.muted" truncate fontWeight="normal">
                  {[sub.subProcessName, nodeTypeOf(node.nodeType)?.name ?? node.nodeType, where]
                    .filter((one) => one !== "")
                    .join(" · ")}
                </Text>
              </Button>
            </li>
          ))}
        </Stack>
        {wanted.trim() !== "" && hits.length === 0 && (
          <Text color="fg.muted" role="status">
            没有找到“{wanted.trim()}”。
          </Text>
        )}
      </Stack>
    </AppDialog>
  );
}
