/** Numbers as a seat is shown them: masked where it may see none, or where the task hides them. */
import { formatTime, maskPhone, type ReplyOf } from "@liantai/api/contract";
import { liveStates, type PreviewRow, type previewTaskApi } from "@liantai/api/contract/admin";
import type { Selectable } from "kysely";
import type { InferType } from "yup";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import type { Caller } from "../../../http/routes.ts";
import type { DialAttemptTable } from "../../../ports/schema/dialling.ts";
import { presentAttempt } from "../phones/present.ts";
import type { ShownPhone } from "./repository.ts";

type Api = typeof previewTaskApi;
type Row = InferType<PreviewRow>;
type Own = ReplyOf<Api["list"]>["list"][number];
type Hand = NonNullable<ReplyOf<Api["current"]>["number"]>;
type Attempt = Selectable<DialAttemptTable>;

const time = (at: Date | null): string | null => at && formatTime(at);

export const isHidden = (caller: Caller, { settings }: Pick<ShownPhone, "settings">): boolean =>
  hidesNumbers(caller) || settings.hideNumber === 1;

export function presentRow(phone: ShownPhone, caller: Caller): Row {
  const hide = isHidden(caller, phone);
  const text = (value: string): string => (hide ? maskNumbers(value) : value);
  return {
    id: phone.id,
    taskId: phone.taskId,
    taskIdentity: phone.taskIdentity,
    phone: hide ? maskPhone(phone.phone) : phone.phone,
    contact: text(phone.contact),
    batchNumber: phone.batchNumber ?? "",
    state: phone.state,
    reason: phone.reason,
    attempts: phone.attempts,
    lastCode: phone.lastCode,
    lastAt: time(phone.lastAt),
    nextAt: time(phone.nextAt),
    result: phone.result,
    remark: text(phone.remark),
    place: phone.place,
  };
}

/** Of 我的号码. */
export const presentOwn = (phone: ShownPhone, caller: Caller): Own => ({
  ...presentRow(phone, caller),
  resultDue: phone.resultDue === 1,
  results: [...phone.settings.results],
});

export function variablesOf(phone: ShownPhone, caller: Caller): Record<string, string> {
  const hide = isHidden(caller, phone);
  return Object.fromEntries(
    Object.entries(phone.variables).map(([name, value]) => [name, hide ? maskNumbers(value) : value]),
  );
}

/** Dialled since the seat took it. */
export const wasDialled = ({ takenAt }: Pick<ShownPhone, "takenAt">, attempts: readonly Attempt[]): boolean =>
  takenAt !== null && attempts.some(({ startedAt }) => startedAt.getTime() >= takenAt.getTime());

/** Of the reading time; null: there is none, or it was dialled. */
export function readLeftOf(phone: ShownPhone, dialled: boolean, now: number): number | null {
  const { settings, takenAt, state } = phone;
  if (settings.readS === 0 || dialled || state !== "claimed" || takenAt === null) return null;
  return Math.max(0, takenAt.getTime() + settings.readS * 1_000 - now);
}

export function presentHand(phone: ShownPhone, attempts: readonly Attempt[], caller: Caller, now: number): Hand {
  const { settings, takenAt, skips } = phone;
  const dialled = wasDialled(phone, attempts);
  return {
    ...presentRow(phone, caller),
    variables: variablesOf(phone, caller),
    history: attempts.map(presentAttempt),
    formId: settings.formId,
    formDataId: phone.formDataId,
    takenAt: formatTime(takenAt ?? new Date(now)),
    readLeftMs: readLeftOf(phone, dialled, now),
    readingOver: settings.readingOver,
    skipsLeft: Math.max(0, settings.skips - skips),
    results: [...settings.results],
    dialled,
    live: liveStates.has(phone.state) && phone.state !== "claimed",
  };
}
