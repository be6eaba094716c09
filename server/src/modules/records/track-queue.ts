/** Steps of a call that waits, in words: order, rings, the agent of the last time. Pure. */
import type { CallFact } from "../event-log/index.ts";
import { explained } from "./track-decision.ts";
import { length } from "./track-length.ts";

const types = [
  "positionAnnounced",
  "noticeAnnounced",
  "ringWidened",
  "keptFor",
  "keptLongEnough",
  "movedUp",
  "decision",
  "menuOffered",
  "menuChosen",
  "callbackRequested",
  "callbackRefused",
  "callbackDialled",
  "callbackEnded",
  "voicemailStarted",
  "voicemailStored",
  "messageOffered",
  "messageOfferEnded",
  "diverted",
] as const satisfies readonly CallFact["type"][];
type QueueFact = Extract<CallFact, { type: (typeof types)[number] }>;

export const isQueueFact = (fact: CallFact): fact is QueueFact => types.some((type) => type === fact.type);

const choices = { wait: "继续等待", callback: "预约回呼", voicemail: "留言" } as const;
const outcomes = { answered: "客户已接听", failed: "回呼未接通", cancelled: "已取消" } as const;

const offered = {
  accepted: "已接受",
  declined: "未接受",
  timedOut: "超时未应答",
  withdrawn: "转去处理其他事务，派送取消",
} as const;

interface Names {
  readonly group: (id: string) => string;
  /** A number as the reader may see it. */
  readonly shown: (number: string) => string;
  /** Agent id to name. */
  readonly agents: ReadonlyMap<string, string>;
}

/** Title and detail. who: the agent of the step. */
export function queueText(fact: QueueFact, who: string, names: Names): readonly [string, string] {
  const { group, shown } = names;
  switch (fact.type) {
    case "positionAnnounced":
      return ["播报排队位置", announced(fact)];
    case "noticeAnnounced":
      return ["播放等待提示", ""];
    case "ringWidened":
      return ["扩大分配范围", `${group(fact.skillGroupId)}，级别1到${fact.level}的坐席均可接听`];
    case "keptFor":
      return ["优先等待熟悉坐席", `${who}上次为该客户服务，最多等待${length(fact.waitMs)}`];
    case "keptLongEnough":
      return ["不再等待熟悉坐席", "改由技能组其他坐席接听"];
    case "decision":
      return ["为何分配给该坐席", explained(fact, names)];
    case "menuOffered":
      return ["播放排队菜单", ""];
    case "menuChosen":
      return ["排队菜单选择", choices[fact.choice]];
    case "diverted":
      return ["应急开关", `${fact.name}操作，转${fact.to}`];
    case "voicemailStarted":
      return ["开始留言", `${group(fact.skillGroupId)}，最长${length(fact.maxMs)}`];
    case "voicemailStored":
      return ["留言完成", `${group(fact.skillGroupId)}，时长${length(fact.ms)}`];
    case "messageOffered":
      return ["派送留言", `${group(fact.skillGroupId)}，${who}`];
    case "messageOfferEnded":
      return ["留言派送结果", `${who}${offered[fact.outcome]}`];
    case "callbackRequested":
      return ["预约回呼", `${group(fact.skillGroupId)}，回呼号码${shown(fact.to)}，保留排队位置`];
    case "callbackRefused":
      return ["未能预约回呼", `号码${shown(fact.to)}无法回呼`];
    case "callbackDialled":
      return ["回呼客户", `${fact.try > 0 ? `第${fact.try}次，` : ""}${who}，通话编号${fact.callId}`];
    case "callbackEnded":
      return ["回呼结束", `${outcomes[fact.outcome]}${fact.name ? `，${fact.name}操作` : ""}`];
    case "movedUp":
      return ["上移一位", `${fact.name}操作，优先级增加${length(fact.byMs)}`];
  }
}

/** Of the log before waits were told, position is always there. */
function announced({ position, estimateMs }: Extract<QueueFact, { type: "positionAnnounced" }>): string {
  const place = position === undefined ? [] : [position > 0 ? `前面还有${position}位客户` : "下一位"];
  return [...place, ...(estimateMs === undefined ? [] : [`预计等待${length(estimateMs)}`])].join("，");
}
