/** A day's states as one bar, and the last of them with the reason that was stored. */
import { Box, Flex, HStack, Text } from "@chakra-ui/react";
import { EmptyState, formatDuration, statePalettes, StatusBadge } from "@liantai/ui";
import { memo } from "react";
import { stretchesOf, totalsOf, type Stretch, type StoredState } from "./timeline-model.ts";

const clock = new Intl.DateTimeFormat("zh-CN", {
  timeZone: "Asia/Shanghai",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: false,
});
const latest = 8;

const lengthOf = ({ from, to }: Stretch) => formatDuration((to - from) / 1000);
const describe = (s: Stretch) =>
  `${s.text} ${clock.format(s.from)} 至 ${clock.format(s.to)}，${lengthOf(s)}，${s.reason}`;

interface TimelineProps {
  readonly states: readonly StoredState[];
  /** Where the bar ends, epoch ms: the server's clock, or the end of a day that is over. */
  readonly now: number;
  readonly label?: string;
  /** What stands at its end. */
  readonly end?: string;
  readonly empty?: { readonly title: string; readonly hint: string };
}

const ownEmpty = { title: "今天还没有状态记录", hint: "在上方工具条签入后开始记录。" };

export const Timeline = memo(function Timeline({
  states,
  now,
  label = "今日状态",
  end = "现在",
  empty = ownEmpty,
}: TimelineProps) {
  const stretches = stretchesOf(states, now);
  if (stretches.length === 0) return <EmptyState {...empty} />;
  const totals = totalsOf(stretches);
  return (
    <>
      <Box
        role="img"
        aria-label={`${label}：${totals.map((t) => `${t.text}${formatDuration(t.seconds)}`).join("，")}`}
        position="relative"
        h="26px"
        borderRadius="sm"
        overflow="hidden"
        bg="bg.muted"
      >
        {stretches.map((s) => (
          <Box
            key={s.from}
            title={describe(s)}
            position="absolute"
            insetBlock="0"
            minW="1px"
            colorPalette={statePalettes[s.tone]}
            bg="colorPalette.solid"
            style={{ left: `${s.start * 100}%`, width: `${s.width * 100}%` }}
          />
        ))}
      </Box>
      <Flex justify="space-between" color="fg.muted" textStyle="xs" mt="1">
        <span>{clock.format(stretches[0]!.from)}</span>
        <span>{end}</span>
      </Flex>
      <HStack wrap="wrap" gap="4" my="3">
        {totals.map(({ tone, text, seconds }) => (
          <HStack key={text} gap="1.5">
            <StatusBadge tone={tone}>{text}</StatusBadge>
            <Text as="span" color="fg.muted">
              {formatDuration(seconds)}
            </Text>
          </HStack>
        ))}
      </HStack>
      <Box as="ol" aria-label="最近的状态变化" listStyleType="none" borderTopWidth="1px" borderColor="border.muted">
        {stretches
          .slice(-latest)
          .reverse()
          .map((s) => (
            <Flex
              as="li"
              key={s.from}
              align="center"
              gap="2"
              py="1.5"
              borderBottomWidth="1px"
              borderColor="border.muted"
              fontVariantNumeric="tabular-nums"
            >
              <Text w="60px" color="fg.muted">
                {clock.format(s.from)}
              </Text>
              <Box w="92px">
                <StatusBadge tone={s.tone}>{s.text}</StatusBadge>
              </Box>
              <Text w="60px">{lengthOf(s)}</Text>
              <Text color="fg.muted" flex="1" truncate title={s.reason}>
                {s.reason}
              </Text>
            </Flex>
          ))}
      </Box>
    </>
  );
});
