import { Box, Button, HStack, Input, Stack, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import { matchedBy, understandingLimits, type intentApi } from "@liantai/api/contract/flow-editor";
import { AppDrawer, DataTable, FailureState, LoadingState, type Column } from "@liantai/ui";
import { useState, type FormEvent } from "react";
import { intents, percent } from "../parts/queries.ts";

type Reply = ReplyOf<typeof intentApi.test>;
type Score = Reply["scores"][number];

const columns: readonly Column<Score>[] = [
  { id: "name", title: "意图", width: 150, value: (r) => r.name },
  { id: "score", title: "得分", width: 70, align: "end", value: (r) => r.score, cell: (r) => percent(r.score) },
  { id: "by", title: "依据", width: 80, value: (r) => matchedBy[r.by] },
  { id: "what", title: "匹配到", width: 220, value: (r) => r.what },
];

const verdict = ({ intent, ambiguous, scores }: Reply): string => {
  if (!intent) return "没有识别出意图";
  return ambiguous
    ? `识别为“${intent.name}”，但与“${scores[1]?.name ?? ""}”太接近，流程里应当追问`
    : `识别为“${intent.name}”`;
};

function Scores({ text }: { readonly text: string }) {
  const { data, isError, error, isFetching, refetch } = intents.test.useQuery(
    { body: { text } },
    { refetchOnMountOrArgChange: true },
  );
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <Stack gap="2" flex="1" minH="0">
      <Text role="status" fontWeight="medium">
        {verdict(data)}
      </Text>
      <Text textStyle="xs" color="fg.muted">
        按“{data.normal}”比较{data.cut ? "；句子和正则都太长，有的正则没有参与" : ""}
      </Text>
      <Box flex="1" minH="240px">
        <DataTable
          id="intent-trial"
          label="各意图得分"
          columns={columns}
          rowId={(r) => r.id}
          list={{ rows: data.scores, fetching: isFetching, error: undefined, retry: () => void refetch() }}
          empty={{ title: "没有一个意图沾边" }}
        />
      </Box>
    </Stack>
  );
}

/** 测试意图: what a sentence means, with every intent's score. */
export function Trial({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setAsked(typed.trim());
  };
  return (
    <AppDrawer open title="测试意图" width="600px" onClose={onClose}>
      <Stack gap="3" h="full">
        <form onSubmit={ask} aria-label="测试意图">
          <HStack>
            <Input
              aria-label="客户说的话"
              placeholder="输入一句客户会说的话"
              value={typed}
              maxLength={understandingLimits.sentence}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button type="submit" disabled={typed.trim() === ""}>
              识别
            </Button>
          </HStack>
        </form>
        {asked !== "" && <Scores key={asked} text={asked} />}
      </Stack>
    </AppDrawer>
  );
}
