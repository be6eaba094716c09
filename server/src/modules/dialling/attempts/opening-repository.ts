/** Attempts begin: committed before anything is dialled. */
import { formatDate } from "@liantai/api/contract";
import type { NumberState } from "@liantai/api/contract/admin";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialPhoneTable } from "../../../ports/schema/dialling.ts";
import { countProgress, moveProgress } from "../progress-repository.ts";
import { taskThere } from "./facts-repository.ts";
import { samePerson } from "./person-repository.ts";

type PhoneRow = Selectable<DialPhoneTable>;

const phoneColumns = [
  "compId",
  "id",
  "taskId",
  "batchId",
  "phone",
  "person",
  "contact",
  "state",
  "reason",
  "attempts",
  "tries",
  "agentId",
  "takenAt",
  "variables",
  "place",
  "draw",
] as const satisfies readonly (keyof PhoneRow)[];

/** A number as an attempt needs it. */
export type DialledPhone = Pick<PhoneRow, (typeof phoneColumns)[number]> & {
  /** Of the day that was asked about. */
  readonly attemptsToday: number;
};

/** Nobody changes it until this transaction is over. */
export async function lockPhone(trx: Trx, compId: string, id: string, now: number): Promise<DialledPhone | undefined> {
  return trx
    .selectFrom("dial_phone")
    .select(phoneColumns)
    .select(sql<number>`case when today = ${formatDate(now)}::date then attempts_today else 0 end`.as("attemptsToday"))
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export interface OpenInput {
  readonly attemptId: string;
  readonly callId: string;
  readonly ftype: number;
  readonly displayed?: string;
  readonly agentId?: string;
  readonly now: number;
}

/** The number is locked, and its state allows it. Gives the number of the attempt. */
export async function openAttempt(
  trx: Trx,
  phone: DialledPhone,
  { attemptId, callId, ftype, displayed = "", agentId = "", now }: OpenInput,
): Promise<number> {
  const { compId, id, taskId, batchId, attempts, attemptsToday, state } = phone;
  const attempt = attempts + 1;
  await trx
    .insertInto("dial_attempt")
    .values({
      compId,
      id: attemptId,
      taskId,
      phoneId: id,
      batchId,
      phone: phone.phone,
      ftype,
      attempt,
      callId,
      displayed,
      startedAt: new Date(now),
      agentId,
    })
    .execute();
  await trx
    .updateTable("dial_phone")
    .set({
      state: "dialling",
      reason: "",
      attempts: attempt,
      attemptsToday: attemptsToday + 1,
      today: formatDate(now),
      lastAt: new Date(now),
    })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .execute();
  await countProgress(trx, compId, taskId, { ...moveProgress(state, "dialling"), attempts: 1 });
  return attempt;
}

/** A number was dialled since its seat took it. */
const dialledSince = sql<boolean>`exists (select from dial_attempt a
  where a.comp_id = dial_phone.comp_id and a.phone_id = dial_phone.id and a.started_at >= dial_phone.taken_at)`;
/** It was stopped, or its person reached, while it was dialled (D66). */
const ended = sql<boolean>`(state = 'dialling' and reason <> '')`;

/**
 * Its call never began: as if it had not been committed. A number that was dialled since it was taken stands as that call left it, another
 * as it was taken. undefined: it has ended, or there is none.
 */
export async function withdrawAttempt(
  trx: Trx,
  compId: string,
  attemptId: string,
): Promise<(Pick<DialledPhone, "taskId"> & { readonly phoneId: string }) | undefined> {
  const gone = await trx
    .deleteFrom("dial_attempt")
    .where("compId", "=", compId)
    .where("id", "=", attemptId)
    .where("endedAt", "is", null)
    .returning(["taskId", "phoneId"])
    .executeTakeFirst();
  if (!gone) return undefined;
  const before = await trx
    .selectFrom("dial_phone")
    .select("state")
    .where("compId", "=", compId)
    .where("id", "=", gone.phoneId)
    .forUpdate()
    .executeTakeFirst();
  const after = await trx
    .updateTable("dial_phone")
    .set((e) => ({
      state: sql<NumberState>`case when state <> 'dialling' then state
        when ${ended} then case when reason = ${samePerson} then 'skipped' else 'stopped' end
        when ${dialledSince} then case when next_at is null then 'done' else 'retry' end
        else 'claimed' end`,
      nextAt: sql<Date | null>`case when not ${ended} then next_at end`,
      takenAt: sql<Date | null>`case when not ${ended} or ${dialledSince} then taken_at end`,
      attempts: e("attempts", "-", 1),
      attemptsToday: sql<number>`greatest(attempts_today - 1, 0)`,
    }))
    .where("compId", "=", compId)
    .where("id", "=", gone.phoneId)
    .returning("state")
    .executeTakeFirst();
  if (await taskThere(trx, compId, gone.taskId))
    await countProgress(trx, compId, gone.taskId, {
      attempts: -1,
      ...(before && after ? moveProgress(before.state, after.state) : {}),
    });
  return gone;
}
