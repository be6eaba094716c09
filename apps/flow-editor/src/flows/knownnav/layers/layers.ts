/** What is laid over the canvas: nothing, the way that tests, an audition or a replay took, or the counters of calls. */
import type { CounterDays } from "@liantai/api/contract/flow-editor";
import { usePolling } from "@liantai/ui";
import { createContext, useCallback, useMemo, useState } from "react";
import { branchCounts, type CallFilter, type Counters, type NodeFigures, type Taken } from "../model/replay.ts";
import { replays } from "../queries.ts";

export type Layer = "none" | "taken" | "calls";

export interface Layers {
  readonly layer: Layer;
  readonly days: CounterDays;
  readonly versionId: string;
  readonly counters: Counters | undefined;
  readonly failed: boolean;
  /** For the canvas. */
  readonly taken: Taken | undefined;
  readonly figures: ReadonlyMap<string, NodeFigures> | undefined;
  readonly onLayer: (layer: Layer) => void;
  readonly onDays: (days: CounterDays) => void;
  readonly onVersion: (versionId: string) => void;
  /** A side's: it is shown at once, for whoever ran a test wants to see it. */
  readonly onTaken: (taken: Taken | undefined) => void;
}

/** Opens the calls behind a figure; null: no counters are shown. */
export const BehindContext = createContext<((filter: Omit<CallFilter, "days" | "versionId">) => void) | null>(null);

export function useLayers(flowId: string): Layers {
  const [layer, onLayer] = useState<Layer>("taken");
  const [days, onDays] = useState<CounterDays>(1);
  const [versionId, onVersion] = useState("");
  const [way, setWay] = useState<Taken>();
  const counting = layer === "calls";
  const { currentData, isError, refetch } = replays.counters.useQuery(
    { body: { flowId, days, versionId } },
    { skip: !counting, refetchOnMountOrArgChange: true },
  );
  usePolling(() => void (counting && refetch()));
  const onTaken = useCallback((taken: Taken | undefined) => {
    setWay(taken);
    if (taken) onLayer("taken");
  }, []);
  const shown = useMemo(() => {
    if (layer !== "calls" || !currentData) return { taken: undefined, figures: undefined };
    const figures = new Map(currentData.nodes.map((node) => [node.nodeId, node]));
    return { taken: branchCounts(currentData.nodes), figures };
  }, [layer, currentData]);
  return {
    ...{ layer, days, versionId, counters: counting ? currentData : undefined, failed: counting && isError },
    ...{ onLayer, onDays, onVersion, onTaken, figures: shown.figures },
    taken: layer === "taken" ? way : shown.taken,
  };
}
