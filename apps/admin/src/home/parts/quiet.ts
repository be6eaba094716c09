import type { ReadHooks } from "@liantai/api/client";
import type { ArgOf, Endpoint } from "@liantai/api/contract";
import { useDeferredValue } from "react";

/**
 * Figures that are asked for again every few seconds: that they are is nobody's concern once they are there, so nothing is drawn for it,
 * and what came is drawn in slices: a press comes in between.
 */
export function useFigures<E extends Endpoint>({ useQuery }: ReadHooks<E>, arg: ArgOf<E>) {
  const { refetch, ...query } = useQuery(arg, {
    selectFromResult: ({ data, error, fulfilledTimeStamp }) => ({ data, error, fulfilledTimeStamp }),
  });
  const drawn = useDeferredValue(query.data);
  // The first come at once: nothing stands there yet.
  return { ...query, data: drawn ?? query.data, refetch };
}
