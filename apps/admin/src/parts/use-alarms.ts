import { bus } from "@liantai/bus";
import { useEffect, useRef } from "react";
import { isBeyond, limitText, type Limits, type Watched } from "@liantai/ui/resource";

/** Something with figures: a skill group, a queue. */
export interface Alarming {
  readonly id: string;
  readonly name: string;
  readonly value: (figure: string) => number | null;
}

/**
 * Says what has come to be beyond its limit, once until it is within again. What is beyond when the screen opens is said, too. The
 * notifications' own tone is at most one in 1.5 s (console.md section 9), however many are said at once.
 */
export function useAlarms(
  screen: string,
  watched: readonly Watched[],
  rows: readonly Alarming[] | undefined,
  limits: Limits,
): void {
  const beyond = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!rows) return;
    const now = new Map(
      rows.flatMap((row) =>
        watched
          .filter((figure) => isBeyond(figure, row.value(figure.id), limits))
          .map((figure) => [`${row.id}.${figure.id}`, { row, figure }] as const),
      ),
    );
    for (const [id, { row, figure }] of now)
      if (!beyond.current.has(id))
        bus.publish("notification.show", {
          id: `alarm.${screen}.${id}`,
          title: `${row.name}告警`,
          text: `${figure.name}${limitText(figure, limits[figure.id] ?? 0)}，当前${row.value(figure.id)}`,
          level: "warning",
          sound: true,
        });
    beyond.current = new Set(now.keys());
  }, [screen, watched, rows, limits]);
}
