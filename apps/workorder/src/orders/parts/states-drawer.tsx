/** 状态统计: how many of the orders that the list shows are in which state. */
import { Flex, Stack, Text } from "@chakra-ui/react";
import { queriesOf } from "@liantai/api/client";
import type { BodyOf } from "@liantai/api/contract";
import { orderChartApi } from "@liantai/api/contract/work-orders";
import { AppDrawer, FailureState, LoadingState } from "@liantai/ui";
import { ExportButton, type Action } from "@liantai/ui/resource";
import { ChartColumn } from "lucide-react";
import { Tally } from "../../parts/tally.tsx";
import { useSocketId } from "../../records/parts/socket-id.ts";

const charts = queriesOf(orderChartApi);

interface StatesProps {
  /** What the list is asked. */
  readonly question: BodyOf<typeof orderChartApi.states>;
  readonly mayExport: boolean;
  readonly onClose: () => void;
}

function StatesDrawer({ question, mayExport, onClose }: StatesProps) {
  const { currentData, error, refetch } = charts.states.useQuery(
    { body: question },
    { refetchOnMountOrArgChange: true },
  );
  const socket = useSocketId();
  return (
    <AppDrawer open title="工单状态统计" width="560px" onClose={onClose}>
      {error && <FailureState error={error} onRetry={() => void refetch()} />}
      {!error && !currentData && <LoadingState />}
      {currentData && (
        <Stack gap="3">
          <Flex justify="space-between" align="center" gap="2">
            <Text color="fg.muted">按当前查询条件统计，共 {currentData.total} 个工单</Text>
            {mayExport && <ExportButton endpoint={charts.exportStates} body={{ ...question, ...socket }} />}
          </Flex>
          <Tally
            label="工单状态"
            title="状态"
            of={currentData.total}
            lines={currentData.states.flatMap(({ state, name, count, statuses }) => [
              { key: state, label: name, count },
              ...statuses.map((one) => ({
                ...{ key: `${state} ${one.status}`, label: one.status, count: one.count, inner: true },
              })),
            ])}
          />
        </Stack>
      )}
    </AppDrawer>
  );
}

export const countingOf = (options: Omit<StatesProps, "onClose">): Action => ({
  label: "统计",
  icon: <ChartColumn aria-hidden />,
  sheet: (_, close) => <StatesDrawer {...options} onClose={close} />,
});
