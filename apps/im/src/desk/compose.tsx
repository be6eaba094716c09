import { Box, Button, Flex, Text, Textarea } from "@chakra-ui/react";
import { chatTextMost } from "@liantai/api/contract/im";
import { useEffect, useRef, type KeyboardEvent } from "react";

/** So many characters before the end it is said how many there are. */
const near = 100;

interface ComposeProps {
  readonly name: string;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onSay: (text: string) => void;
}

/** Enter sends, Shift+Enter begins a line. */
export function Compose({ name, draft, onDraft, onSay }: ComposeProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const text = draft.trim();
  const say = () => {
    if (text === "") return;
    onSay(text);
    onDraft("");
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Of an input method Enter takes what it offers.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    say();
  };
  return (
    <Box borderTopWidth="1px" p="2" flex="none">
      <Textarea
        ref={box}
        aria-label={`发给${name}`}
        placeholder="输入回复内容"
        size="sm"
        rows={3}
        resize="none"
        maxLength={chatTextMost}
        value={draft}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={press}
      />
      <Flex align="center" justify="flex-end" gap="3" pt="2">
        <Text textStyle="xs" color="fg.muted" flex="1">
          {draft.length > chatTextMost - near ? `${draft.length}/${chatTextMost}` : "按Enter发送，按Shift+Enter换行"}
        </Text>
        <Button size="xs" disabled={text === ""} onClick={say}>
          发送
        </Button>
      </Flex>
    </Box>
  );
}
