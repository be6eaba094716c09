/** A seat's call for a preview task has a place among the task's calls, and shows the number that the task chooses. */
import type { TaskSettings } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { numberArea } from "../../numbers/index.ts";
import { capacity, displayed as anyShown, numbersFull, type CheckStep } from "../checks/index.ts";
import { chooseShown } from "../engine/displayed.ts";
import { lastShown, shownNumbers } from "../engine/repository.ts";
import { readProgress } from "../progress-repository.ts";
import { liveAttempts } from "../attempts/facts-repository.ts";
import { callsOn } from "./line-repository.ts";
import type { ShownPhone } from "./repository.ts";

/** displayed '': the task names none, and the call shows what the seat's calls show. why: it may not be called, in words. */
type SeatLine =
  | { readonly why: string }
  | { readonly why?: undefined; readonly displayed: string; readonly checks: readonly CheckStep[] };

const passed = (place: string, shown: string): readonly CheckStep[] => [
  { check: "capacity", passed: true, detail: place },
  { check: "displayed", passed: true, detail: shown },
];

async function shownFor(
  trx: Trx,
  { compId, taskId, phone }: Pick<ShownPhone, "compId" | "taskId" | "phone">,
  { accessNumbers, displayMode: mode }: TaskSettings,
  now: number,
): Promise<{ readonly why: string } | { readonly why?: undefined; readonly displayed: string }> {
  const numbers = await shownNumbers(trx, compId, accessNumbers, now);
  const { passed: shows, detail } = anyShown({ displayed: numbers });
  if (!shows) return { why: detail };
  const live = await callsOn(trx, compId);
  const [progress] = await readProgress(trx, compId, [taskId]);
  const displayed = chooseShown({
    ...{ mode, numbers, callee: phone, turn: Number(progress?.attempts ?? 0) },
    live: (number) => live.get(number) ?? 0,
    cityOf: (number) => numberArea(number).city,
    last: mode === "last" ? (await lastShown(trx, compId, [phone])).get(phone) : undefined,
  });
  return displayed === undefined ? { why: numbersFull } : { displayed };
}

export async function seatLine(
  trx: Trx,
  number: Pick<ShownPhone, "compId" | "taskId" | "phone" | "settings">,
  now: number,
): Promise<SeatLine> {
  const { compId, taskId, settings } = number;
  const used = await liveAttempts(trx, compId, taskId);
  const place = capacity({ capacities: [{ what: "任务并发", used, most: settings.concurrency }], linesFull: "" });
  const refused = (detail: string): SeatLine => ({ why: `${detail}，不能外呼` });
  if (!place.passed) return refused(place.detail);
  if (settings.accessNumbers.length === 0)
    return { displayed: "", checks: passed(place.detail, "任务没有外显号码，外显坐席自己的号码") };
  const shown = await shownFor(trx, number, settings, now);
  if (shown.why !== undefined) return refused(shown.why);
  return { displayed: shown.displayed, checks: passed(place.detail, `外显 ${shown.displayed}`) };
}
