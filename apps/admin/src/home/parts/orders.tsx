/** Work orders that wait for the person: on both home pages, for whom the list of orders was granted to. */
import { Box, chakra, SimpleGrid, Text } from "@chakra-ui/react";
import { opened, queriesOf, searchChanged, useDispatch, useMaySee } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { mostCounted, orderCountsApi } from "@liantai/api/contract/order-counts";
import { useBus } from "@liantai/bus/react";
import { Section, usePolling, useWhenActive } from "@liantai/ui";
import { Loaded } from "./parts.tsx";
import { quietly } from "./quiet.ts";
import { memo } from "react";

const orders = queriesOf(orderCountsApi);
type Counts = ReplyOf<typeof orderCountsApi.counts>;

const tiles: readonly {
  readonly of: keyof Counts;
  readonly name: string;
  /** What the list is asked for. */
  readonly search: string;
  readonly alarms?: true;
}[] = [
  { of: "mine", name: "待我处理", search: "" },
  { of: "dueToday", name: "今天到期", search: "due=today" },
  { of: "overdue", name: "已超时", search: "due=overdue", alarms: true },
  { of: "pool", name: "待领取", search: "scope=pool" },
];

const Tile = chakra("button", {
  base: {
    display: "flex",
    flexDirection: "column",
    alignItems: "start",
    px: "2",
    py: "1",
    borderRadius: "md",
    cursor: "pointer",
    _hover: { bg: "bg.subtle" },
    focusVisibleRing: "inside",
  },
});

const numberText = (n: number): string => (n >= mostCounted ? `${mostCounted - 1}+` : String(n));

const page = "/workorderinformation";

const Waiting = memo(function Waiting() {
  const dispatch = useDispatch();
  const counts = orders.counts.useQuery(
    { body: {} },
    { refetchOnMountOrArgChange: true, selectFromResult: (read) => quietly(read) },
  );
  const again = () => void counts.refetch();
  const soon = useWhenActive(again);
  useBus("workorder.changed", soon);
  usePolling(again);
  return (
    <Section title="工单">
      <Loaded part={counts}>
        {(data) => (
          <SimpleGrid columns={4} gap="1">
            {tiles.map(({ of, name, search, alarms }) => (
              <Tile
                key={of}
                type="button"
                onClick={() => {
                  dispatch(opened({ to: page }));
                  dispatch(searchChanged({ key: page, search }));
                }}
              >
                <Text as="span" color="fg.muted">
                  {name}
                </Text>
                <Box
                  as="span"
                  fontSize="22px"
                  fontWeight="600"
                  lineHeight="1.3"
                  fontVariantNumeric="tabular-nums"
                  color={alarms && data[of] > 0 ? "fg.error" : undefined}
                >
                  {numberText(data[of])}
                </Box>
              </Tile>
            ))}
          </SimpleGrid>
        )}
      </Loaded>
    </Section>
  );
});

export const Orders = memo(function Orders() {
  return useMaySee(page) === true ? <Waiting /> : null;
});
