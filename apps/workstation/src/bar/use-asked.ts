import { useEffect, useState } from "react";
import type { AgentHttp } from "../agent-client/ports.ts";
import { useAgentClient } from "./context.ts";

type Lists = {
  readonly [K in "colleagues" | "customStatuses"]: NonNullable<Awaited<ReturnType<AgentHttp[K]>>>;
};
type Ask = { readonly [K in keyof Lists]: () => Promise<Lists[K] | undefined> };

/** A list for a panel, asked at every opening because it changes while agents work. Undefined until the server answers. */
export function useAsked<K extends keyof Lists>(what: K): Lists[K] | "failed" | undefined {
  const { core } = useAgentClient();
  const [found, setFound] = useState<Lists[K] | "failed">();
  useEffect(() => {
    let here = true;
    const lists: Ask = core.ports.http;
    void lists[what]().then((answer) => here && setFound(answer ?? "failed"));
    return () => {
      here = false;
    };
  }, [core, what]);
  return found;
}
