/** SQL of answers by the hour: counted as attempts are closed, read for the hour of a retry and for the screen. */
import { dayMs, formatDate } from "@liantai/api/contract";
import { sql } from "kysely";
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

export async function countHour(trx: Trx, compId: string, call: HourCall): Promise<void> {
  const { startedAt: at } = call;
  const answered = call.answered ? 1 : 0;
  await trx
    .insertInto("dial_answer_hour")
    .values({
      ...{ compId, month: monthOf(at), weekend: weekendAt(at), hour: hourAt(at), place: provinceOf(call.place) },
      ...{ tries: triesOf(call.attempt), calls: 1, answered },
    })
    .onConflict((c) =>
      c.columns(["compId", "month", "weekend", "hour", "place", "tries"]).doUpdateSet((e) => ({
        calls: e("dial_answer_hour.calls", "+", 1),
        answered: e("dial_answer_hour.answered", "+", answered),
      })),
    )
    .execute();
}

/** By weekday or weekend and hour; like: of the same province and as many tries. */
export async function answersByHour(
  trx: Trx,
  compId: string,
  now: number,
  like: { readonly place: string; readonly attempt: number } = { place: "", attempt: 0 },
): Promise<HourCount[]> {
  const same = sql<boolean>`place = ${provinceOf(like.place)} and tries = ${like.attempt === 0 ? 0 : triesOf(like.attempt)}`;
  const rows = await trx
    .selectFrom("dial_answer_hour")
    .select((e) => [
      "weekend",
      "hour",
      e.fn.sum<number>("calls").as("calls"),
      e.fn.sum<number>("answered").as("answered"),
      sql<number>`coalesce(sum(calls) filter (where ${same}), 0)`.as("likeCalls"),
      sql<number>`coalesce(sum(answered) filter (where ${same}), 0)`.as("likeAnswered"),
    ])
    .where("compId", "=", compId)
    .where("month", ">=", monthOf(now - readDays * dayMs))
    .groupBy(["weekend", "hour"])
    .orderBy("weekend")
    .orderBy("hour")
    .execute();
  return rows.map(({ weekend, hour, calls, answered, likeCalls, likeAnswered }) => ({
    weekend: weekend === 1 ? 1 : 0,
    hour,
    ...{ calls: Number(calls), answered: Number(answered) },
    ...{ likeCalls: Number(likeCalls), likeAnswered: Number(likeAnswered) },
  }));
}
