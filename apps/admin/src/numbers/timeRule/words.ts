import type { ReplyOf } from "@liantai/api/contract";
import { rangesText, weekdayTexts, type timeRuleApi, type WorkingTime } from "@liantai/api/contract/admin";

export type TimeRuleRow = ReplyOf<typeof timeRuleApi.list>["list"][number];

/** 周一至周五, 周六、周日 */
function daysText(days: readonly number[]): string {
  const sorted = [...days].sort((a, b) => a - b);
  const [first = 1, last = 1] = [sorted[0], sorted.at(-1)];
  if (sorted.length > 2 && last - first === sorted.length - 1)
    return `${weekdayTexts[first - 1]}至${weekdayTexts[last - 1]}`;
  return sorted.map((d) => weekdayTexts[d - 1]).join("、");
}

export const weeklyText = (weekly: WorkingTime["weekly"]): string =>
  weekly.map(({ days, ranges }) => `${daysText(days)} ${rangesText(ranges)}`).join("；");

/** What a new rule begins with. */
export const blankRule = {
  name: "",
  remark: "",
  weekly: [{ days: [1, 2, 3, 4, 5], ranges: [{ from: "09:00", to: "18:00" }] }],
  holidays: [],
  specials: [],
};
