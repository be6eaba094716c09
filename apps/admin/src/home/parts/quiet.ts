/** What a home page reads again by itself, every few seconds in a busy hour. */
import { useDeferredValue, useMemo } from "react";
import type { Part } from "./parts.tsx";

/** Of a query what is drawn: that it is being read again draws nothing. */
export const quietly = <T>({ data, error }: Omit<Part<T>, "refetch">) => ({ data, error });

interface Read<T> extends Part<T> {
  /** Epoch ms, by the browser's clock; where it is drawn, too. */
  readonly fulfilledTimeStamp?: number | undefined;
}

/**
 * What a query brought, drawn in slices: a press comes in between. The same object until there is another answer, so that a section
 * which does not show this query is not drawn for it.
 */
export function useInSlices<T>({ data, error, fulfilledTimeStamp, refetch }: Read<T>): Read<T> {
  const read = useMemo(() => ({ data, fulfilledTimeStamp }), [data, fulfilledTimeStamp]);
  const drawn = useDeferredValue(read);
  // The first come at once: nothing stands there yet.
  const shown = data === undefined || drawn.data === undefined ? read : drawn;
  return useMemo(() => ({ ...shown, error, refetch }), [shown, error, refetch]);
}
