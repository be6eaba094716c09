/** How what may be watched of a seat is told in the list. */
import { seatFigureOf } from "@liantai/api/contract/admin";
import type { StateTone } from "@liantai/ui";
import { isBeyond, type Limits } from "@liantai/ui/resource";
import { toneOf } from "../../home/parts/timeline-model.ts";

/** What a person is told who points at it; undefined: it is within its limit, or has none. */
export function beyondText(id: string, value: number | null, limits: Limits): string | undefined {
  const figure = seatFigureOf(id);
  return figure && isBeyond(figure, value, limits) ? "超过告警设置" : undefined;
}

/** A held talk is a talk. */
export const watchedTone = (code: number): StateTone => (toneOf(code) === "held" ? "talking" : toneOf(code));
