/**
 * Attempts: committed before anything is dialled, closed once whatever ends them. What a number is then, its person's other numbers and the
 * counters of its task follow in the same transaction. `task.changed` is told by whoever commits.
 */
import { formatDate } from "@liantai/api/contract";
import type { Answerer, NumberState, Witness } from "@liantai/api/contract/admin";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialAttemptTable, DialPhoneTable } from "../../../ports/schema/dialling.ts";
import { afterResult } from "../checks/index.ts";
import { countOutcome } from "../experiments/repository.ts";
import { countProgress, moveProgress, type ProgressChange } from "../progress-repository.ts";
import { callsOfNumber, taskFacts } from "./facts-repository.ts";
import { answersByHour, countHour, tellsOfHour } from "../slots/repository.ts";
import { closeOthers, hasOther, passOn } from "./person-repository.ts";

export type AttemptRow = Selectable<DialAttemptTable>;
type PhoneRow = Selectable<DialPhoneTable>;

const reached = 200;
const unanswered = 594;

const phoneColumns = [
  "compId",
  "id",
  "taskId",
  "batchId",
  "phone",
  "person",
  "contact",
  "state",
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
      nextAt: null,
    })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .execute();
  await countProgress(trx, compId, taskId, { ...moveProgress(state, "dialling"), attempts: 1 });
  return attempt;
}

/** Its call never began: as if it had not been committed. The number stands as it was taken. False: it has ended, or there is none. */
export async function withdrawAttempt(trx: Trx, compId: string, attemptId: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom("dial_attempt")
    .where("compId", "=", compId)
    .where("id", "=", attemptId)
    .where("endedAt", "is", null)
    .returning(["taskId", "phoneId"])
    .executeTakeFirst();
  if (!gone) return false;
  const back = await trx
    .updateTable("dial_phone")
    .set((e) => ({
      state: "claimed",
      attempts: e("attempts", "-", 1),
      attemptsToday: sql<number>`greatest(attempts_today - 1, 0)`,
    }))
    .where("compId", "=", compId)
    .where("id", "=", gone.phoneId)
    .where("state", "=", "dialling")
    .returning("id")
    .execute();
  await countProgress(trx, compId, gone.taskId, back.length > 0 ? { attempts: -1 } : {});
  return true;
}

/** Epoch ms; null: it never came so far. */
export interface CloseInput {
  readonly compId: string;
  readonly attemptId: string;
  readonly code: number;
  readonly cause: string;
  /** When the telephone began to ring. */
  readonly ringAt?: number | null;
  readonly answeredAt: number | null;
  readonly connectedAt: number | null;
  readonly endedAt: number;
  readonly agentId: string;
  readonly abandoned: boolean;
  readonly answerer: Answerer | "";
  readonly witness: Witness;
  /** Seconds that call limits want between two calls of this number (checks: intervalOf). */
  readonly minIntervalS?: number;
  /** What a flow or a robot found out. */
  readonly result?: string;
  readonly level?: string;
  readonly score?: number | null;
  /** Its flow was not answered: the rules of 无人接听 say when again. */
  readonly again?: boolean;
}

export interface Closed {
  readonly taskId: string;
  readonly phoneId: string;
  readonly ftype: number;
  readonly state: NumberState;
  readonly nextAt: number | null;
  /** Other numbers of the person that are not dialled any more. */
  readonly closedOthers: number;
  /** With it the task's experiment is over. */
  readonly decided: boolean;
}

const at = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** undefined: it has ended already, or there is none. */
async function endRow(trx: Trx, input: CloseInput): Promise<AttemptRow | undefined> {
  const { answeredAt, connectedAt, endedAt, ringAt = null } = input;
  return trx
    .updateTable("dial_attempt")
    .set({
      endedAt: new Date(endedAt),
      answeredAt: at(answeredAt),
      connectedAt: at(connectedAt),
      code: input.code,
      cause: input.cause,
      witness: input.witness,
      answerer: input.answerer,
      abandoned: input.abandoned ? 1 : 0,
      ringMs: ringAt === null ? 0 : Math.max(0, (answeredAt ?? endedAt) - ringAt),
      talkMs: connectedAt === null ? 0 : Math.max(0, endedAt - connectedAt),
      ...(input.agentId === "" ? {} : { agentId: input.agentId }),
      ...(input.result === undefined ? {} : { result: input.result }),
      ...(input.level === undefined ? {} : { level: input.level }),
      ...(input.score === undefined ? {} : { score: input.score }),
    })
    .where("compId", "=", input.compId)
    .where("id", "=", input.attemptId)
    .where("endedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Where the number goes from here by its task's rules. */
async function nextOf(trx: Trx, phone: DialledPhone, { code, again = false, endedAt, minIntervalS = 0 }: CloseInput) {
  const { compId, id, taskId, attempts, attemptsToday, tries, place, draw } = phone;
  const facts = code === reached && !again ? undefined : await taskFacts(trx, compId, taskId);
  if (!facts) return { state: "done", nextAt: null, tries, reason: "" } as const;
  // Only a rule that wants another hour asks which is the best.
  const as = again ? unanswered : code;
  const { bestSlot, retries } = facts.settings;
  const asksHour = bestSlot !== 0 && retries.some(({ otherSlot, codes }) => otherSlot === 1 && codes.includes(as));
  const result = afterResult({
    ...facts,
    ...{ code: as, tries, attempts, attemptsToday, now: endedAt, minIntervalS },
    calledAt: await callsOfNumber(trx, compId, id),
    otherNumber: await hasOther(trx, phone),
    ...(asksHour
      ? { slots: { counts: await answersByHour(trx, compId, endedAt, { place, attempt: attempts + 1 }), draw } }
      : {}),
  });
  if (result.otherNumber && result.nextAt !== null) await passOn(trx, phone, result.nextAt);
  const { state, reason } = result;
  if (state === "done") return { state, nextAt: null, tries: result.tries, reason: "" };
  return { state, nextAt: result.nextAt, tries: result.tries, reason };
}

/** A person, or nobody: by the hour in which it was dialled, and for the experiment of its task. True: that is over. */
async function countAnswer(trx: Trx, row: AttemptRow, place: string, input: CloseInput): Promise<boolean> {
  const { taskId, startedAt, attempt, talkMs, variant } = row;
  const { compId, code, cause, answeredAt, answerer, endedAt: at, result = row.result } = input;
  if (!tellsOfHour(code, cause)) return false;
  const answered = answeredAt !== null && (answerer === "person" || answerer === "unknown" || answerer === "");
  await countHour(trx, compId, { startedAt: startedAt.getTime(), place, attempt, answered });
  if (variant === "") return false;
  return countOutcome(trx, compId, taskId, { arm: variant, at, answered, talkMs: Number(talkMs), result });
}

/**
 * The attempt is over. A number that was stopped, or taken out of the run otherwise while it was dialled, stays so. undefined: it was
 * closed before, or there is none: to ask twice changes nothing.
 */
export async function closeAttempt(trx: Trx, input: CloseInput): Promise<Closed | undefined> {
  const { compId, endedAt, code, answeredAt, connectedAt, abandoned } = input;
  const attempt = await endRow(trx, input);
  if (!attempt) return undefined;
  const { taskId, phoneId, ftype } = attempt;
  const counts: ProgressChange = {
    answered: answeredAt === null ? 0 : 1,
    connected: connectedAt === null ? 0 : 1,
    abandoned: abandoned ? 1 : 0,
    talkMs: Number(attempt.talkMs),
  };
  const phone = await lockPhone(trx, compId, phoneId, endedAt);
  const live = phone !== undefined && ["dialling", "ringing", "answered", "connected"].includes(phone.state);
  const next = live ? await nextOf(trx, phone, input) : undefined;
  if (phone)
    await trx
      .updateTable("dial_phone")
      .set({
        lastCode: code,
        lastAt: new Date(endedAt),
        ...(next
          ? {
              ...{ state: next.state, nextAt: at(next.nextAt), claimedUntil: null },
              ...{ tries: JSON.stringify(next.tries), reason: next.reason },
            }
          : {}),
        ...(input.result === undefined ? {} : { result: input.result }),
        ...(input.level === undefined ? {} : { level: input.level }),
        ...(input.score === undefined ? {} : { score: input.score }),
      })
      .where("compId", "=", compId)
      .where("id", "=", phoneId)
      .execute();
  await countProgress(trx, compId, taskId, {
    ...counts,
    ...(phone && next ? moveProgress(phone.state, next.state) : {}),
  });
  const closedOthers = phone && code === reached && !input.again ? await closeOthers(trx, phone) : 0;
  // The last row to be locked: all calls of an hour count in it.
  const decided = phone !== undefined && (await countAnswer(trx, attempt, phone.place, input));
  return {
    taskId,
    phoneId,
    ftype,
    state: next?.state ?? phone?.state ?? "stopped",
    nextAt: next?.nextAt ?? null,
    closedOthers,
    decided,
  };
}
