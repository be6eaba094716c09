/** Opens 通话记录 with the filters that list exactly the calls of a figure. */
import { opened, searchChanged, useDispatch, useMaySee } from "@liantai/api/client";
import type { CallsBehind } from "@liantai/api/contract/admin";
import { useCallback } from "react";

const page = "/callrecord";

/** yyyy-MM-dd HH:mm:ss, both included. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** Undefined: 通话记录 is not granted. */
export function useOpenCalls(
  agentId?: string,
): ((calls: CallsBehind & { readonly agentId?: string }, range: Range) => void) | undefined {
  const dispatch = useDispatch();
  const granted = useMaySee(page);
  const open = useCallback(
    (calls: CallsBehind & { readonly agentId?: string }, { from, to }: Range) => {
      const search = new URLSearchParams({
        startTime: from,
        endTime: to,
        ...calls,
        ...(agentId === undefined ? {} : { agentId }),
      }).toString();
      dispatch(opened({ to: page }));
      dispatch(searchChanged({ key: page, search }));
    },
    [dispatch, agentId],
  );
  return granted ? open : undefined;
}
