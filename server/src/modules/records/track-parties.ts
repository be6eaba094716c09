/** Steps of a call with more than two parties, in words: consultation, transfer, conference, supervision. Pure. */
import { surveyTexts } from "@liantai/api/contract";
import { forwardTexts } from "@liantai/api/contract/forward";
import type { Release } from "../../ports/switch.ts";
import type { CallFact, SecureEntryEnd, SuspendEnd } from "../event-log/index.ts";
import { administratorText } from "./administrators.ts";
import { dataText } from "./data-text.ts";

/** Why a leg ended. */
export const legCauses: Readonly<Record<string, string>> = {
  normal: "正常挂断",
  cancelled: "取消",
  busy: "忙",
  rejected: "拒接",
  "no-answer": "无人接听",
  unreachable: "无法接通",
  "not-found": "号码不存在",
  lost: "连接中断",
  failed: "线路故障",
  shutdown: "服务停止",
};

type PartyFact = Extract<
  CallFact,
  {
    type:
      | "consultStarted"
      | "consultAnswered"
      | "consultEnded"
      | "transferred"
      | "sentOn"
      | "transferFailed"
      | "forwarded"
      | "conferenceStarted"
      | "supervised"
      | "supervisionEnded"
      | "partyLeft"
      | "memberInvited"
      | "memberJoined"
      | "memberMuted"
      | "meetingEntered"
      | "meetingRefused"
      | "dataSet"
      | "recordControl"
      | "secureEntryStarted"
      | "secureEntryEnded"
      | "secureEntered"
      | "suspended"
      | "suspendEnded"
      | "surveyStarted"
      | "surveyAnswered"
      | "partyRinging"
      | "firstAnswered"
      | "notReached"
      | "supervisionAnswered";
  }
>;

const modes = { listen: "监听", whisper: "密语", insert: "强插" } as const;
const supervisor = ({ by, seatless }: { readonly by: string; readonly seatless?: true }): string =>
  seatless ? administratorText(by) : by;
const supervisedWords = { listen: "监听", whisper: "密语", insert: "强插进入" } as const;
const transferWords = { consult: "通话转", success: "成功转", blind: "释放转", takenOver: "班长接管，转移" } as const;

const recordWords = {
  start: "开始录音",
  stop: "停止录音",
  pause: "暂停录音",
  resume: "恢复录音",
  mark: "录音标记",
} as const;

/** Who did it, and what was written at a mark. */
function recordDetail(
  { by, limit, text, secure, suspended }: Extract<PartyFact, { type: "recordControl" }>,
  who: string,
): string {
  if (secure) return "安全输入";
  if (suspended) return "挂起转";
  if (limit) return "已达最长暂停时间，自动恢复";
  return `${by ? `班长${by}操作` : who}${text ? `：${text}` : ""}`;
}

const entryEnds: Readonly<Record<SecureEntryEnd, string>> = {
  full: "已输满",
  key: "客户按井号键结束",
  agent: "坐席结束",
  cancelled: "坐席取消",
  limit: "已到时限",
  customerGone: "客户已断开",
  agentGone: "坐席已离开通话",
  lost: "服务切换，已中断",
};

const suspendEnds: Readonly<Record<SuspendEnd, string>> = {
  done: "已完成",
  failed: "客户没有有效输入",
  takenBack: "坐席提前取回",
  customerGone: "客户已断开",
  agentGone: "坐席已离开通话",
};

/** What the network said, for whoever asks its operator. */
const roomWords = {
  full: "人数已满",
  closed: "未启用",
  pin: "密码错误",
  shut: "密码错误次数过多，暂停密码入会",
  internal: "不接收内部转入",
} as const;

export function codes({ sipCode, q850 }: Release): string {
  const said = [...(sipCode === undefined ? [] : [`SIP ${sipCode}`]), ...(q850 === undefined ? [] : [`Q.850 ${q850}`])];
  return said.length === 0 ? "" : `（${said.join("，")}）`;
}

const showing = ({ displayed }: { readonly displayed?: string }): string => (displayed ? `，外显号码${displayed}` : "");

/** Title and detail. who: the agent of the step; shown: a number as the reader may see it. */
export function partyText(
  fact: PartyFact,
  who: string,
  shown: (number: string) => string,
  hideDigits: boolean,
): readonly [string, string] {
  switch (fact.type) {
    case "consultStarted":
      return ["发起咨询", `${who ? `咨询${who}` : `咨询${shown(fact.to)}`}，客户听保持音乐`];
    case "consultAnswered":
      return ["咨询接通", who || shown(fact.to)];
    case "partyRinging":
      return ["对方振铃", who || shown(fact.to)];
    case "firstAnswered":
      return ["先呼方接听", who || shown(fact.to)];
    case "notReached":
      return ["未接通", `${who || shown(fact.to)}，${legCauses[fact.cause] ?? fact.cause}${codes(fact)}`];
    case "supervisionAnswered":
      return ["监控接通", supervisor(fact)];
    case "consultEnded":
      return ["咨询结束", `${shown(fact.to)}${fact.answered ? "" : "未接通"}，${legCauses[fact.cause] ?? fact.cause}`];
    case "transferred":
      return ["转移成功", `${transferWords[fact.mode]}给${who || shown(fact.to)}`];
    case "sentOn":
      if (fact.name) return ["转移排队来电", `班长${fact.name}把来电转到${shown(fact.to)}`];
      return ["释放转", `${who}转给${shown(fact.to)}，不等待对方接听`];
    case "transferFailed":
      return ["转接失败", `${shown(fact.to)}无人接听，来电退回${who}`];
    case "forwarded":
      return ["呼转", `${who}的来电${forwardTexts[fact.mode]}呼转到${shown(fact.to)}${showing(fact)}`];
    case "conferenceStarted":
      return [fact.atAnswer ? "三方转" : "会议", `${who}、客户和${shown(fact.with)}`];
    case "supervised":
      return [modes[fact.mode], `${supervisor(fact)}${supervisedWords[fact.mode]}${who}`];
    case "supervisionEnded":
      return ["监控结束", `${supervisor(fact)}${fact.noRight ? "已没有权限，监控中止" : "退出"}`];
    case "recordControl":
      return [recordWords[fact.action], recordDetail(fact, who)];
    case "secureEntryStarted":
      return ["开始安全输入", `${who}请客户输入${fact.name || "内容"}，最多${fact.most}位，坐席听不到客户`];
    case "secureEntryEnded":
      return ["安全输入结束", `${entryEnds[fact.end]}，${fact.digits > 0 ? `输入了${fact.digits}位` : "没有保留内容"}`];
    case "secureEntered":
      return ["安全输入已保存", `${fact.digits}位，等待外部接口换取`];
    case "suspended":
      return ["挂起转", `${who}把客户转到「${fact.name}」${fact.secret ? "，按键不显示也不录音" : ""}`];
    case "suspendEnded":
      return [
        "挂起转结束",
        `「${fact.name}」${suspendEnds[fact.end]}${fact.digits ? `，输入了${fact.digits}位` : ""}，客户回到坐席`,
      ];
    case "surveyStarted":
      return ["邀请评价", `${who}邀请客户评价`];
    // The mark is the key that was pressed.
    case "surveyAnswered":
      return ["客户评价", hideDigits ? "" : `${fact.name ?? surveyTexts[fact.score] ?? ""}（${fact.score}分）`];
    case "dataSet":
      return ["随路数据", `${who === "" ? "流程" : who}：${dataText(fact.data, shown)}`];
    case "memberInvited":
      return ["邀请加入会议", who || shown(fact.to)];
    case "memberJoined":
      return ["加入会议", who || shown(fact.number)];
    case "memberMuted":
      return [fact.muted ? "会议静音" : "解除会议静音", who || shown(fact.number)];
    case "meetingEntered":
      return ["进入会议", `会议室${fact.name}，会议编号${fact.meetingId}`];
    case "meetingRefused":
      return ["未能进入会议", `会议室${fact.name}${roomWords[fact.why]}`];
    case "partyLeft":
      return ["离开会议", `${who || shown(fact.number)}，${legCauses[fact.cause] ?? fact.cause}`];
  }
}
