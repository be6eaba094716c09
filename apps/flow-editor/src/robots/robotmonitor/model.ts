/** 机器人监控: asked once, told from then on. */
import { hearingExtension, queriesOf, useMayPress } from "@liantai/api/client";
import { robotMonitorApi, robotTakeOver } from "@liantai/api/contract/flow-editor";
import { bus } from "@liantai/bus";
import { useBus } from "@liantai/bus/react";
import { useEffect, useMemo, useState } from "react";
import { fetched, kept, living, told, type Calls } from "./calls.ts";

const monitor = queriesOf(robotMonitorApi);

export function useRobotMonitor() {
  const answer = monitor.list.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  const { data, refetch } = answer;
  const [calls, setCalls] = useState<Calls>(new Map());
  const [chosen, choose] = useState<string>();
  useEffect(() => {
    bus.publish("robot.follow", { on: true });
    return () => bus.publish("robot.follow", { on: false });
  }, []);
  useBus("robot.said", (message) => setCalls((before) => kept(told(before, message), chosen)));
  useBus("link.refetch", () => void refetch());
  useEffect(() => {
    if (data) setCalls((before) => kept(fetched(before, data), chosen));
    // Whoever chooses another call has nothing fetched by it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);
  const rows = useMemo(() => living(calls), [calls]);
  const lines = (data?.lines ?? []).map((line) => ({
    ...line,
    used: rows.filter(({ lineId }) => lineId === line.id).length,
  }));
  return {
    list: { rows: data && rows, fetching: answer.isFetching, error: answer.error, retry: () => void refetch() },
    lines,
    chosen: chosen === undefined ? undefined : calls.get(chosen),
    choose,
  };
}

/** Brings the caller to who presses: to his seat, or to the page of an administrator, or the extension that he named. */
export function useTakeOver() {
  const may = useMayPress("/robotmonitor")(robotTakeOver);
  const run = (callId: string): void => {
    const extension = hearingExtension();
    bus.publish("seat.supervise", { command: "pickup", callId, ...(extension ? { extension } : {}) });
  };
  return { may, run };
}
