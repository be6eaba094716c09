/** 选项统计: how often each option was chosen in what the list shows. */
import { Flex, Heading, Stack, Text } from "@chakra-ui/react";
import { queriesOf } from "@liantai/api/client";
import type { BodyOf } from "@liantai/api/contract";
import { formChartApi } from "@liantai/api/contract/workorder";
import { AppDrawer, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { ExportButton, type Action } from "@liantai/ui/resource";
import { ChartColumn } from "lucide-react";
import { Tally } from "../../parts/tally.tsx";
import { useSocketId } from "./socket-id.ts";

const charts = queriesOf(formChartApi);

interface OptionsProps {
  readonly noun: string;
  /** What the list is asked. */
  readonly question: BodyOf<typeof formChartApi.options>;
  readonly mayExport: boolean;
  readonly onClose: () => void;
}

function OptionsDrawer({ noun, question, mayExport, onClose }: OptionsProps) {
  const { currentData, error, refetch } = charts.options.useQuery(
    { body: question },
    { refetchOnMountOrArgChange: true },
  );
  const socket = useSocketId();
  return (
    <AppDrawer open title={`${noun}统计`} width="560px" onClose={onClose}>
      {error && <FailureState error={error} onRetry={() => void refetch()} />}
      {!error && !currentData && <LoadingState />}
      {currentData?.fields.length === 0 && (
        <EmptyState title="这张表单没有可以统计的选项" hint="单选、下拉、多选和级联字段按选项统计。" />
      )}
      {currentData && currentData.fields.length > 0 && (
        <Stack gap="4">
          <Flex justify="space-between" align="center" gap="2">
            <Text color="fg.muted">按当前查询条件统计，共 {currentData.total} 条</Text>
            {mayExport && <ExportButton endpoint={charts.exportOptions} body={{ ...question, ...socket }} />}
          </Flex>
          {currentData.fields.map(({ name, label, answered, options }) => (
            <Stack key={name} as="section" gap="1">
              <Heading as="h3" textStyle="sm">
                {label}（已填写 {answered} 条）
              </Heading>
              <Tally
                label={label}
                title="选项"
                of={answered}
                lines={options.map((one) => ({ key: one.value, label: one.label || one.value, count: one.count }))}
              />
            </Stack>
          ))}
        </Stack>
      )}
    </AppDrawer>
  );
}

export const countingOf = (options: Omit<OptionsProps, "onClose">): Action => ({
  label: "统计",
  icon: <ChartColumn aria-hidden />,
  sheet: (_, close) => <OptionsDrawer {...options} onClose={close} />,
});
