import { Badge, Box, Flex, Text } from "@chakra-ui/react";
import { TriangleAlert } from "lucide-react";
import { formatDuration } from "@liantai/ui";

/** What a recording lacks and is silence in it, ms from its beginning. */
export interface MissingSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Places that are named one by one. */
const named = 3;
/** From 00:04 a stretch of 300 ms would end at 00:04. */
const clock = (ms: number): string => formatDuration(Math.floor(ms / 1_000));
const until = (ms: number): string => formatDuration(Math.ceil(ms / 1_000));

export function missingWords(missing: readonly MissingSpan[]): string {
  const seconds = Math.max(1, Math.round(missing.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) / 1_000));
  const places = missing.slice(0, named).map(({ fromMs, toMs }) => `${clock(fromMs)}至${until(toMs)}`);
  const more = missing.length > named ? `等${missing.length}处` : "";
  return `约${seconds}秒没有录到（${places.join("、")}${more}），播放时为静音`;
}

/** The badge's sign for a row of a list, where its words have no room. Nothing where the recording is complete. */
export function IncompleteSign({ missing }: { readonly missing: readonly MissingSpan[] }) {
  if (missing.length === 0) return null;
  const words = `未完整录音：${missingWords(missing)}`;
  return (
    <Box as="span" role="img" aria-label={words} title={words} color="fg.warning" flexShrink="0">
      <TriangleAlert size={14} />
    </Box>
  );
}

function IncompleteBadge({ missing }: { readonly missing: readonly MissingSpan[] }) {
  if (missing.length === 0) return null;
  return (
    <Badge colorPalette="orange" variant="subtle" title={missingWords(missing)}>
      未完整录音
    </Badge>
  );
}

export function IncompleteNote({ missing }: { readonly missing: readonly MissingSpan[] }) {
  if (missing.length === 0) return null;
  return (
    <Flex gap="2" align="center" role="note" wrap="wrap">
      <IncompleteBadge missing={missing} />
      <Text color="fg.warning">{missingWords(missing)}</Text>
    </Flex>
  );
}
