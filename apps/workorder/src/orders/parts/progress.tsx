import { Badge, Box, HStack, Stack, Text } from "@chakra-ui/react";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { useHistory } from "./history.tsx";
import { Reckoned, ReckonedList, Stretches } from "./reckoned.tsx";
import { staysOf, type Stay } from "./stays.ts";
import { OrderTargets } from "./targets.tsx";
import { orders, type FoundOrder, type RunningLimit } from "./queries.ts";
import { lengthText } from "./words.tsx";

function Passed({ stay }: { readonly stay: Stay }) {
  const { node, from, until, by, how, ms } = stay;
  const here = until === "";
  return (
    <Box
      as="li"
      ps="4"
      pb="3"
      position="relative"
      borderStartWidth="2px"
      borderColor={here ? "accent.solid" : "border"}
    >
      <Box
        aria-hidden
        position="absolute"
        insetStart="-6px"
        top="1"
        boxSize="10px"
        borderRadius="full"
        bg={here ? "accent.solid" : "bg.emphasized"}
      />
      <HStack gap="2" wrap="wrap" align="baseline">
        <Text as="span" fontWeight="600">
          {node}
        </Text>
        {here && (
          <Badge size="sm" colorPalette="blue">
            当前
          </Badge>
        )}
        <Text as="span">
          {here ? (by === "" ? "等待处理" : `${by} 处理中`) : `${by} ${how}`}，{here ? "已停留" : "用时"}
          {lengthText(ms)}
        </Text>
      </HStack>
      <Text color="fg.muted" textStyle="xs" fontVariantNumeric="tabular-nums">
        {from}
        {until && ` 至 ${until}`}
      </Text>
    </Box>
  );
}

function Limit({ limit }: { readonly limit: RunningLimit }) {
  const { name, minutes, startTime, warnTime, dueTime, paused, stretches } = limit;
  return (
    <Reckoned {...{ name, startTime }} how={stretches.length > 0 ? <Stretches texts={stretches} /> : undefined}>
      <Text as="span">{lengthText(minutes * 60_000)}</Text>
      <Text as="span">
        {paused === 1 ? "已暂停计时" : dueTime === "" ? "时间规则内没有可用时间" : `${dueTime} 到期`}
      </Text>
      {warnTime !== "" && paused === 0 && (
        <Text as="span" color="fg.muted">
          {warnTime} 提醒
        </Text>
      )}
    </Reckoned>
  );
}

function Limits({ id }: { readonly id: string }) {
  const { data } = orders.limits.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  if (!data || data.length === 0) return null;
  return (
    <ReckonedList title="时限">
      {data.map((limit) => (
        <Limit key={`${limit.name} ${limit.startTime} ${limit.minutes}`} limit={limit} />
      ))}
    </ReckonedList>
  );
}

/** Of a countersign: who has said what. */
function Votes({ votes }: Pick<FoundOrder, "votes">) {
  if (votes.length === 0) return null;
  return (
    <HStack as="ul" aria-label="会签意见" listStyleType="none" gap="2" wrap="wrap">
      {votes.map(({ agentId, agrees }) => (
        <Badge as="li" key={agentId} colorPalette={agrees === null ? "gray" : agrees ? "green" : "red"}>
          {agentId} {agrees === null ? "未提交" : agrees ? "同意" : "不同意"}
        </Badge>
      ))}
    </HStack>
  );
}

/** Where it was and is, with whom and for how long; its limits and why they end when they end. */
export function Progress({ found }: { readonly found: FoundOrder }) {
  const { data, error, refetch, fulfilledTimeStamp } = useHistory(found.order.id);
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const stays = staysOf(data, found, fulfilledTimeStamp ?? 0);
  return (
    <Stack gap="4">
      <Votes votes={found.votes} />
      {stays.length === 0 ? (
        <EmptyState title="还没有流转" />
      ) : (
        <Box as="ol" aria-label="流程进度" listStyleType="none" ps="1.5">
          {stays.map((stay) => (
            <Passed key={stay.from + stay.node} stay={stay} />
          ))}
        </Box>
      )}
      <OrderTargets id={found.order.id} />
      <Limits id={found.order.id} />
    </Stack>
  );
}
