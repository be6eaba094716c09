/** 工作台 of an administrator or a monitor: the enterprise's day, refreshed every 10 s while on show. */
import { useMemo } from 'react';
import { HStack, Text } from '@chakra-ui/react';
import { DataTable, FailureState, LoadingState, StatusBadge, formatDuration, usePolling, type Column } from '@liantai/ui';
import { seatStatusText, type ReplyOf, type telephonyApi } from '@liantai/api/contract';
import { callQueries, selectTelephony, useSelector, type RootState } from '@liantai/api/client';
import { Figures, Section } from './section.tsx';
import { epochOf, reasonText, toneOf } from './timeline-model.ts';

type Day = ReplyOf<typeof telephonyApi.enterpriseDay>;
type Agent = Day['agents'][number];

const rate = ({ inbound, answered }: Day) => (inbound > 0 ? `${((answered / inbound) * 100).toFixed(1)}%` : '—');

/** How many agents are in each state, the fullest first. */
function countsOf(agents: readonly Agent[]): readonly { readonly code: number; readonly text: string; readonly count: number }[] {
  const counts = new Map<string, { code: number; text: string; count: number }>();
  for (const { code } of agents) {
    const text = seatStatusText(code);
    counts.set(text, { code, text, count: (counts.get(text)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

const columnsAt = (now: number): readonly Column<Agent>[] => [
  { id: 'agentId', title: '工号', width: 90, value: (a) => a.agentId },
  { id: 'name', title: '姓名', width: 120, value: (a) => a.name },
  { id: 'state', title: '状态', width: 120, value: (a) => seatStatusText(a.code), cell: (a) => <StatusBadge tone={toneOf(a.code)}>{seatStatusText(a.code)}</StatusBadge> },
  { id: 'length', title: '持续', width: 90, align: 'end', value: (a) => Math.max(0, Math.floor((now - epochOf(a.since)) / 1000)), cell: (a) => formatDuration((now - epochOf(a.since)) / 1000) },
  { id: 'since', title: '开始时间', width: 160, value: (a) => a.since },
  { id: 'reason', title: '原因', width: 200, value: (a) => reasonText(a.reason) },
];

export function EnterpriseHome() {
  const { clockOffset } = useSelector((state: RootState) => selectTelephony(state));
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = callQueries.useEnterpriseDayQuery({});
  const now = (fulfilledTimeStamp ?? 0) + clockOffset;
  const columns = useMemo(() => columnsAt(now), [now]);
  usePolling(() => void refetch());
  if (!data) return error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  const figures = [
    { name: '呼入', value: data.inbound },
    { name: '接听', value: data.answered },
    { name: '接听率', value: rate(data) },
    { name: '放弃', value: data.abandoned },
    { name: '呼出', value: data.outbound },
    { name: '排队中', value: data.waiting },
  ];
  return (
    <>
      <Section title="企业今天" aside={<Text color="fg.muted" textStyle="xs">每10秒刷新</Text>}><Figures figures={figures} /></Section>
      <Section title="坐席状态" grow aside={<HStack gap="3">{countsOf(data.agents).map(({ code, text, count }) => <HStack key={text} gap="1"><StatusBadge tone={toneOf(code)}>{text}</StatusBadge><span>{count}</span></HStack>)}</HStack>}>
        <DataTable id="home-agents" label="坐席状态" columns={columns} rowId={(a) => a.agentId} list={{ rows: data.agents, fetching: isFetching, error, retry: () => void refetch() }} empty={{ title: '还没有坐席', hint: '在坐席管理中添加坐席后显示在这里。' }} />
      </Section>
    </>
  );
}
