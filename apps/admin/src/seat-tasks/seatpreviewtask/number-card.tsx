/** The number in the seat's hands: who it is, what was before, and what is done with it. */
import { Box, Flex, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { callResults, shortTime } from "@liantai/api/contract";
import { numberStates } from "@liantai/api/contract/admin";
import { formatDuration } from "@liantai/ui";
import { ActionBar } from "@liantai/ui/resource";
import type { ReactNode } from "react";
import type { PreviewNumber } from "../queries.ts";
import { useNumberActions } from "./actions.tsx";
import { Reading } from "./reading.tsx";

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Box minW="0">
    <Text color="fg.muted" textStyle="xs">
      {label}
    </Text>
    <Text as="div" overflowWrap="anywhere">
      {children}
    </Text>
  </Box>
);

const resultText = (code: number | null): string => (code === null ? "呼叫中" : (callResults[code] ?? `${code}`));

function History({ history }: Pick<PreviewNumber, "history">) {
  if (history.length === 0) return <Text color="fg.muted">还没有外呼过。</Text>;
  return (
    <Stack as="ol" gap="1" listStyleType="none">
      {history.map(({ id, attempt, startedAt, code, talkS, agentId, result }) => (
        <Flex as="li" key={id} gap="3" wrap="wrap">
          <Text as="span" color="fg.muted" fontVariantNumeric="tabular-nums">
            第{attempt}次 {shortTime(startedAt, Date.now())}
          </Text>
          <span>{resultText(code)}</span>
          {talkS > 0 && <span>通话{formatDuration(talkS)}</span>}
          {agentId !== "" && <span>坐席{agentId}</span>}
          {result !== "" && <span>{result}</span>}
        </Flex>
      ))}
    </Stack>
  );
}

const stateText = ({ live, dialled, state, reason }: PreviewNumber): string => {
  if (live) return "呼叫中";
  if (!dialled && state === "claimed") return "待外呼";
  return reason ? `${numberStates[state]}：${reason}` : numberStates[state];
};

export function NumberCard({ number }: { readonly number: PreviewNumber }) {
  const variables = Object.entries(number.variables);
  const { actions, dial, skip } = useNumberActions(number);
  return (
    <Stack gap="3" borderWidth="1px" borderRadius="md" p="3" aria-label="当前号码" role="group">
      <Flex justify="space-between" gap="3" wrap="wrap" align="baseline">
        <Flex gap="3" align="baseline" wrap="wrap">
          <Text textStyle="lg" fontWeight="600" fontVariantNumeric="tabular-nums">
            {number.phone}
          </Text>
          <Text>{number.contact}</Text>
          <Text color="fg.muted">{number.place}</Text>
        </Flex>
        <Reading number={number} dial={dial} skip={skip} />
      </Flex>
      <SimpleGrid columns={{ base: 2, md: 4 }} gap="2">
        <Fact label="任务">{number.taskIdentity}</Fact>
        <Fact label="批次">{number.batchNumber || "—"}</Fact>
        <Fact label="状态">{stateText(number)}</Fact>
        <Fact label="已外呼">{number.attempts}次</Fact>
        {variables.map(([name, value]) => (
          <Fact key={name} label={name}>
            {value || "—"}
          </Fact>
        ))}
      </SimpleGrid>
      <ActionBar actions={actions} row={undefined} />
      <Box as="section" aria-label="外呼记录">
        <Text color="fg.muted" textStyle="xs" mb="1">
          外呼记录
        </Text>
        <History history={number.history} />
      </Box>
    </Stack>
  );
}
