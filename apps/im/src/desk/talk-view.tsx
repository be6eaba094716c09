/** What was said in a conversation, and the answer that is typed. */
import { Badge, Box, Button, Flex, HStack, Text } from "@chakra-ui/react";
import { minuteMs } from "@liantai/api/contract";
import { FailureState, LoadingState } from "@liantai/ui";
import { Fragment, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { Message, RobotDivider, UnsentBubble } from "./bubbles.tsx";
import { lastOfRobot, type Talk, type Unsent } from "./model/talk.ts";

/** px from an end of the scroll that count as being there. */
const slack = 40;

/** At the end it stays at the end, and goes there for what is sent; when older ones come, what is looked at stays where it is. */
function useScroll(first: number | undefined, last: string, unsent: number, onTop: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const was = useRef({ height: 0, first, unsent, atEnd: true });
  const [behind, setBehind] = useState(false);
  const down = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
    setBehind(false);
  };
  useLayoutEffect(() => {
    const shown = box.current;
    if (!shown) return;
    const { height, first: before } = was.current;
    const atEnd = was.current.atEnd || unsent > was.current.unsent;
    if (before !== undefined && first !== undefined && first < before) shown.scrollTop += shown.scrollHeight - height;
    else if (atEnd) shown.scrollTop = shown.scrollHeight;
    else setBehind(true);
    was.current = { height: shown.scrollHeight, first, unsent, atEnd };
  }, [first, last, unsent]);
  // Less room, of the window or by what is said above or below, takes nothing from the end.
  useEffect(() => {
    const shown = box.current;
    if (!shown) return;
    const room = new ResizeObserver(() => {
      if (was.current.atEnd) shown.scrollTop = shown.scrollHeight;
    });
    room.observe(shown);
    return () => room.disconnect();
  }, []);
  const scrolled = () => {
    const shown = box.current;
    if (!shown) return;
    const atEnd = shown.scrollHeight - shown.scrollTop - shown.clientHeight < slack;
    was.current = { ...was.current, height: shown.scrollHeight, atEnd };
    if (atEnd) setBehind(false);
    if (shown.scrollTop < slack && shown.scrollHeight > shown.clientHeight) onTop();
  };
  return { box, scrolled, behind, down };
}

export interface TalkViewProps {
  readonly name: string;
  readonly badges: ReactNode;
  readonly tools: ReactNode;
  readonly talk: Talk | undefined;
  readonly loading: boolean;
  readonly error: unknown;
  readonly unsent: readonly Unsent[];
  readonly onOlder: () => void;
  readonly onRetry: () => void;
  readonly onAgain: (unsent: Unsent) => void;
  readonly onDrop: (unsent: Unsent) => void;
  readonly children: ReactNode;
}

function Said({
  talk,
  loading,
  error,
  unsent,
  name,
  onOlder,
  onRetry,
  onAgain,
  onDrop,
}: TalkViewProps & { readonly talk: Talk }) {
  const { messages, more } = talk;
  const now = Math.floor(Date.now() / minuteMs) * minuteMs;
  const first = messages[0]?.seq;
  const last = `${messages.at(-1)?.seq} ${unsent.map(({ guid, why }) => guid + why).join()}`;
  const { box, scrolled, behind, down } = useScroll(first, last, unsent.length, () => more && !error && onOlder());
  const robots = lastOfRobot(messages);
  return (
    <Box position="relative" flex="1" minH="0">
      <Box
        ref={box}
        position="absolute"
        inset="0"
        overflowY="auto"
        px="3"
        py="2"
        css={{ scrollbarWidth: "thin" }}
        tabIndex={0}
        role="region"
        aria-label="会话内容"
        onScroll={scrolled}
      >
        {error !== undefined && (
          <Text role="alert" textAlign="center" textStyle="xs" color="fg.error">
            更早的消息没有加载成功
          </Text>
        )}
        {more && (
          <Flex justify="center" pb="2">
            <Button size="2xs" variant="ghost" loading={loading} onClick={error === undefined ? onOlder : onRetry}>
              {error === undefined ? "加载更早的消息" : "重试"}
            </Button>
          </Flex>
        )}
        <Box role="log" aria-label={`与${name}的对话`}>
          <Flex as="ol" direction="column" gap="3" listStyleType="none">
            {messages.map((message, at) => (
              <Fragment key={message.seq}>
                <Message message={message} now={now} />
                {at === robots && <RobotDivider />}
              </Fragment>
            ))}
            {unsent.map((one) => (
              <UnsentBubble key={one.guid} unsent={one} onAgain={() => onAgain(one)} onDrop={() => onDrop(one)} />
            ))}
          </Flex>
        </Box>
      </Box>
      {behind && (
        <Button size="xs" position="absolute" bottom="2" left="50%" transform="translateX(-50%)" onClick={down}>
          有新消息
        </Button>
      )}
    </Box>
  );
}

export function TalkView(props: TalkViewProps) {
  const { name, badges, tools, talk, error, onRetry, children } = props;
  return (
    <Flex as="section" aria-label={`与${name}的会话`} direction="column" flex="1" minW="0" minH="0" bg="bg.panel">
      <Flex align="center" gap="2" px="3" py="2" borderBottomWidth="1px" minH="44px">
        <Text as="h2" fontWeight="600" truncate minW="0">
          {name}
        </Text>
        {badges}
        <HStack gap="2" ms="auto" flex="none">
          {tools}
        </HStack>
      </Flex>
      {talk ? (
        <Said {...props} talk={talk} />
      ) : (
        <Box flex="1" minH="0">
          {error === undefined ? <LoadingState /> : <FailureState error={error} onRetry={onRetry} />}
        </Box>
      )}
      {children}
    </Flex>
  );
}

export const StateBadge = ({ tone, children }: { readonly tone: "gray" | "orange"; readonly children: ReactNode }) => (
  <Badge size="xs" colorPalette={tone} flex="none">
    {children}
  </Badge>
);
