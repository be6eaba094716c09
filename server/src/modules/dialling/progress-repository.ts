/** Counters of tasks: changed in the transaction that changes what they count, reconciled nightly. */
import type { NumberState } from "@liantai/api/contract/admin";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { DialProgressTable } from "../../ports/schema/dialling.ts";

export type ProgressRow = Selectable<DialProgressTable>;
export type Counter = Exclude<keyof ProgressRow, "compId" | "taskId">;
export type ProgressChange = Partial<Record<Counter, number>>;

/** Under which counter a number of this state stands. */
export const counterOf = {
  waiting: "waiting",
  claimed: "live",
  dialling: "live",
  ringing: "live",
  answered: "live",
  connected: "live",
  retry: "retry",
  done: "done",
  skipped: "skipped",
  stopped: "stopped",
} as const satisfies Readonly<Record<NumberState, Counter>>;

/** Adds these to the counters of a task; the row is made with the first. */
export async function countProgress(trx: Trx, compId: string, taskId: string, change: ProgressChange): Promise<void> {
  const entries = Object.entries(change).filter(([, by]) => by !== 0) as [Counter, number][];
  if (entries.length === 0) return;
  await trx
    .insertInto("dial_progress")
    .values({ compId, taskId, ...Object.fromEntries(entries) })
    .onConflict((c) =>
      c
        .columns(["compId", "taskId"])
        .doUpdateSet((e) =>
          Object.fromEntries(entries.map(([name, by]) => [name, sql`${e.ref(`dial_progress.${name}`)} + ${by}`])),
        ),
    )
    .execute();
}

/** A number, or several, went from one state to another. */
export const moveProgress = (from: NumberState, to: NumberState, by = 1): ProgressChange =>
  counterOf[from] === counterOf[to] ? {} : { [counterOf[from]]: -by, [counterOf[to]]: by };

export const readProgress = (trx: Trx, compId: string, taskIds: readonly string[]) =>
  taskIds.length === 0
    ? Promise.resolve([])
    : trx.selectFrom("dial_progress").selectAll().where("compId", "=", compId).where("taskId", "in", taskIds).execute();
