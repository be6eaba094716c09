import { Badge, Box, Button, Flex, HStack, Stack, Text } from "@chakra-ui/react";
import type { ChatMessage } from "@liantai/api/contract/im";
import { CircleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import { chatMoment } from "./model/dates.ts";
import { wordsOf, type Unsent } from "./model/talk.ts";

const senders = { visitor: "访客", robot: "机器人", agent: "坐席", system: "系统" } as const;

interface BubbleProps {
  readonly own: boolean;
  readonly head: string;
  readonly look?: "robot" | undefined;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

function Bubble({ own, head, look, children, foot }: BubbleProps) {
  return (
    <Stack as="li" gap="0.5" align={own ? "flex-end" : "flex-start"}>
      <Text textStyle="xs" color="fg.muted">
        {head}
      </Text>
      <Box
        maxW="min(80%, 560px)"
        px="2.5"
        py="1.5"
        borderRadius="lg"
        bg={look === "robot" ? "bg.panel" : own ? "accent.subtle" : "bg.muted"}
        borderWidth={look === "robot" ? "1px" : "0"}
        overflowWrap="anywhere"
        whiteSpace="pre-wrap"
        textStyle="sm"
      >
        {children}
      </Box>
      {foot}
    </Stack>
  );
}

interface MessageProps {
  readonly message: ChatMessage;
  /** By the minute: a letter that is typed draws none anew. */
  readonly now: number;
}

export const Message = memo(function Message({ message, now }: MessageProps) {
  const { extras, createTime, flag, msgType } = message;
  const { sender, senderName, keys = [] } = extras;
  const time = chatMoment(createTime, now);
  if (sender === "system" || msgType === 6)
    return (
      <Text as="li" textAlign="center" textStyle="xs" color="fg.muted" px="6">
        {message.content} {time}
      </Text>
    );
  return (
    <Bubble
      own={sender !== "visitor"}
      head={`${senderName || senders[sender]} ${time}`}
      look={sender === "robot" ? "robot" : undefined}
      foot={
        <>
          {keys.length > 0 && (
            <HStack gap="1" wrap="wrap" justify="flex-end" aria-label="可选按键" role="group">
              {keys.map(({ key, name }) => (
                <Badge key={key} size="xs" variant="outline">
                  {key} {name}
                </Badge>
              ))}
            </HStack>
          )}
          {sender === "agent" && flag === 1 && (
            <Text textStyle="xs" color="fg.muted">
              已读
            </Text>
          )}
        </>
      }
    >
      {wordsOf(message)}
    </Bubble>
  );
});

export function UnsentBubble({
  unsent,
  onAgain,
  onDrop,
}: {
  readonly unsent: Unsent;
  onAgain(): void;
  onDrop(): void;
}) {
  const { content, why } = unsent;
  return (
    <Bubble
      own
      head={why === undefined ? "正在发送…" : "未发送"}
      foot={
        why !== undefined && (
          <HStack gap="2" textStyle="xs" color="fg.error" role="alert">
            <CircleAlert size={14} aria-hidden />
            <Text>{why}</Text>
            <Button size="2xs" variant="outline" onClick={onAgain}>
              重试
            </Button>
            <Button size="2xs" variant="ghost" onClick={onDrop}>
              删除
            </Button>
          </HStack>
        )
      }
    >
      {content}
    </Bubble>
  );
}

export function RobotDivider() {
  return (
    <Flex as="li" align="center" gap="3" color="fg.muted" textStyle="xs">
      <Box flex="1" borderTopWidth="1px" />
      <Text>以上为机器人接待</Text>
      <Box flex="1" borderTopWidth="1px" />
    </Flex>
  );
}
