import { Badge, Box, Flex, HStack, Stack, Text } from "@chakra-ui/react";
import { assistSideTexts, type DialogueEntry } from "@liantai/api/contract/assist";
import { useEffect, useRef } from "react";

export type ShownEntry = Pick<
  DialogueEntry,
  "id" | "type" | "text" | "startTime" | "mute" | "chipin" | "speed" | "badWords"
>;

/** A silence that is worth saying, ms. */
const longMute = 5_000;

const clock = new Intl.DateTimeFormat("zh-CN", {
  timeZone: "Asia/Shanghai",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: false,
});

function Flags({ mute, chipin, speed, badWords }: ShownEntry) {
  return (
    <>
      {mute >= longMute && (
        <Badge size="xs" colorPalette="gray">
          静音{Math.round(mute / 1_000)}秒
        </Badge>
      )}
      {chipin === 1 && (
        <Badge size="xs" colorPalette="orange">
          抢话
        </Badge>
      )}
      {badWords.length > 0 && (
        <Badge size="xs" colorPalette="red">
          敏感词：{badWords.join("、")}
        </Badge>
      )}
      {speed !== null && (
        <Text textStyle="xs" color="fg.muted">
          {speed}字/分
        </Text>
      )}
    </>
  );
}

function Bubble({ entry }: { readonly entry: ShownEntry }) {
  const own = entry.type !== "customer";
  return (
    <Stack as="li" gap="0.5" align={own ? "flex-end" : "flex-start"}>
      <HStack gap="1.5" flexWrap="wrap" justify={own ? "flex-end" : "flex-start"}>
        <Text textStyle="xs" color="fg.muted">
          {assistSideTexts[entry.type]} {clock.format(entry.startTime)}
        </Text>
        <Flags {...entry} />
      </HStack>
      <Box
        maxW="90%"
        px="2.5"
        py="1.5"
        borderRadius="lg"
        bg={own ? "blue.subtle" : "bg.muted"}
        borderWidth={entry.badWords.length > 0 ? "1px" : "0"}
        borderColor="red.border"
        overflowWrap="anywhere"
        textStyle="sm"
      >
        {entry.text === "" ? (
          <Text as="span" color="fg.muted">
            （未识别）
          </Text>
        ) : (
          entry.text
        )}
      </Box>
    </Stack>
  );
}

/** Both sides' sentences in the order they began, the customer's on the left, others on the right. live: the newest stays in sight. */
export function Dialogue({
  entries,
  live = false,
  maxH,
}: {
  readonly entries: readonly ShownEntry[];
  readonly live?: boolean;
  readonly maxH?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const { length } = entries;
  useEffect(() => {
    const shown = box.current;
    if (live && shown) shown.scrollTop = shown.scrollHeight;
  }, [live, length]);
  return (
    <Flex
      ref={box}
      direction="column"
      overflowY="auto"
      minH="0"
      tabIndex={0}
      role="region"
      aria-label="对话"
      {...(maxH ? { maxH } : {})}
    >
      <Stack as="ol" gap="2" listStyleType="none" role={live ? "log" : undefined} aria-label="双方对话">
        {[...entries]
          .sort((a, b) => a.startTime - b.startTime)
          .map((entry) => (
            <Bubble key={entry.id} entry={entry} />
          ))}
      </Stack>
    </Flex>
  );
}
