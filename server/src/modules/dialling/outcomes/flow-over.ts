/** What the flow of a task's call left behind, when the call is over and its log is written: result, level and score of number and try. */
import { textOf, type Value } from "@liantai/api/flows";
import type { Ports } from "../../../ports/index.ts";
import { isContact, readStream } from "../../event-log/index.ts";
import { publish } from "../../topics.ts";
import { dialogueOf } from "../intentions/dialogue.ts";
import { scoreCall } from "../intentions/scoring.ts";
import { noticeResult } from "../notices/program.ts";
import { attemptOf, setResult } from "./repository.ts";

export interface EndedAttempt {
  readonly compId: string;
  readonly attemptId: string;
  readonly callId: string;
}

export interface FlowOutcome {
  /** 业务结果; '': none. */
  readonly result: string;
  /** Of a notice: its confirm key was pressed. */
  readonly confirmed: boolean;
  /** Of a notice: nobody answered it, though it asks for a key. */
  readonly again: boolean;
  /** 谢绝来电. */
  readonly refused: boolean;
  /** Of robots' calls; '': none. */
  readonly level: string;
  readonly score: number | null;
}

const nothing: FlowOutcome = { result: "", confirmed: false, again: false, refused: false, level: "", score: null };
const most = 100;
const isTrue = (value: Value | undefined): boolean => value === true || value === "true";

/** The variables' names are the flow's: of a notice ours, of others the one that the task names. */
function resultIn(
  ftype: number,
  resultVariable: string,
  answers: Readonly<Record<string, Value>>,
): Pick<FlowOutcome, "result" | "confirmed" | "again"> {
  const value = (name: string) => (name !== "" && Object.hasOwn(answers, name) ? answers[name] : undefined);
  if (ftype !== 5) return { result: textOf(value(resultVariable)).slice(0, most), confirmed: false, again: false };
  return {
    result: textOf(value(noticeResult.result)).slice(0, most),
    confirmed: isTrue(value(noticeResult.confirmed)),
    again: isTrue(value(noticeResult.again)),
  };
}

/** Called again it says the same. After the event log was flushed: what is not written there is not known here. */
export async function flowOver(
  { database, broker, clock }: Pick<Ports, "database" | "broker" | "clock">,
  { compId, attemptId, callId }: EndedAttempt,
): Promise<FlowOutcome> {
  const { outcome, levelled } = await database.tenant(compId, async (trx) => {
    const attempt = await attemptOf(trx, compId, attemptId);
    if (!attempt) return { outcome: nothing, levelled: undefined };
    const events = (await readStream(trx, { compId, stream: "contact", id: callId })).filter(isContact);
    const { answers, refused } = dialogueOf(events);
    const made = resultIn(attempt.ftype, attempt.settings.resultVariable ?? "", answers);
    if (made.result !== "") await setResult(trx, compId, attempt, made.result);
    const scored = await scoreCall(trx, compId, callId, new Date(clock.now()));
    return {
      outcome: { ...made, refused, level: scored?.level ?? "", score: scored?.score ?? null },
      levelled: scored,
    };
  });
  if (levelled && levelled.level !== "")
    await publish(broker, "intention.scored", { compId, callId, level: levelled.level, score: levelled.score });
  return outcome;
}
