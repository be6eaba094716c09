/** The way of an order through the nodes of its flow: who had it where, and for how long. Pure. */
import { epochOf } from "@liantai/api/contract";
import type { FoundOrder, HistoryEntry } from "./queries.ts";

export interface Stay {
  readonly node: string;
  readonly from: string;
  /** '' while it is there. */
  readonly until: string;
  /** Who ended the stay, and how; who has it while it is there. */
  readonly by: string;
  readonly how: string;
  readonly ms: number;
}

/** Steps that take an order from one node to another. */
const moves: ReadonlySet<string> = new Set([
  "submitted",
  "approved",
  "returned",
  "returnedToCreator",
  "retrieved",
  "completed",
  "jumped",
]);

/** Sub-orders that were waited for ended: the order went on by itself. */
const wentOn = ({ type, data }: HistoryEntry): boolean => type === "subOrderEnded" && data["went"] !== undefined;

export function staysOf(history: readonly HistoryEntry[], { order, nodes }: FoundOrder, now: number): readonly Stay[] {
  const start = nodes.find(({ kind }) => kind === "start")?.name ?? "";
  const stays: Stay[] = [];
  let node = start;
  let from = history[0]?.time ?? order.createTime;
  const end = (entry: HistoryEntry, to: string) => {
    const ms = Math.max(0, epochOf(entry.time) - epochOf(from));
    stays.push({ node, from, until: entry.time, by: entry.byName, how: entry.name, ms });
    node = to;
    from = entry.time;
  };
  for (const [at, entry] of history.entries()) {
    if (wentOn(entry)) end(entry, history.slice(at + 1).find((e) => moves.has(e.type))?.from || order.nodeName);
    else if (moves.has(entry.type) && (entry.from !== entry.to || entry.type === "completed")) end(entry, entry.to);
    else if (entry.type === "migrated" && entry.to !== "") node = entry.to;
  }
  const over = order.state === "done" || order.state === "deleted";
  if (!over) stays.push({ node, from, until: "", by: order.holderName, how: "", ms: Math.max(0, now - epochOf(from)) });
  return stays;
}
