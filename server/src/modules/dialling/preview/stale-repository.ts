/** SQL of numbers whose seat has gone, or has had them for too long. */
import { sql } from "kysely";
import type { NumberState } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { countProgress, moveProgress } from "../progress-repository.ts";

export interface Freed {
  readonly taskId: string;
  readonly id: string;
}

const back = sql<NumberState>`case when next_at is null then 'waiting' else 'retry' end`;
/** A pool's number is anybody's again. */
const owner = sql<string>`case when (select d.settings->>'allotment' from dial_task d
  where d.comp_id = dial_phone.comp_id and d.id = dial_phone.task_id) = 'pool' then '' else agent_id end`;

/** What somebody else is at is no longer stale, or he frees it. */
const inHands = (trx: Trx, compId: string) =>
  trx
    .selectFrom("dial_phone")
    .select("id")
    .where("compId", "=", compId)
    .where("takenAt", "is not", null)
    .forUpdate()
    .skipLocked();

export const enterprisesWithHands = async (trx: Trx): Promise<string[]> =>
  (
    await trx
      .selectFrom("dial_phone")
      .select("compId")
      .distinct()
      .where("takenAt", "is not", null)
      .orderBy("compId")
      .execute()
  ).map(({ compId }) => compId);

/** Its task is over, by an order or by its last day: nobody dials the number any more. */
const ofOver = (now: number) => sql<boolean>`exists (select from task t
  where t.comp_id = dial_phone.comp_id and t.id = dial_phone.task_id
    and (t.state in ('completed', 'stopped', 'expired') or t.until_at <= ${new Date(now)}))`;

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Taken and never dialled, past its deadline, of a task that is over or of a seat that takes part no more. */
async function freeTaken(trx: Trx, compId: string, now: number): Promise<Freed[]> {
  const stale = await inHands(trx, compId)
    .where("state", "=", "claimed")
    .where((e) =>
      e.or([
        e("claimedUntil", "<=", new Date(now)),
        ofOver(now),
        e.not(
          e.exists(
            e
              .selectFrom("task_seat as s")
              .select("s.agentId")
              .whereRef("s.compId", "=", "dial_phone.compId")
              .whereRef("s.taskId", "=", "dial_phone.taskId")
              .whereRef("s.agentId", "=", "dial_phone.agentId")
              .where("s.participateStatus", "=", 1),
          ),
        ),
      ]),
    )
    .execute();
  if (stale.length === 0) return [];
  const rows = await trx
    .updateTable("dial_phone")
    .set({ state: back, agentId: owner, takenAt: null, claimedUntil: null })
    .where("compId", "=", compId)
    .where("id", "in", idsOf(stale))
    .returning(["taskId", "id", "state"])
    .execute();
  // In one order: two that do this wait for each other in no circle.
  for (const { taskId, state } of rows.toSorted((a, b) => (a.taskId < b.taskId ? -1 : 1)))
    await countProgress(trx, compId, taskId, moveProgress("claimed", state));
  return rows.map(({ taskId, id }) => ({ taskId, id }));
}

const asksResult = sql<boolean>`exists (select from dial_task d
  where d.comp_id = dial_phone.comp_id and d.id = dial_phone.task_id and jsonb_array_length(d.settings->'results') > 0)`;
/** Its seat dialled it, and has not said what came of it, which the task asks for. */
const owed = sql<boolean>`(result = '' and last_at >= taken_at and ${asksResult})`;
/** In the session in which it joined. */
const takesPart = sql<boolean>`exists (select from task_seat t join session o on o.id = t.session_id
  where t.comp_id = dial_phone.comp_id and t.task_id = dial_phone.task_id and t.agent_id = dial_phone.agent_id
    and t.participate_status = 1 and o.ended_at is null)`;

/**
 * Dialled, and nobody gave a result: it is out of the seat's hands, as its line left it. Of a task that asks for results not before the
 * seat has left it, or has signed out; the result is its duty from then on, and the number stays its own.
 */
async function dropDialled(trx: Trx, compId: string, until: number): Promise<Freed[]> {
  const stale = await inHands(trx, compId)
    .where("state", "in", ["done", "retry", "skipped", "stopped"])
    .where("lastAt", "<", new Date(until))
    .where(sql<boolean>`not (${owed} and ${takesPart})`)
    .execute();
  if (stale.length === 0) return [];
  return trx
    .updateTable("dial_phone")
    .set({
      takenAt: null,
      resultDue: sql<number>`case when ${owed} then 1 else 0 end`,
      agentId: sql<string>`case when state = 'retry' and not ${owed} then ${owner} else agent_id end`,
    })
    .where("compId", "=", compId)
    .where("id", "in", idsOf(stale))
    .returning(["taskId", "id"])
    .execute();
}

export const freeStale = async (trx: Trx, compId: string, now: number, heldMs: number): Promise<Freed[]> => [
  ...(await freeTaken(trx, compId, now)),
  ...(await dropDialled(trx, compId, now - heldMs)),
];
