/** 工作台 of a seat agent: the own state and the own day. */
import { useEffect } from 'react';
import { HStack } from '@chakra-ui/react';
import { FailureState, LoadingState, StatusBadge, formatDuration, usePolling, useWhenActive } from '@liantai/ui';
import { callQueries, selectAgentText, selectTelephony, useSelector, type RootState } from '@liantai/api/client';
import { bus } from '@liantai/bus';
import { Elapsed, Figures, Section } from './section.tsx';
import { QuickKeys } from './quick-keys.tsx';
import { Timeline } from './timeline.tsx';
import { reasonText, toneOf } from './timeline-model.ts';

function OwnState() {
  const { agent, clockOffset } = useSelector((state: RootState) => selectTelephony(state));
  const text = useSelector((state: RootState) => selectAgentText(state));
  if (!agent) return <StatusBadge tone="offline">未签入</StatusBadge>;
  return (
    <HStack gap="2" color="fg.muted">
      <StatusBadge tone={toneOf(agent.code)}>{text}</StatusBadge>
      <span style={{ fontVariantNumeric: 'tabular-nums' }}><Elapsed since={agent.since} offset={clockOffset} /></span>
      <span>{reasonText(agent.reason)}</span>
    </HStack>
  );
}

/** The figures and the bar of today; read again when a call or a state ends, and every 10 s. */
export function MyDay() {
  const { clockOffset } = useSelector((state: RootState) => selectTelephony(state));
  const { data, error, refetch, fulfilledTimeStamp } = callQueries.useMyDayQuery({});
  const refresh = useWhenActive(() => void refetch());
  usePolling(refresh);
  useEffect(() => {
    const ends = [bus.subscribe('agent.state', refresh), bus.subscribe('call.recorded', refresh)];
    return () => {
      for (const end of ends) end();
    };
  }, [refresh]);
  if (!data) return error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  const figures = [
    { name: '呼入', value: data.inbound },
    { name: '呼出', value: data.outbound },
    { name: '接听', value: data.answered },
    { name: '通话时长', value: formatDuration(data.talkS) },
    { name: '空闲时长', value: formatDuration(data.readyS) },
    { name: '忙碌时长', value: formatDuration(data.busyS) },
    { name: '话后时长', value: formatDuration(data.wrapUpS) },
  ];
  return (
    <>
      <Section title="我的今天" aside={<OwnState />}><Figures figures={figures} /></Section>
      <Section title="今日状态"><Timeline states={data.states} now={(fulfilledTimeStamp ?? Date.now()) + clockOffset} /></Section>
    </>
  );
}

export function AgentHome() {
  return (
    <>
      <MyDay />
      <Section title="快捷键"><QuickKeys /></Section>
    </>
  );
}
