import { HStack, Stack, Table, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import { counterDays, type CounterDays, type flowReplayApi } from "@liantai/api/contract/flow-editor";
import { ColumnHeads, FailureState, LoadingState } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import { replays } from "../knownnav/queries.ts";

type Rate = ReplyOf<typeof flowReplayApi.outcomes>[number]["hungUp"];

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const rateText = ({ share, low, high }: Rate): string => `${percent(share)}（${percent(low)}～${percent(high)}）`;

/** How calls left the flow, by version: what sharing them out has shown so far. */
export function Outcomes({ flowId }: { readonly flowId: string }) {
  const [days, setDays] = useState<CounterDays>(7);
  const { data, error, refetch } = replays.outcomes.useQuery(
    { body: { flowId, days } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Stack as="section" aria-label="各版本的结果" gap="1.5" borderTopWidth="1px" pt="3">
      <HStack justify="space-between">
        <Text fontWeight="600" textStyle="xs">
          各版本的结果
        </Text>
        <PanelSelect
          label="时间范围"
          value={String(days)}
          options={counterDays.map((one) => [String(one), `最近${one}天`])}
          onChange={(one) => setDays(Number(one) as CounterDays)}
        />
      </HStack>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <Text color="fg.muted">这段时间还没有通话走完流程。</Text>
      ) : (
        <>
          <Table.Root size="sm" aria-label="各版本的结果">
            <ColumnHeads titles={["版本", "通话", "中途挂机", "坐席接通", "流程出错"]} />
            <Table.Body>
              {data.map(({ versionId, version, calls, hungUp, answered, failed }) => (
                <Table.Row key={versionId}>
                  <Table.Cell whiteSpace="nowrap">{version === 0 ? "其他版本" : `第${version}版`}</Table.Cell>
                  <Table.Cell>{calls}</Table.Cell>
                  {[hungUp, answered, failed].map((rate, at) => (
                    <Table.Cell key={at}>{rateText(rate)}</Table.Cell>
                  ))}
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
          <Text textStyle="xs" color="fg.muted">
            括号内是95%置信区间；两个版本的区间有重叠时，还不能说哪个更好。
          </Text>
        </>
      )}
    </Stack>
  );
}
