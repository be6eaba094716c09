/** Agents by state: badges with counts, the fullest first. */
import { HStack } from "@chakra-ui/react";
import { seatStatusText } from "@liantai/api/contract";
import { StatusBadge, type StateTone } from "@liantai/ui";
import { memo } from "react";
import { toneOf } from "./timeline-model.ts";

export interface StateCount {
  readonly tone: StateTone;
  readonly text: string;
  readonly count: number;
}

/** How many agents are in each state, a custom status by its name, the fullest first. */
export function stateCounts(
  agents: readonly { readonly code: number; readonly statusName?: string }[],
): readonly StateCount[] {
  const counts = new Map<string, StateCount>();
  for (const { code, statusName } of agents) {
    const text = seatStatusText(code, statusName);
    counts.set(text, { tone: toneOf(code), text, count: (counts.get(text)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

export const StateCounts = memo(function StateCounts({ counts }: { readonly counts: readonly StateCount[] }) {
  return (
    <HStack wrap="wrap" gap="3">
      {counts.map(({ tone, text, count }) => (
        <HStack key={text} gap="1">
          <StatusBadge tone={tone}>{text}</StatusBadge>
          <span>{count}</span>
        </HStack>
      ))}
    </HStack>
  );
});
