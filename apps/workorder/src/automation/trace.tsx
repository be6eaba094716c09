import { Badge, Box, HStack, Stack, Text } from "@chakra-ui/react";
import { runStates, type RunState, type SubjectKind } from "@liantai/api/contract/work-orders";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { WhyLines } from "./parts/lines.tsx";
import { triggers, type TraceEntry } from "./queries.ts";

const colors: Readonly<Record<RunState, string>> = {
  ...{ waiting: "gray", fired: "green", notMet: "gray", refused: "red", cut: "orange", gone: "gray" },
};

function Entry({ entry: { trigger, event, eventTime, state, why, did, text, chain } }: { readonly entry: TraceEntry }) {
  return (
    <Box as="li" py="1.5" borderBottomWidth="1px">
      <HStack gap="2" align="baseline" wrap="wrap">
        <Text as="span" color="fg.muted" fontVariantNumeric="tabular-nums">
          {eventTime}
        </Text>
        <Badge size="sm" variant="subtle" colorPalette={colors[state]}>
          {runStates[state]}
        </Badge>
        <Text as="span">
          触发器「{trigger}」，{event}时
        </Text>
      </HStack>
      {chain.length > 0 && (
        <Text textStyle="xs" color="fg.muted">
          由{chain.map((name) => `「${name}」`).join("→")}引起
        </Text>
      )}
      <WhyLines why={why} />
      {did.map((one, at) => (
        <Text key={at} ps="4" overflowWrap="anywhere">
          {one}
        </Text>
      ))}
      {text !== "" && <Text color={state === "refused" ? "fg.error" : "fg.muted"}>{text}</Text>}
    </Box>
  );
}

/** Which triggers looked at it, and why they acted or not, newest first. */
export function Trace({ kind, id }: { readonly kind: SubjectKind; readonly id: string }) {
  const { data, error, refetch } = triggers.trace.useQuery({ body: { kind, id } }, { refetchOnMountOrArgChange: true });
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (data.length === 0)
    return <EmptyState title="没有触发记录" hint="触发器看过的每一次都会记在这里，无论是否执行。" />;
  return (
    <Stack as="ul" aria-label="触发记录" listStyleType="none" gap="0">
      {data.map((entry, at) => (
        <Entry key={at} entry={entry} />
      ))}
    </Stack>
  );
}
