import { overEntryTexts, overTimeTexts } from "@liantai/api/contract/admin";
import type { SeatStatus } from "../seats/queries.ts";

export const whoText = ({ everyone, groups, seats }: SeatStatus): string => {
  if (everyone === 1) return "全部坐席";
  const parts = [
    ...groups.map((g) => g.name),
    ...(seats.length > 3 ? [`${seats.length}个坐席`] : seats.map((s) => s.name)),
  ];
  return parts.join("、") || "未分配";
};

const most = (count: number, text: (count: number) => string): readonly string[] => (count > 0 ? [text(count)] : []);

export const limitText = (s: SeatStatus): string =>
  [
    ...most(s.maxAtOnce, (n) => `同时${n}人`),
    ...most(s.maxAtOnceGroup, (n) => `每组${n}人`),
    ...most(s.maxPerDay, (n) => `每日${n}次`),
    ...most(s.maxMinutes, (n) => `单次${n}分钟`),
  ].join("，") || "不限";

export const overEntryText = (s: SeatStatus): string => overEntryTexts[s.overEntry] ?? "";
export const overTimeText = (s: SeatStatus): string => overTimeTexts[s.overTime] ?? "";
