/** Events of a call in words a colleague understands. Pure. */
import { agentReasons, endCauses, type AgentReason, type EndCause } from "@liantai/api/contract";
import type { AudioFact, CallFact, ContactEntry, Sequenced } from "../event-log/index.ts";
import { accountOf, administratorText, takerIn } from "./administrators.ts";
import { maskNumbers } from "../../http/privacy.ts";
import { number, pressed } from "./present.ts";
import { codes, legCauses, partyText } from "./track-parties.ts";
import type { TrackNames } from "./track-names.ts";
import { length } from "./track-length.ts";
import { flowText, isFlowFact } from "./track-flow.ts";
import { isQueueFact, queueText } from "./track-queue.ts";
import { isTaskFact, taskText } from "./track-task.ts";

const routing: Readonly<Record<string, string>> = {
  byMonitor: "班长操作",
  longestIdle: "空闲最久的坐席优先",
  leastCalls: "今日接听最少的坐席优先",
  roundRobin: "轮到该坐席",
  bestLevel: "级别最高的坐席优先",
  drawn: "随机分配",
  nextFree: "客户在排队，坐席转为空闲",
  firstInLine: "客户排在队首",
  afterLoss: "坐席连接中断，客户排到队首",
  dialledDirectly: "直接拨打",
  byTask: "外呼任务拨打",
  byDispatchQueue: "调度队列按时间增加",
  byRings: "按扩展步骤增加",
  lastAgent: "上次为该客户服务的坐席",
  byTarget: "接入号码直接转接",
  byTransfer: "坐席转接",
  pickedUp: "代接",
  backInFlow: "回到流程",
  transferBack: "转接无人接听，退回原坐席",
};

const kinds: Readonly<Record<string, string>> = {
  hangup: "挂断",
  skillGroup: "技能组",
  dispatchQueue: "调度队列",
  seat: "坐席",
  extension: "分机",
  voice: "播放语音",
  voicemail: "留言",
  callback: "预约回呼",
  outside: "外线号码",
  flow: "流程",
};

/** 技能组「客服一组」 */
function target({ kind, id, name }: { readonly kind: string; readonly id: string; readonly name: string }): string {
  if (kind === "announcement") return name;
  if (kind === "hangup" || kind === "voice") return kinds[kind] as string;
  if (kind === "seat" || kind === "extension" || kind === "outside") return `${kinds[kind]}${id}`;
  return `${kinds[kind] ?? kind}「${name}」`;
}

/** 客户 4.2 分，坐席1001 3.9 分 */
const audioText = ({ legs }: AudioFact, { hide }: TrackNames): string =>
  legs
    .map(({ customer, agentId, number: of, mos }) => {
      const name = customer ? "客户" : agentId === undefined ? number(of, hide) : `坐席${agentId}`;
      return `${name} ${mos.toFixed(1)} 分`;
    })
    .join("，");

interface TrackText {
  readonly title: string;
  readonly detail: string;
  readonly agentId: string | null;
  /** Where the step sends the call; '' : nowhere. */
  readonly route: string;
}

const agentText = (agentId: string, { agents }: TrackNames): string =>
  `坐席${agentId}${agents.has(agentId) ? `（${agents.get(agentId)}）` : ""}`;

/** The agent an event is about. */
const agentOf = (fact: CallFact): string | null => ("agentId" in fact ? (fact.agentId ?? null) : null);

/** dual: of a two-way callback. */
export function describe(event: Sequenced<ContactEntry>, names: TrackNames, dual = false): TrackText {
  const { fact, reason = "" } = event;
  const agentId = agentOf(fact);
  const who = agentId === null ? administratorText(takerIn(event)) : agentText(agentId, names);
  const [own, detail] = text(event, fact, who, reason, names);
  const title = (dual && dualTitle(fact)) || own;
  return { title, detail, agentId, route: routeOf(fact, names) };
}

function routeOf(fact: CallFact, names: TrackNames): string {
  switch (fact.type) {
    case "created":
      return fact.target ? target(fact.target) : "";
    case "overflowed":
      return target(fact);
    case "flowEntered":
      return `流程「${fact.name}」`;
    case "queued":
    case "requeued":
    case "groupAdded": {
      const name = names.groups.get(fact.skillGroupId);
      return name === undefined ? "技能组" : `技能组「${name}」`;
    }
    case "offered":
      return `坐席${fact.agentId}`;
    case "consultStarted":
    case "transferred":
      return fact.agentId ? `坐席${fact.agentId}` : number(fact.to, names.hide);
    // A queue's name is no number.
    case "sentOn":
    case "forwarded":
      return number(fact.to, names.hide);
    default:
      return "";
  }
}

const why = (reason: string): string => (reason in routing ? `，原因：${routing[reason]}` : "");

function text(
  event: Sequenced<ContactEntry>,
  fact: CallFact,
  who: string,
  reason: string,
  names: TrackNames,
): readonly [string, string] {
  const shown = (value: string): string => number(value, names.hide);
  const group = (id: string): string => names.groups.get(id) ?? "技能组";
  if (isQueueFact(fact)) return queueText(fact, who, { group, shown, agents: names.agents });
  if (isFlowFact(fact)) return flowText(fact, shown);
  if (isTaskFact(fact)) return taskText(fact);
  switch (fact.type) {
    case "created": {
      const titles = { inbound: "客户来电", outbound: "坐席外呼", internal: "内部呼叫" } as const;
      const to = fact.target
        ? `，${fact.target.rule ? `按时间规则「${fact.target.rule}」` : "按接入号设置"}转${target(fact.target)}`
        : "";
      const back = fact.callbackOf ? `，回呼，原通话编号${fact.callbackOf}` : "";
      return [titles[fact.direction], `主叫${shown(fact.caller)}，被叫${shown(fact.callee)}${to}${back}`];
    }
    // Rules may name numbers in their words.
    case "screened":
      return [
        fact.ok ? "呼叫检查通过" : "呼叫被限制",
        (names.hide ? maskNumbers(fact.text) : fact.text).replace(/\d{7,}/g, shown),
      ];
    case "queued":
      return [
        "进入排队",
        `${group(fact.skillGroupId)}，${fact.position > 0 ? `前面有${fact.position}位客户` : "排在第一位"}`,
      ];
    case "groupAdded":
      return ["增加技能组", `${group(fact.skillGroupId)}一起接听${why(reason)}`];
    case "overflowed":
      return ["溢出转移", `转${target(fact)}，原因：${endCauses[reason as EndCause] ?? reason}`];
    case "voicePlayed":
      return ["播放语音", "播放后挂断"];
    case "offered":
      return [
        "分配坐席",
        `${who}${fact.skillGroupId ? `，${group(fact.skillGroupId)}` : ""}，已空闲${length(fact.idleMs)}，` +
          `振铃时限${length(fact.ringMs)}${why(reason)}`,
      ];
    case "offerEnded":
      return ["未接通坐席", `${who}，原因：${agentReasons[reason as AgentReason] ?? reason}`];
    case "dialled":
      if (takerIn(event)) return ["开始拨号", `拨打${who}${why(reason)}`];
      return [
        "开始拨号",
        `拨打${shown(fact.to)}${who ? `，${who}` : ""}${fact.displayed ? `，外显号码${fact.displayed}` : ""}`,
      ];
    case "answered":
      return event.actor === "callee" ? ["对方接听", who] : ["接听", who];
    case "answeredAgain":
      return ["再次接听", who];
    case "queueLeft":
      return ["离开排队", endCauses[reason as EndCause] ?? routing[reason] ?? reason];
    case "held":
      return ["通话保持", `${who}，对方听保持音乐`];
    case "resumed":
      return ["取回通话", who];
    case "digits":
      return ["按键", `${fact.from === "agent" ? "坐席" : "客户"}按键${pressed(fact.digits, names.hideDigits)}`];
    case "agentLost":
      return ["坐席连接中断", `${who}，对方听保持音乐，等待坐席恢复`];
    case "agentBack":
      return ["坐席恢复通话", who];
    case "mediaMoved":
      return ["通话转到另一窗口", who];
    case "deviceMoved":
      return [fact.to === "phone" ? "通话转到另一部电话" : "通话转回本机", who];
    case "callerLost":
      return ["客户连接中断", "等待客户恢复"];
    case "callerBack":
      return ["客户恢复通话", ""];
    case "requeued":
      return ["重新排队", `${group(fact.skillGroupId)}${why(reason)}`];
    case "hungup":
      return [hangupTitle(event, fact), `${legCauses[fact.cause] ?? fact.cause}${codes(fact)}`];
    case "recordingStarted":
      return ["开始录音", "双声道：左声道客户，右声道坐席"];
    case "recordingStored":
      return [
        "录音已保存",
        `时长${length(fact.durationMs)}${lacking(fact.missing)}${fact.salvaged ? "，服务重启后找回" : ""}`,
      ];
    case "audioMeasured":
      return ["通话音质", audioText(fact, names)];
    case "ended":
      return [
        "通话结束",
        `${endCauses[reason as EndCause] ?? reason}${fact.estimated ? "（结束时间为最后已知时间）" : ""}`,
      ];
    default:
      return partyText(fact, who, shown, names.hideDigits);
  }
}

function lacking(missing: readonly { readonly fromMs: number; readonly toMs: number }[] = []): string {
  const ms = missing.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  return ms > 0 ? `，其中${length(ms)}未录到` : "";
}

/** Both may be numbers outside: neither is an agent, nor the other one's caller. */
function dualTitle(fact: CallFact): string | undefined {
  if (fact.type === "created") return "双呼";
  return fact.type === "hungup" && fact.side === "near" && !fact.agentId ? "先呼方挂断" : undefined;
}

function hangupTitle(event: Sequenced<ContactEntry>, fact: Extract<CallFact, { type: "hungup" }>): string {
  if (fact.agentId) return fact.cause === "lost" ? "坐席通话断开" : "坐席挂断";
  if (accountOf(event.actor) !== undefined) return fact.cause === "lost" ? "管理员通话断开" : "管理员挂断";
  return event.actor === "callee" ? "对方挂断" : "客户挂断";
}
