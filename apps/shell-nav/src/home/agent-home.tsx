/** 工作台 of a seat agent: the own state and the own day. */
import { useEffect } from "react";
import {
  FailureState,
  Figures,
  LoadingState,
  OwnState,
  ownFigures,
  Section,
  Timeline,
  usePolling,
  useWhenActive,
} from "@liantai/ui";
import { queriesOf, selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import { telephonyApi } from "@liantai/api/contract";
import { bus } from "@liantai/bus";
import { QuickKeys } from "./quick-keys.tsx";

const own = queriesOf(telephonyApi);

/** The figures and the bar of today; read again when a call or a state ends, and every 10 s. */
export function MyDay() {
  const { clockOffset } = useSelector((state: RootState) => selectTelephony(state));
  const { data, error, refetch, fulfilledTimeStamp } = own.myDay.useQuery({});
  const refresh = useWhenActive(() => void refetch());
  usePolling(refresh);
  useEffect(() => {
    const ends = [bus.subscribe("agent.state", refresh), bus.subscribe("call.recorded", refresh)];
    return () => {
      for (const end of ends) end();
    };
  }, [refresh]);
  if (!data) return error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  return (
    <>
      <Section title="我的今天" aside={<OwnState />}>
        <Figures figures={ownFigures(data)} />
      </Section>
      <Section title="今日状态">
        <Timeline states={data.states} now={(fulfilledTimeStamp ?? Date.now()) + clockOffset} />
      </Section>
    </>
  );
}

export function AgentHome() {
  return (
    <>
      <MyDay />
      <Section title="快捷键">
        <QuickKeys />
      </Section>
    </>
  );
}
