/** Whether the number in a seat's hands may be dialled now: the checks of dialling that a seat's own call has to pass. */
import type { DiallingCheck } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { callsOver, taskFacts } from "../attempts/facts-repository.ts";
import { runCheck } from "../checks/index.ts";
import { isLive, isPassed } from "./hand.ts";
import type { PhoneRow } from "./repository.ts";

export const inCall = "当前正在通话中，无法外呼";
export const readingIsOver = "阅读时间已到，该号码已跳过";

/** Blacklists, limits, balance, concurrency and displayed number are asked by the call itself, as for any other of a seat. */
const asked: readonly DiallingCheck[] = ["hours", "attempts", "consent"];

type Asked = Pick<
  PhoneRow,
  "compId" | "taskId" | "phone" | "state" | "takenAt" | "skips" | "attempts" | "consentSource" | "consentAt"
>;

/** Why not, in words; undefined: it may. attemptsToday: of the day of `now`. */
export async function whyNot(trx: Trx, phone: Asked, attemptsToday: number, now: number): Promise<string | undefined> {
  const { compId, taskId } = phone;
  if (isLive(phone)) return inCall;
  const facts = await taskFacts(trx, compId, taskId);
  if (!facts) return "任务不存在";
  const { settings, hours } = facts;
  if (isPassed(phone, settings, now)) return readingIsOver;
  const question: Parameters<typeof runCheck>[1] = {
    now,
    task: { ...settings, state: "running", mode: undefined },
    hours,
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
    history: { calls: await callsOver(trx, compId, phone.phone, settings.frequencyDays, now), abandonedAt: null },
    screening: { blacks: [], limits: [], callsToday: 0, lastCallAt: null },
    arrears: false,
    capacities: [],
    agent: { ready: true, detail: "" },
    displayed: [],
  };
  const failed = asked.map((check) => runCheck(check, question)).find(({ passed }) => !passed);
  return failed && `${failed.detail}，不能外呼`;
}
