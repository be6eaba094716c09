import { useBus } from "@liantai/bus/react";
import { usePolling, useWhenActive } from "@liantai/ui";

/** Whenever somebody did something to an order of the person, and every ten seconds for what nobody is told of. */
export function useOrdersChanged(again: () => void): void {
  const soon = useWhenActive(again);
  useBus("workorder.changed", soon);
  useBus("link.refetch", soon);
  usePolling(again);
}
