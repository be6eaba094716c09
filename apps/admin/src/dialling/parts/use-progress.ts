/** Counters of the tasks on show, asked again every ten seconds while they are looked at. */
import { useBus } from "@liantai/bus/react";
import { usePolling, useWhenActive } from "@liantai/ui";
import { useEffect, useMemo, useRef, useState } from "react";
import { tasks, type Task, type TaskProgress } from "./queries.ts";

/** The server takes so many at once. */
const most = 200;

const same = (task: Task, { state, waitsFor, joined, progress }: TaskProgress): boolean =>
  task.state === state &&
  task.waitsFor === waitsFor &&
  task.joined === joined &&
  JSON.stringify(task.progress) === JSON.stringify(progress);

/**
 * The rows with the newest counters. All rows come in one answer and are drawn at once; a row in which nothing changed stays the same
 * object and is not drawn.
 */
export function useProgress(rows: readonly Task[] | undefined): readonly Task[] | undefined {
  const [ask] = tasks.progress.useLazyQuery();
  const [known, setKnown] = useState<ReadonlyMap<string, TaskProgress>>(new Map());
  // What a list brings is newer than what was asked before it.
  const [of, setOf] = useState(rows);
  if (of !== rows) {
    setOf(rows);
    setKnown(new Map());
  }
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  const look = () => {
    const asked = rows ?? [];
    if (asked.length === 0) return;
    const ids = asked.slice(0, most).map(({ id }) => id);
    void ask({ body: { ids } })
      .unwrap()
      .then((list) => {
        if (latest.current === asked) setKnown(new Map(list.map((one) => [one.id, one])));
      })
      // The shell has said why; the rows stay as they are until the next look.
      .catch(() => undefined);
  };
  usePolling(look);
  useBus("link.refetch", useWhenActive(look));
  return useMemo(
    () =>
      rows?.map((task) => {
        const news = known.get(task.id);
        return news && !same(task, news) ? { ...task, ...news } : task;
      }),
    [rows, known],
  );
}
