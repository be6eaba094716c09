/** How far a task is: a bar, and its counters in words. */
import { Box, chakra, HStack, Text } from "@chakra-ui/react";
import type { Counters } from "./queries.ts";

const Track = chakra("div", {
  base: { flex: "1", minW: "0", h: "6px", borderRadius: "full", bg: "bg.emphasized", overflow: "hidden" },
});

/** Numbers that will not be dialled again. */
export const overOf = ({ done, skipped, stopped }: Counters): number => done + skipped + stopped;

export const percentOf = (of: Counters): number => (of.total === 0 ? 0 : Math.floor((overOf(of) / of.total) * 100));

export const countersText = (of: Counters): string =>
  [
    `共 ${of.total}`,
    `待拨 ${of.waiting}`,
    `待重拨 ${of.retry}`,
    `呼叫中 ${of.live}`,
    `已完成 ${of.done}`,
    `已跳过 ${of.skipped}`,
    `已停止 ${of.stopped}`,
  ].join("，");

export function ProgressBar({ of, name }: { readonly of: Counters; readonly name: string }) {
  const percent = percentOf(of);
  return (
    <HStack gap="2" title={countersText(of)}>
      <Track role="progressbar" aria-label={`${name}进度`} aria-valuenow={percent} aria-valuetext={countersText(of)}>
        <Box h="full" bg="accent.solid" w={`${percent}%`} />
      </Track>
      <Text as="span" flex="none" fontVariantNumeric="tabular-nums">
        {overOf(of)}/{of.total}
      </Text>
    </HStack>
  );
}
