import { opened, searchChanged, useDispatch } from "@liantai/api/client";
import { flowTypes } from "@liantai/api/flows";
import { useCallback } from "react";

interface Named {
  readonly id: string;
  readonly flowType: number;
}

/** Opens the editor at a flow: its address says which. Satisfaction flows have an editor's tab of their own. */
export function useOpenFlow(): (flow: Named) => void {
  const dispatch = useDispatch();
  return useCallback(
    ({ id, flowType }) => {
      const path = flowType === flowTypes.satisfaction ? "/satisfaction/knownnav" : "/knownnav";
      dispatch(opened({ to: path }));
      dispatch(searchChanged({ key: path, search: new URLSearchParams({ id }).toString() }));
    },
    [dispatch],
  );
}
