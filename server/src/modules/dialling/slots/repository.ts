/** SQL of answers by the hour: counted as attempts are closed, read for the hour of a retry and for the screen. */
import { dayMs, formatDate } from "@liantai/api/contract";
import type { Trx } from "../../../ports/database.ts";
import { hourAt, triesOf, weekendAt, type HourCount } from "../checks/index.ts";

export interface HourCall {
  readonly startedAt: number;
  /** 浙江 杭州; the province counts. */
  readonly place: string;
  /** From 1. */
  readonly attempt: number;
  readonly answered: boolean;
}

/** What another hour could have changed; a number that is none, and a line of ours that failed, say nothing of the hour. */
const telling = new Set([183, 200, 581, 584, 585, 586, 588, 594, 596]);
export const tellsOfHour = (code: number, cause: string): boolean => telling.has(code) && cause !== "cancelled";

const provinceOf = (place: string): string => place.split(" ")[0] ?? "";
const monthOf = (at: number): string => formatDate(at).slice(0, 7);
/** Months that are read: this one and so many days before. */
const readDays = 90;

/** Of all places and tries together: a row of its own, so that reading is a row an hour and month. */
const everybody = { place: "", tries: 0 } as const;

export async function countHour(trx: Trx, compId: string, call: HourCall): Promise<void> {
  const { startedAt: at } = call;
  const answered = call.answered ? 1 : 0;
  const hour = { compId, month: monthOf(at), weekend: weekendAt(at), hour: hourAt(at), calls: 1, answered };
  await trx
    .insertInto("dial_answer_hour")
    .values([
      { ...hour, ...everybody },
      { ...hour, place: provinceOf(call.place), tries: triesOf(call.attempt) },
    ])
    .onConflict((c) =>
      c.columns(["compId", "place", "tries", "month", "weekend", "hour"]).doUpdateSet((e) => ({
        calls: e("dial_answer_hour.calls", "+", 1),
        answered: e("dial_answer_hour.answered", "+", answered),
      })),
    )
    .execute();
}

const sums = (
  trx: Trx,
  compId: string,
  now: number,
  { place, tries }: { readonly place: string; readonly tries: number },
) =>
  trx
    .selectFrom("dial_answer_hour")
    .select((e) => [
      "weekend",
      "hour",
      e.fn.sum<number>("calls").as("calls"),
      e.fn.sum<number>("answered").as("answered"),
    ])
    .where("compId", "=", compId)
    .where("place", "=", place)
    .where("tries", "=", tries)
    .where("month", ">=", monthOf(now - readDays * dayMs))
    .groupBy(["weekend", "hour"])
    .orderBy("weekend")
    .orderBy("hour")
    .execute();

/** By weekday or weekend and hour; like: of the same province and as many tries. */
export async function answersByHour(
  trx: Trx,
  compId: string,
  now: number,
  like?: { readonly place: string; readonly attempt: number },
): Promise<HourCount[]> {
  const all = await sums(trx, compId, now, everybody);
  const same = like
    ? await sums(trx, compId, now, { place: provinceOf(like.place), tries: triesOf(like.attempt) })
    : [];
  return all.map(({ weekend, hour, calls, answered }) => {
    const alike = same.find((one) => one.weekend === weekend && one.hour === hour);
    return {
      weekend: weekend === 1 ? 1 : 0,
      hour,
      ...{ calls: Number(calls), answered: Number(answered) },
      ...{ likeCalls: Number(alike?.calls ?? 0), likeAnswered: Number(alike?.answered ?? 0) },
    };
  });
}
