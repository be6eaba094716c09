/** SQL of what was called before, by whichever task: for the checks of attempts. */
import { dayMs, hourMs } from "@liantai/api/contract";
import type { TaskSettings } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import { plannedAnew } from "../../../adapters/database/statements.ts";
import type { Trx } from "../../../ports/database.ts";
import { cameToComplaint, complainedAt, complaintsSince } from "../attempts/complaints-repository.ts";
import { abandonedRestMs, type DialQuestion } from "../checks/index.ts";

/** A call that was abandoned since then rang at most so long before. */
const rangMs = hourMs;

interface Found {
  readonly phone: string;
  readonly calls: number;
  readonly filledAt: Date | null;
  readonly abandonedAt: Date | null;
  readonly complainedAt: Date | null;
}

/**
 * Calls to these telephone numbers over all tasks in the task's days of frequency, when they leave room for another one, when the last one
 * that counts was abandoned, and when one came to a complaint.
 */
export async function historyOf(
  trx: Trx,
  compId: string,
  phones: readonly string[],
  {
    frequencyDays,
    frequencyCalls,
    now,
  }: Pick<TaskSettings, "frequencyDays" | "frequencyCalls"> & { readonly now: number },
): Promise<ReadonlyMap<string, DialQuestion["history"]>> {
  if (phones.length === 0) return new Map();
  const window = frequencyDays * dayMs;
  const callsSince = new Date(now - window);
  const since = new Date(Math.min(now - window, now - abandonedRestMs - rangMs, complaintsSince(now).getTime()));
  // Number by number, planned anew: a plan of the first calls, when there was nothing yet, would look through all attempts since then.
  const { rows } = await sql<Found>`
    select ${plannedAnew} n.phone, a.calls, a.began[${Math.max(1, frequencyCalls)}::integer] as filled_at, a.abandoned_at, a.complained_at
    from unnest(${sql.val([...new Set(phones)])}::text[]) as n (phone)
    cross join lateral (
      select (count(*) filter (where started_at >= ${callsSince}))::integer as calls,
        array_agg(started_at order by started_at desc) filter (where started_at >= ${callsSince}) as began,
        max(coalesce(answered_at, started_at)) filter (where abandoned = 1) as abandoned_at,
        max(${complainedAt}) filter (where ${cameToComplaint}) as complained_at
      from dial_attempt where comp_id = ${compId} and phone = n.phone and started_at >= ${since}
    ) a`.execute(trx);
  return new Map(
    rows.map(({ phone, calls, filledAt, abandonedAt, complainedAt }) => [
      phone,
      {
        calls,
        // A call of this very moment of its day still counts.
        roomAt: filledAt && filledAt.getTime() + window + 1,
        abandonedAt: abandonedAt?.getTime() ?? null,
        complainedAt: complainedAt?.getTime() ?? null,
      },
    ]),
  );
}
