/** Where the time goes, node by node: what is asked of the server, and what the board shows of it. */
import { dayMs, formatDate, type ReplyOf } from "@liantai/api/contract";
import type { flowHeatApi } from "@liantai/api/contract/work-orders";
import { useMemo, useState } from "react";
import { lengthText } from "../../../orders/parts/words.tsx";
import { heats } from "../../queries.ts";

export type NodeHeat = ReplyOf<typeof flowHeatApi.heat>["nodes"][number];

export const periods = { 7: "近7天", 30: "近30天", 90: "近90天", 365: "近一年" } as const;
type Period = keyof typeof periods;

export const spentText = (ms: number | null): string => (ms === null ? "—" : lengthText(ms));

/** How a node looks: 0 is without figures, 4 the longest of the flow. */
export interface Warmth {
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly text: string;
}

const levelOf = (median: number | null, longest: number): Warmth["level"] => {
  if (median === null || longest === 0) return 0;
  return Math.max(1, Math.ceil((median / longest) * 4)) as Warmth["level"];
};

/** By node. */
export function warmthOf(nodes: readonly NodeHeat[]): ReadonlyMap<string, Warmth> {
  const longest = Math.max(0, ...nodes.map(({ median }) => median ?? 0));
  return new Map(
    nodes.map(({ nodeId, now, median }) => [
      nodeId,
      {
        level: levelOf(median, longest),
        text: median === null ? `当前${now}` : `当前${now}，中位${spentText(median)}`,
      },
    ]),
  );
}

const cold: ReadonlyMap<string, Warmth> = new Map();

export function useHeat(id: string, open: boolean) {
  const [period, setPeriod] = useState<Period>(30);
  // Asked for the same days while the board is there.
  const [today] = useState(() => Date.now());
  const range = { startTime: formatDate(today - (period - 1) * dayMs), endTime: formatDate(today) };
  const asked = { id, ...range };
  const { data, error, refetch } = heats.heat.useQuery(
    { body: asked },
    { skip: !open, refetchOnMountOrArgChange: true },
  );
  const warmth = useMemo(() => (open && data ? warmthOf(data.nodes) : cold), [open, data]);
  return { asked, period, setPeriod, data, error, retry: () => void refetch(), warmth };
}
export type Heat = ReturnType<typeof useHeat>;
