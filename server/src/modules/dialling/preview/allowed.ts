/** Whether the number in a seat's hands may be dialled now: the checks of dialling that a seat's own call has to pass. */
import type { DiallingCheck } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { barredOutside } from "../../trunks/index.ts";
import { taskFacts } from "../attempts/facts-repository.ts";
import { attemptsAgainAt, hoursFor, nextOpening, runCheck, type CheckStep, type Span } from "../checks/index.ts";
import { historyOf } from "../engine/history-repository.ts";
import { rulesVersion } from "../ledger/rules.ts";
import { isLive, isPassed } from "./hand.ts";
import type { PhoneRow } from "./repository.ts";

export const inCall = "当前正在通话中，无法外呼";
/** It is in a hand for its result alone. */
export const stoppedText = ({ reason }: { readonly reason: string }): string => `号码已停止（${reason}）`;
export const readingIsOver = "阅读时间已到，该号码已跳过";

/**
 * And the blacklists. Place and displayed number are asked apart (./line.ts); limits, balance and the enterprise's concurrency by the call
 * itself, as for any other of a seat.
 */
const asked: readonly DiallingCheck[] = ["task", "hours", "attempts", "consent"];

const barred: CheckStep = { check: "blacklist", passed: false, detail: "号码在黑名单中" };

type Asked = Pick<
  PhoneRow,
  | "compId"
  | "taskId"
  | "phone"
  | "place"
  | "state"
  | "reason"
  | "takenAt"
  | "skips"
  | "attempts"
  | "consentSource"
  | "consentAt"
>;

export interface Refused {
  /** It may not be called, in words. */
  readonly why: string;
  /** It leaves the seat's hand: until nextAt (epoch ms), or for good. */
  readonly aside?: Omit<CheckStep, "passed"> & {
    readonly checks: readonly CheckStep[];
    readonly nextAt: number | null;
  };
}

/** What the number's own checks say, and the kind of its task. */
export type Allowed =
  | Refused
  | {
      readonly why?: undefined;
      readonly kind: string;
      readonly checks: readonly CheckStep[];
      /** rulesVersion. */
      readonly rules: string;
    };

/** attemptsToday: of the day of `now`. */
export async function allowed(
  trx: Trx,
  phone: Asked,
  attemptsToday: number,
  { now, law }: { readonly now: number; readonly law: Span },
): Promise<Allowed> {
  const { compId, taskId } = phone;
  if (isLive(phone)) return { why: inCall };
  if (phone.state === "stopped") return { why: `${stoppedText(phone)}，不能外呼` };
  const facts = await taskFacts(trx, compId, taskId, law);
  if (!facts) return { why: "任务不存在" };
  const { settings, hours } = facts;
  if (isPassed(phone, settings, now)) return { why: readingIsOver };
  const question: Parameters<typeof runCheck>[1] = {
    now,
    task: { ...settings, state: "running", mode: undefined },
    hours: hoursFor(hours, settings.regions, phone.place),
    number: {
      phone: phone.phone,
      // It is in the seat's hands, however its line left it the last time.
      state: "claimed",
      reason: "",
      attempts: phone.attempts,
      attemptsToday,
      nextAt: null,
      consentSource: phone.consentSource,
      consentAt: phone.consentAt?.getTime() ?? null,
    },
    history: (await historyOf(trx, compId, [phone.phone], { ...settings, now })).get(phone.phone)!,
    screening: { blacks: [], limits: [], callsToday: 0, lastCallAt: null },
    arrears: false,
    capacities: [],
    linesFull: "",
    agent: { ready: true, detail: "" },
    displayed: [],
  };
  const checks = asked.map((check) => runCheck(check, question));
  const failed =
    checks.find(({ passed }) => !passed) ??
    ((await barredOutside(trx, compId, [phone.phone], "both", new Date(now))).has(phone.phone) ? barred : undefined);
  if (!failed) return { kind: settings.kind, checks, rules: rulesVersion(facts) };
  const { check, detail } = failed;
  const why = `${detail}，不能外呼`;
  // Task and hours hold all of its numbers, and the seat knows.
  if (check === "task" || check === "hours") return { why };
  const at = check === "attempts" ? attemptsAgainAt(question) : null;
  const nextAt = at === null ? null : nextOpening(question.hours, at);
  return { why, aside: { check, detail, checks: checks.filter(({ passed }) => passed), nextAt } };
}
