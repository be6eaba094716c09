/** Stays in the queues of skill groups, counted for whoever asks for a group's day. */
import { sql } from "kysely";
import type { CallFigure } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";
import { visitCondition } from "../records/index.ts";
import { unseen } from "./unseen.ts";

const counted = [
  "queued",
  "queueAnswered",
  "abandoned",
  "shortAbandoned",
  "lost",
  "decided",
  "leveled",
  "withinLevel",
] as const;

/** What a group's queue came to. */
export type GroupSums = Readonly<Record<(typeof counted)[number] | "waitMs", number>>;

export const noVisits: GroupSums = {
  queued: 0,
  queueAnswered: 0,
  abandoned: 0,
  shortAbandoned: 0,
  lost: 0,
  decided: 0,
  leveled: 0,
  withinLevel: 0,
  waitMs: 0,
};

export interface GroupPart extends GroupSums {
  readonly skillGroupId: string;
  /** Stays that are not over. */
  readonly open: number;
}

const count = (figure: Exclude<CallFigure, "handled" | "talking">) =>
  sql`count(*) filter (where ${visitCondition(figure)}) as ${sql.id(figure)}`;

/** By the hour, epoch ms, that a stay began in, counted from `from`. */
export async function visitHours(
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
): Promise<ReadonlyMap<number, readonly GroupPart[]>> {
  const { rows } = await sql<
    { readonly hour: Date; readonly skillGroupId: string } & Readonly<Record<keyof GroupSums | "open", string | null>>
  >`
    select date_bin('1 hour', v.entered_at, ${unseen(from)}) as hour, v.skill_group_id,
      ${sql.join(counted.map(count))}, sum(v.wait_ms) filter (where ${visitCondition("queueAnswered")}) as wait_ms,
      count(*) filter (where ${visitCondition("waiting")}) as open
    from call_visit v
    where v.comp_id = ${compId} and v.entered_at >= ${unseen(from)} and v.entered_at < ${unseen(to)}
    group by 1, 2`.execute(trx);
  const hours = new Map<number, GroupPart[]>();
  for (const { hour, skillGroupId, ...row } of rows) {
    const at = hour.getTime();
    const sums = Object.fromEntries(
      [...counted, "waitMs", "open"].map((name) => [name, Number(row[name as keyof typeof row] ?? 0)]),
    );
    hours.set(at, [...(hours.get(at) ?? []), { ...noVisits, open: 0, ...sums, skillGroupId }]);
  }
  return hours;
}
