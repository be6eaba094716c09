/** A task as it is at this moment. */
import { selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import { minuteMs } from "@liantai/api/contract";
import { bus, type BusEvents } from "@liantai/bus";
import { useBus } from "@liantai/bus/react";
import { useActive, usePolling, useWhenActive } from "@liantai/ui";
import { useEffect, useId, useRef, useState } from "react";
import { monitors, type Monitored } from "./queries.ts";

const useSocketUp = (): boolean => useSelector((state: RootState) => selectTelephony(state).socket === "up");

/** Asks the workstation for the task's counters while somebody looks. */
function useCounted(id: string): BusEvents["task.counted"] | undefined {
  const screen = useId();
  const active = useActive();
  const [counted, setCounted] = useState<BusEvents["task.counted"]>();
  useEffect(() => {
    if (!active) return undefined;
    bus.publish("task.follow", { screen, taskId: id });
    return () => bus.publish("task.follow", { screen, taskId: null });
  }, [screen, id, active]);
  useBus("task.counted", (told) => told.task.id === id && setCounted(told));
  return counted?.task.id === id ? counted : undefined;
}

/** Whichever is the newer. */
const together = (data: Monitored | undefined, counted: BusEvents["task.counted"] | undefined) =>
  data && counted && counted.at >= data.at ? { ...data, task: { ...data.task, ...counted.task } } : data;

/**
 * Its counters are told by the server at most once a second. The rest is asked for again when calls or states have changed, when the
 * socket is back, and each minute; while it is away everything is, every ten seconds. Not while nobody looks.
 */
export function useMonitored(id: string) {
  const answer = monitors.detail.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  const counted = useCounted(id);
  const up = useSocketUp();
  const look = () => void answer.refetch();
  const refresh = useWhenActive(look);
  usePolling(() => {
    if (!up || Date.now() - (answer.fulfilledTimeStamp ?? 0) >= minuteMs) look();
  });
  const wasUp = useRef(up);
  useEffect(() => {
    if (up && !wasUp.current) refresh();
    wasUp.current = up;
  }, [up, refresh]);
  useBus("day.changed", refresh);
  useBus("link.refetch", refresh);
  return { ...answer, monitored: together(answer.currentData, counted) };
}
