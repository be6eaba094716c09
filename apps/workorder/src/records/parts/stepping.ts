/** From one record of a list to the next, over the ends of its pages. */
import type { ResourceList } from "@liantai/ui/resource";
import { useEffect, useState } from "react";

type Listed = Pick<ResourceList<{ readonly id: string }, object>, "list" | "pageNo" | "pageSize" | "total" | "onPage">;

export interface Stepping {
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** Of the record that is open; `open` shows another. */
export function useStepping(
  { list, pageNo, pageSize, total, onPage }: Listed,
  id: string | undefined,
  open: (id: string) => void,
): Stepping {
  const rows = list.rows ?? [];
  const at = rows.findIndex((row) => row.id === id);
  // The page was turned for the record beyond it: opened when its rows are there.
  const [turned, setTurned] = useState<{ readonly from: typeof rows; readonly end: "first" | "last" }>();
  useEffect(() => {
    if (!turned || list.rows === undefined || list.rows === turned.from || list.fetching) return;
    setTurned(undefined);
    const to = turned.end === "first" ? list.rows[0] : list.rows.at(-1);
    if (to) open(to.id);
  }, [turned, list, open]);
  if (at < 0) return { previous: undefined, next: undefined };
  const step = (by: 1 | -1): (() => void) | undefined => {
    const beside = rows[at + by];
    if (beside) return () => open(beside.id);
    const page = pageNo + by;
    if (page < 1 || page > Math.ceil(total / pageSize)) return undefined;
    return () => {
      setTurned({ from: rows, end: by === 1 ? "first" : "last" });
      onPage(page);
    };
  };
  return { previous: step(-1), next: step(1) };
}
