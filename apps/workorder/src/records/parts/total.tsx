import { Button, HStack, Text } from "@chakra-ui/react";
import { countedRecords } from "@liantai/api/contract/workorder";
import { useState } from "react";
import { records } from "./queries.ts";
import type { questionOf } from "./question.ts";

interface TotalProps {
  /** What the list is asked. */
  readonly question: ReturnType<typeof questionOf>;
  /** To 10,000. */
  readonly total: number;
}

/**
 * How many records a list has. The server counts to 10,000 and says the same total for more (F43): what is more is 10000+ here, and
 * counted to the last when somebody asks.
 */
export function RecordTotal({ question, total }: TotalProps) {
  const asked = JSON.stringify(question);
  const [exactOf, setExactOf] = useState<string>();
  const exact = exactOf === asked;
  const { data, isFetching } = records.list.useQuery(
    { body: { ...question, exact: 1, pageNo: 1, pageSize: 1 } },
    { skip: !exact },
  );
  if (total < countedRecords) return <Text>共 {total} 条</Text>;
  if (exact && data && !isFetching) return <Text>共 {data.total} 条</Text>;
  return (
    <HStack gap="1">
      <Text>共 {countedRecords}+ 条</Text>
      <Button size="2xs" variant="ghost" loading={exact && isFetching} onClick={() => setExactOf(asked)}>
        精确总数
      </Button>
    </HStack>
  );
}
