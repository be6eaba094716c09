/**
 * Shares of the enterprise's concurrency between its tasks (D47). A task with a share has so much of it before more urgent tasks, as far as
 * it would dial; what it does not take is the others', and all that no share names goes by priority.
 */
import type { TaskLine } from "../../telephony/index.ts";
import { taskGroup } from "@liantai/api/contract/admin";
import { waitsForAgents } from "./targets.ts";
import type { TaskRun } from "./task-run.ts";

export interface Sharer {
  readonly id: string;
  /** Percent; 0: none. */
  readonly share: number;
  readonly calls: number;
  /** How many calls more it would have. */
  readonly wants: number;
}

/** How many of the free places the task may take. Pure. Shares of more than all are shares of their sum; any share is a place at least. */
export function placesFor(
  id: string,
  sharers: readonly Sharer[],
  { most, free }: { readonly most: number; readonly free: number },
): number {
  const sum = Math.max(
    100,
    sharers.reduce((total, { share }) => total + share, 0),
  );
  const kept = ({ share, calls, wants }: Sharer): number =>
    share === 0 ? 0 : Math.max(0, Math.min(Math.max(1, Math.floor((most * share) / sum)) - calls, wants));
  let own = 0;
  let others = 0;
  for (const sharer of sharers)
    if (sharer.id === id) own = kept({ ...sharer, wants: free });
    else others += kept(sharer);
  return Math.max(0, own, free - others);
}

const shareOf = ({ facts }: TaskRun): number => {
  // One that was set before there were shares has none.
  const { share = 0 }: { readonly share?: number } = facts.row.settings;
  return share;
};

type Lines = Parameters<TaskRun["want"]>[2];

/** The lines of a task, with what the shares of all leave it; as they are where nobody has any. */
export function sharedLines(
  run: TaskRun,
  runs: readonly TaskRun[],
  line: Pick<TaskLine, "clock" | "agents">,
  lines: Lines,
): Lines {
  if (lines.most === 0 || runs.every((each) => shareOf(each) === 0)) return lines;
  const wants = (each: TaskRun): number => {
    const { row } = each.facts;
    // What waits for its hours, for numbers or for retries takes none.
    if (each === run || row.state !== "running" || row.ftype === 2 || each.waits !== "" || each.dry) return 0;
    return each.wish(line.clock.now(), waitsForAgents(each.task) ? line.agents(taskGroup(each.id)) : []);
  };
  const sharers = runs.map((each) => ({
    ...{ id: each.id, share: shareOf(each), calls: each.flights.size },
    wants: wants(each),
  }));
  const left = placesFor(run.id, sharers, { most: lines.most, free: Math.max(0, lines.most - lines.live) });
  return { ...lines, shared: { most: run.flights.size + left, used: run.flights.size } };
}
