import { Box, Flex, Textarea } from "@chakra-ui/react";
import { helpLimits } from "@liantai/api/contract/help";
import { useDeferredValue, type ClipboardEvent, type DragEvent, type RefObject } from "react";
import { Markdown } from "./reader.tsx";

interface WritingProps {
  readonly title: string;
  readonly body: string;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onBody: (body: string) => void;
  readonly onPictures: (files: readonly File[]) => void;
}

/** The text, with its preview beside it. Pictures are pasted and dropped into it, too. */
export function Writing({ title, body, area, onBody, onPictures }: WritingProps) {
  const shown = useDeferredValue(body);
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // A table or a text of an office program brings a picture of itself along.
    if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    onPictures(files);
  };
  const drop = (event: DragEvent) => {
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    onPictures(files);
  };
  return (
    <Flex gap="2" flex="1" minH="0">
      <Textarea
        ref={area}
        flex="1"
        h="full"
        resize="none"
        fontFamily="mono"
        aria-label="内容"
        placeholder="支持 Markdown，图片可以粘贴或拖入"
        value={body}
        maxLength={helpLimits.body}
        onChange={(event) => onBody(event.target.value)}
        onPaste={paste}
        onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
        onDrop={drop}
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
        <Markdown text={`# ${title}\n\n${shown}`} />
      </Box>
    </Flex>
  );
}
