import { Badge, Box, HStack, Stack, Text } from "@chakra-ui/react";
import { historyKinds, satisfactions, type HistoryKind, type Satisfaction } from "@liantai/api/contract/work-orders";
import { FailureState, LoadingState } from "@liantai/ui";
import { orders, type HistoryEntry } from "./queries.ts";
import { personText } from "./words.tsx";

const isKind = (kind: number | null): kind is HistoryKind => kind !== null && kind in historyKinds;

/** What is done of it: an event of the machine, or of a channel (the shorter list: 15 is an e-mail there). */
const nameOf = ({ name, historyKind }: HistoryEntry): string =>
  isKind(historyKind) ? historyKinds[historyKind] : name;

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
          {nameOf(entry)}
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

/** Every event, newest first. */
export function History({ id }: { readonly id: string }) {
  const { data, error, refetch } = useHistory(id);
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <Stack as="ul" aria-label="历史记录" listStyleType="none" gap="0">
      {data.toReversed().map((entry) => (
        <Entry key={`${entry.historyKind ?? ""} ${entry.seq}`} entry={entry} />
      ))}
    </Stack>
  );
}
