/** What the two monitors of queues share: clients, and being asked again when something may have changed. */
import { queriesOf, selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import { groupMonitorApi, queueListApi } from "@liantai/api/contract/admin";
import { useBus } from "@liantai/bus/react";
import { usePolling, useWhenActive, type ListView } from "@liantai/ui";

export const groupMonitor = queriesOf(groupMonitorApi);
export const queueList = queriesOf(queueListApi);

/** ms that the server's clock is ahead of the browser's. */
export const useClockOffset = (): number => useSelector((state: RootState) => selectTelephony(state).clockOffset);

/** Asked again every ten seconds, and when calls or states have changed; not while nobody looks. */
export function useLive(refetch: () => unknown): void {
  const ask = () => void refetch();
  const refresh = useWhenActive(ask);
  usePolling(ask);
  useBus("day.changed", refresh);
  useBus("link.refetch", refresh);
}

interface Answer<T> {
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** A whole list that is sorted here. Rows stay while others are fetched. */
export const viewOf = <T, R>(
  { data, error, isFetching, refetch }: Answer<T>,
  rows: (data: T) => readonly R[],
): ListView<R> => ({
  rows: data && rows(data),
  fetching: isFetching,
  error,
  retry: () => void refetch(),
});
