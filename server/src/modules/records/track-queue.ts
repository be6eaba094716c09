/** Steps of a call that waits, in words: order, rings, the agent of the last time. Pure. */
import { minuteMs } from "@liantai/api/contract";
import type { CallFact } from "../event-log/index.ts";

type QueueFact = Extract<
  CallFact,
  { type: "positionAnnounced" | "noticeAnnounced" | "ringWidened" | "keptFor" | "keptLongEnough" | "movedUp" }
>;

/** 1分20秒 */
export const length = (ms: number): string =>
  ms < minuteMs
    ? `${Math.round(ms / 1_000)}秒`
    : `${Math.floor(ms / minuteMs)}分${Math.round((ms % minuteMs) / 1_000)}秒`;

/** Title and detail. who: the agent of the step; group: a group's name. */
export function queueText(fact: QueueFact, who: string, group: (id: string) => string): readonly [string, string] {
  switch (fact.type) {
    case "positionAnnounced":
      return ["播报排队位置", fact.position > 0 ? `前面还有${fact.position}位客户` : "下一位"];
    case "noticeAnnounced":
      return ["播放等待提示", ""];
    case "ringWidened":
      return ["扩大分配范围", `${group(fact.skillGroupId)}，级别1到${fact.level}的坐席均可接听`];
    case "keptFor":
      return ["优先等待熟悉坐席", `${who}上次为该客户服务，最多等待${length(fact.waitMs)}`];
    case "keptLongEnough":
      return ["不再等待熟悉坐席", "改由技能组其他坐席接听"];
    case "movedUp":
      return ["上移一位", `${fact.name}操作，优先级增加${length(fact.byMs)}`];
  }
}
