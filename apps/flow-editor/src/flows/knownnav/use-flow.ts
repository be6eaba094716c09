/** The flow that is drawn, as the server has it. Past the cache: each save would fetch all of it again. */
import { requestHost, send } from "@liantai/api/client";
import type { Failure } from "@liantai/api/contract";
import { flowApi } from "@liantai/api/contract/flow-editor";
import { useCallback, useEffect, useState } from "react";
import type { OneFlow } from "./queries.ts";

export async function findFlow(id: string): Promise<OneFlow> {
  const found = await send<OneFlow>(requestHost(), { endpoint: flowApi.find, params: { id } });
  if ("error" in found) throw found.error;
  return found.data;
}

interface Loading {
  readonly data: OneFlow | undefined;
  readonly error: Failure | undefined;
  readonly retry: () => void;
}

/** Loaded once: what comes later (another's draft) does not replace what is on the board. */
export function useFlow(id: string): Loading {
  const [got, setGot] = useState<Pick<Loading, "data" | "error">>({ data: undefined, error: undefined });
  const load = useCallback(() => {
    let gone = false;
    setGot({ data: undefined, error: undefined });
    findFlow(id).then(
      (data) => !gone && setGot({ data, error: undefined }),
      (error: unknown) => !gone && setGot({ data: undefined, error: error as Failure }),
    );
    return () => {
      gone = true;
    };
  }, [id]);
  useEffect(load, [load]);
  return { ...got, retry: load };
}
