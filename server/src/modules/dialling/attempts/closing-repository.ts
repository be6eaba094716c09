/**
 * Attempts end: each is closed once, whatever ends it. What a number is then, its person's other numbers and the
 * counters of its task follow in the same transaction. `task.changed` is told by whoever commits.
 */
import { minuteMs } from "@liantai/api/contract";
import {
  callingStates,
  type Answerer,
  type MissedAnswer,
  type NumberState,
  type TaskSettings,
  type Witness,
} from "@liantai/api/contract/admin";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialAttemptTable } from "../../../ports/schema/dialling.ts";
import { callLimits } from "../../trunks/index.ts";
import { afterResult, hoursFor, intervalOf, namesResult, type Span } from "../checks/index.ts";
import { countOutcome } from "../experiments/repository.ts";
import { countProgress, moveProgress, type ProgressChange } from "../progress-repository.ts";
import { endPromises, endPromisesAfter, type EndedPromises } from "../promises.ts";
import { tellOver } from "../receipts/receipts.ts";
import { planAfter } from "../recipes/plan-repository.ts";
import { callsOfNumber, taskFacts, taskThere, type TaskFacts } from "./facts-repository.ts";
import { answersByHour, countHour, tellsOfHour } from "../slots/repository.ts";
import { lockPhone, type DialledPhone } from "./opening-repository.ts";
import { closeOthers, hasOther, overAs, passOn } from "./person-repository.ts";

export type AttemptRow = Selectable<DialAttemptTable>;

const reached = 200;
const unanswered = 594;

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
  /** The number that the call showed, where it was not known before. */
  readonly displayed?: string;
  readonly agentId: string;
  readonly abandoned: boolean;
  readonly answerer: Answerer | "";
  readonly witness: Witness;
  /** What he heard because nobody was there for him. */
  readonly wording?: string;
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
  readonly callId: string;
  /** What is booked for it (attempt.ended), in 1/1000 yuan. */
  readonly cost: number;
  readonly state: NumberState;
  readonly nextAt: number | null;
  /** Other numbers of the person that are not dialled any more. */
  readonly closedOthers: number;
  /** Of those: told after the transaction (tellPromises). */
  readonly promises: EndedPromises;
  /** With it the task's experiment is over. */
  readonly decided: boolean;
}

const at = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Begun minutes from the customer's answer, at the price of the number that was shown. In 1/1000 yuan. */
const costOf = (displayed: string, answeredAt: number, endedAt: number) => sql<number>`
  ${Math.ceil((endedAt - answeredAt) / minuteMs)}::integer * coalesce((
    select n.price_milli from access_number n
    where n.comp_id = dial_attempt.comp_id and n.number = coalesce(nullif(${displayed}::text, ''), dial_attempt.displayed)), 0)`;

/** undefined: it has ended already, or there is none. */
async function endRow(trx: Trx, input: CloseInput): Promise<AttemptRow | undefined> {
  const { answeredAt, connectedAt, endedAt, ringAt = null, displayed = "" } = input;
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
      ...(answeredAt === null ? {} : { cost: costOf(displayed, answeredAt, endedAt) }),
      ...(displayed === "" ? {} : { displayed }),
      // Whose telephone rang in vain did not have him; who dialled himself is known from the beginning.
      agentId: input.agentId === "" ? sql<string>`case when ftype = 2 then agent_id else '' end` : input.agentId,
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

/** By whom, or how, it was answered without reaching anybody; whoever heard it knows better than the detection (D45). */
function missedBy({ heard, answerer, abandoned, connectedAt }: AttemptRow): MissedAnswer | undefined {
  if (abandoned === 1 && connectedAt === null) return "abandoned";
  const who = heard || answerer;
  return who === "machine" || who === "fax" ? who : undefined;
}

/** facts: of its task, where its rules are asked. A number that got a reason while it was called is not called again (D66). */
async function nextOf(
  trx: Trx,
  phone: DialledPhone,
  facts: TaskFacts | undefined,
  { code, again = false, endedAt }: CloseInput,
  missed: MissedAnswer | undefined,
) {
  const { compId, id, attempts, attemptsToday, tries, place, draw, reason: ended } = phone;
  if (!facts) return { state: "done", nextAt: null, tries, reason: "" } as const;
  // Only a rule that wants another hour asks which is the best.
  const as = again ? unanswered : code;
  const { bestSlot, retries } = facts.settings;
  const naming = retries.filter((rule) => namesResult(rule, { code: as, missed }));
  const asksHour = bestSlot !== 0 && naming.some(({ otherSlot }) => otherSlot === 1);
  // The same limits would refuse a call that came sooner.
  const minIntervalS = naming.length > 0 ? intervalOf(await callLimits(trx, compId), phone.phone) : 0;
  const result = afterResult({
    ...facts,
    hours: hoursFor(facts.hours, facts.settings.regions, place),
    ...{ code: as, missed, tries, attempts, attemptsToday, now: endedAt, minIntervalS },
    calledAt: await callsOfNumber(trx, compId, id),
    otherNumber: await hasOther(trx, phone),
    ...(asksHour
      ? { slots: { counts: await answersByHour(trx, compId, endedAt, { place, attempt: attempts + 1 }), draw } }
      : {}),
  });
  if (result.otherNumber && result.nextAt !== null) await passOn(trx, phone, result.nextAt);
  const { state, reason } = result;
  if (state === "done") return { state, nextAt: null, tries: result.tries, reason: "" };
  if (ended !== "") return { state: overAs(ended), nextAt: null, tries: result.tries, reason: ended };
  return { state, nextAt: result.nextAt, tries: result.tries, reason };
}

/** The person is reached, and his other numbers are closed; one that is somebody else's is none of his. Which were closed. */
async function othersAfter(
  trx: Trx,
  phone: DialledPhone,
  settings: Partial<Pick<TaskSettings, "wrongLevels" | "wrongPerson">> | undefined,
  { level = "", endedAt }: CloseInput,
): Promise<readonly string[]> {
  const wrong = level !== "" && settings?.wrongLevels?.includes(level) ? settings.wrongPerson : undefined;
  if (wrong === undefined || wrong === "stop") return closeOthers(trx, phone);
  if (wrong === "next") await passOn(trx, phone, endedAt);
  return [];
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
 * closed before, or there is none: to ask twice changes nothing. law: the hours outside of which nobody is dialled again.
 */
export async function closeAttempt(trx: Trx, input: CloseInput, law: Span): Promise<Closed | undefined> {
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
  const live = phone !== undefined && callingStates.includes(phone.state);
  // Its task's rules say where the number goes from here, also where somebody answered and nobody was reached.
  const missed = code === reached && !input.again ? missedBy(attempt) : undefined;
  const rules = code !== reached || input.again === true || missed !== undefined;
  const facts = live && (rules || input.level) ? await taskFacts(trx, compId, taskId, law) : undefined;
  const next = live ? await nextOf(trx, phone, rules ? facts : undefined, input, missed) : undefined;
  if (phone)
    await trx
      .updateTable("dial_phone")
      .set({
        lastCode: code,
        lastAt: new Date(endedAt),
        ...{ lastAnswerer: attempt.heard || attempt.answerer, lastAbandoned: attempt.abandoned },
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
  // Before the counters, as whoever else changes several numbers has them: neither waits for the other in a circle.
  const closedOthers = phone && !rules ? await othersAfter(trx, phone, facts?.settings, input) : [];
  if (phone || (await taskThere(trx, compId, taskId)))
    await countProgress(trx, compId, taskId, {
      ...counts,
      ...(phone && next ? moveProgress(phone.state, next.state) : {}),
    });
  if (phone) await planAfter(trx, attempt, phone.variables, endedAt, facts?.settings);
  const promises = [
    ...(await endPromises(trx, compId, closedOthers, endedAt)),
    ...(await endPromisesAfter(trx, compId, attempt.phone, input.result, endedAt)),
  ];
  if (phone) await tellOver(trx, compId, [phoneId, ...closedOthers], endedAt);
  // The last row to be locked: all calls of an hour count in it.
  const decided = phone !== undefined && (await countAnswer(trx, attempt, phone.place, input));
  return {
    taskId,
    phoneId,
    ftype,
    callId: attempt.callId,
    cost: Number(attempt.cost),
    state: next?.state ?? phone?.state ?? "stopped",
    nextAt: next?.nextAt ?? null,
    closedOthers: closedOthers.length,
    promises,
    decided,
  };
}
