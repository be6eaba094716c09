import { Badge, Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { historyKinds, satisfactions, type HistoryKind, type Satisfaction } from "@liantai/api/contract/work-orders";
import { FailureState, LoadingState } from "@liantai/ui";
import { useState } from "react";
import { orders, type HistoryEntry } from "./queries.ts";
import { personText } from "./words.tsx";

const isKind = (kind: number | null): kind is HistoryKind => kind !== null && kind in historyKinds;

/** People by name, nodes as they are called. */
function wayText({ type, from, to, fromName, toName, data }: HistoryEntry): string {
  if (type === "customerFilled") return `《${String(data["form"])}》`;
  if (type === "customerRated") return satisfactions[data["score"] as Satisfaction] ?? "";
  if (type === "signed") return data["agrees"] === true ? "同意" : "不同意";
  if (type === "recycled") return from === "" ? "" : `从 ${personText(from, fromName)} 收回`;
  if (type === "migrated") return `到「${to}」`;
  if ((type === "timedOut" || type === "beforeTimeout") && data["limit"] === "target") return String(data["name"]);
  if (type === "timedOut" || type === "beforeTimeout") return data["limit"] === "order" ? "整单时限" : "节点时限";
  if (toName !== "") return `给 ${personText(to, toName)}`;
  return from !== "" && to !== "" && from !== to ? `「${from}」→「${to}」` : "";
}

function Entry({ entry }: { readonly entry: HistoryEntry }) {
  const way = wayText(entry);
  return (
    <Box as="li" py="1.5" borderBottomWidth="1px">
      <HStack gap="2" align="baseline" wrap="wrap">
        <Text as="span" color="fg.muted" fontVariantNumeric="tabular-nums">
          {entry.time}
        </Text>
        <Badge size="sm" variant="subtle" colorPalette={entry.type === "timedOut" ? "red" : "blue"}>
          {entry.name}
        </Badge>
        <Text as="span">{personText(entry.by, entry.byName)}</Text>
        {way && (
          <Text as="span" color="fg.muted">
            {way}
          </Text>
        )}
      </HStack>
      {entry.text !== "" && (
        <Text mt="0.5" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {entry.text}
        </Text>
      )}
    </Box>
  );
}

export const useHistory = (id: string) =>
  orders.history.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });

const kindsIn = (entries: readonly HistoryEntry[]): readonly HistoryKind[] => [
  ...new Set(entries.map(({ historyKind }) => historyKind).filter(isKind)),
];

interface KindsProps {
  readonly kinds: readonly HistoryKind[];
  readonly now: HistoryKind | undefined;
  readonly onChange: (kind: HistoryKind | undefined) => void;
}

/** What of the shorter list stands in the history, to be looked at alone. */
function Kinds({ kinds, now, onChange }: KindsProps) {
  return (
    <HStack role="group" aria-label="历史类型" gap="1">
      {[undefined, ...kinds].map((kind) => (
        <Button
          key={kind ?? 0}
          size="2xs"
          variant={kind === now ? "solid" : "ghost"}
          aria-pressed={kind === now}
          onClick={() => onChange(kind)}
        >
          {kind === undefined ? "全部" : historyKinds[kind]}
        </Button>
      ))}
    </HStack>
  );
}

/** Every event, newest first. */
export function History({ id }: { readonly id: string }) {
  const { data, error, refetch } = useHistory(id);
  const [kind, setKind] = useState<HistoryKind>();
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const kinds = kindsIn(data);
  const shown = data.filter(({ historyKind }) => kind === undefined || historyKind === kind);
  return (
    <Stack gap="1">
      {kinds.length > 0 && <Kinds kinds={kinds} now={kind} onChange={setKind} />}
      <Stack as="ul" aria-label="历史记录" listStyleType="none" gap="0">
        {shown.toReversed().map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </Stack>
    </Stack>
  );
}
