/** 工作台 of an administrator or a monitor: the enterprise's day, refreshed every 10 s while on show. */
import { useMemo } from "react";
import { Text } from "@chakra-ui/react";
import {
  DataTable,
  epochOf,
  FailureState,
  Figures,
  formatDuration,
  LoadingState,
  reasonText,
  Section,
  StateCounts,
  stateCounts,
  StatusBadge,
  toneOf,
  usePolling,
  type Column,
} from "@liantai/ui";
import { seatStatusText, telephonyApi, type ReplyOf } from "@liantai/api/contract";
import { queriesOf, selectTelephony, useSelector, type RootState } from "@liantai/api/client";

type Day = ReplyOf<typeof telephonyApi.enterpriseDay>;
type Agent = Day["agents"][number];

/** Of the calls that are decided, as on 企业首页: one that waits is neither answered nor lost yet. */
const day = queriesOf(telephonyApi);

const rate = ({ answered, abandoned }: Day) =>
  answered + abandoned > 0 ? `${((answered / (answered + abandoned)) * 100).toFixed(1)}%` : "—";

const columnsAt = (now: number): readonly Column<Agent>[] => [
  { id: "agentId", title: "工号", width: 90, value: (a) => a.agentId },
  { id: "name", title: "姓名", width: 120, value: (a) => a.name },
  {
    id: "state",
    title: "状态",
    width: 120,
    value: (a) => seatStatusText(a.code),
    cell: (a) => <StatusBadge tone={toneOf(a.code)}>{seatStatusText(a.code)}</StatusBadge>,
  },
  {
    id: "length",
    title: "持续",
    width: 90,
    align: "end",
    value: (a) => Math.max(0, Math.floor((now - epochOf(a.since)) / 1000)),
    cell: (a) => formatDuration((now - epochOf(a.since)) / 1000),
  },
  { id: "since", title: "开始时间", width: 160, value: (a) => a.since },
  { id: "reason", title: "原因", width: 200, value: (a) => reasonText(a.reason) },
];

export function EnterpriseHome() {
  const { clockOffset } = useSelector((state: RootState) => selectTelephony(state));
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = day.enterpriseDay.useQuery({});
  const now = (fulfilledTimeStamp ?? 0) + clockOffset;
  const columns = useMemo(() => columnsAt(now), [now]);
  usePolling(() => void refetch());
  if (!data) return error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  const figures = [
    { name: "呼入", value: data.inbound },
    { name: "接听", value: data.answered },
    { name: "接听率", value: rate(data) },
    { name: "放弃", value: data.abandoned },
    { name: "呼出", value: data.outbound },
    { name: "排队中", value: data.waiting },
  ];
  return (
    <>
      <Section
        title="企业今天"
        aside={
          <Text color="fg.muted" textStyle="xs">
            每10秒刷新
          </Text>
        }
      >
        <Figures figures={figures} />
      </Section>
      <Section title="坐席状态" grow="list" aside={<StateCounts counts={stateCounts(data.agents)} />}>
        <DataTable
          id="home-agents"
          label="坐席状态"
          columns={columns}
          rowId={(a) => a.agentId}
          list={{ rows: data.agents, fetching: isFetching, error, retry: () => void refetch() }}
          empty={{ title: "还没有坐席", hint: "在坐席管理中添加坐席后显示在这里。" }}
        />
      </Section>
    </>
  );
}
