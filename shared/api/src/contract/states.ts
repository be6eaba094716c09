/** The unions that server, client and tests share: agent, call, bar. Pure data; their machines are in modules/telephony and the bar. */
export { callResults } from "./call-results.ts";
import type { SecureView, SuspendedView } from "./away-views.ts";
import type { WrapUpState } from "./wrap-up.ts";
import type { CallData } from "./call-data.ts";

/** Seat status codes, realtime.md section 4. */
export const seatStatus = {
  offline: 0,
  idle: 1,
  busy: 2,
  inCall: 3,
  afterCall: 4,
  ringing: 5,
  ringStart: 7,
  talking: 8,
  conference: 9,
  consulting: 11,
  consultHungUp: 12,
  hold: 13,
  hangup: 14,
  initialising: 15,
} as const;
export type SeatStatusCode = (typeof seatStatus)[keyof typeof seatStatus];

/** In which a seat can be given somebody else's talk (docs/protocol.md, K59), the readiest first. */
export const handOverStates: readonly number[] = [seatStatus.idle, seatStatus.busy, seatStatus.afterCall];

const seatStatusTexts: Readonly<Record<number, string>> = {
  0: "离线",
  1: "空闲",
  2: "忙碌",
  3: "通话中",
  4: "话后处理",
  5: "振铃中",
  7: "开始振铃",
  8: "通话中",
  9: "会议中",
  11: "咨询中",
  12: "咨询挂断",
  13: "保持",
  14: "挂断",
  15: "呼叫初始化",
};
/** 2 shows the custom status' name when one is bound; codes outside the table read 其他. */
export const seatStatusText = (code: number, customStatusName?: string): string =>
  code === 2 && customStatusName ? customStatusName : (seatStatusTexts[code] ?? "其他");

/** What an agent who is in a call does there. */
export type EngagedActivity = "talking" | "dual" | "held" | "consulting" | "conference" | "supervising" | "meeting";

/** Codes of those; 3 is a call that is not one's own customer's (dual: a two-way callback, K31). */
const activityStatus = {
  talking: seatStatus.talking,
  dual: seatStatus.inCall,
  held: seatStatus.hold,
  consulting: seatStatus.consulting,
  conference: seatStatus.conference,
  supervising: seatStatus.inCall,
  meeting: seatStatus.inCall,
} as const satisfies Record<EngagedActivity, SeatStatusCode>;

/** Agent state of the server's machine: a union member carries only its own fields. `since` is epoch ms. */
export type AgentState =
  | { readonly kind: "offline"; readonly since: number }
  | { readonly kind: "ready"; readonly since: number }
  /** endsAt: a custom status lasts too long from then on. */
  | {
      readonly kind: "busy";
      readonly since: number;
      readonly customStatusId?: string;
      readonly customStatusName?: string;
      readonly endsAt?: number;
    }
  /** rings: its telephone says so. */
  | { readonly kind: "offered"; readonly since: number; readonly callId: string; readonly rings: boolean }
  | { readonly kind: "dialling"; readonly since: number; readonly callId: string }
  | {
      readonly kind: "engaged";
      readonly since: number;
      readonly callId: string;
      readonly activity: EngagedActivity;
    }
  | WrapUpState;

export function statusCodeOf(state: AgentState): SeatStatusCode {
  switch (state.kind) {
    case "offline":
      return seatStatus.offline;
    case "ready":
      return seatStatus.idle;
    case "busy":
      return seatStatus.busy;
    case "offered":
      return state.rings ? seatStatus.ringing : seatStatus.ringStart;
    case "dialling":
      return seatStatus.initialising;
    case "engaged":
      return activityStatus[state.activity];
    case "wrapUp":
      return seatStatus.afterCall;
  }
}

export { agentReasons, type AgentReason } from "./agent-reasons.ts";

/** How a contact ended, from the caller's side of the story; stored in the call record. */
export const endCauses = {
  completed: "正常结束",
  abandonedInGreeting: "欢迎语中放弃",
  abandonedInQueue: "排队中放弃",
  abandonedRinging: "振铃中放弃",
  queueTimeout: "排队超时",
  queueFull: "排队已满",
  nobodyServes: "无坐席服务",
  noAnswer: "无人接听",
  busy: "对方忙",
  rejected: "对方拒接",
  unreachable: "对方无法接通",
  cancelled: "主叫取消",
  agentLost: "坐席连接中断",
  callerLost: "客户连接中断",
  numberUnknown: "号码不存在",
  barred: "呼叫受限",
  serverRestart: "服务重启中断",
  failed: "线路故障",
  arrears: "企业已欠费",
  suspended: "企业已停用",
  overConcurrency: "超过并发数",
  blacklisted: "黑名单",
  noRoute: "没有可用的外呼路由",
  voicePlayed: "语音播放完毕",
  byTarget: "按设置挂断",
  byMonitor: "班长强拆",
  callbackRequested: "预约回呼",
  voicemailLeft: "留言",
  emergencyClosed: "应急关闭",
  meetingEntered: "进入会议",
  meetingRefused: "未能进入会议",
  flowEnded: "流程结束",
  abandonedInFlow: "流程中放弃",
  noRobot: "无空闲机器人",
  taskAbandoned: "接通后无空闲坐席",
  machineAnswered: "答录机应答",
} as const;
export type EndCause = keyof typeof endCauses;

export const terminalTypes = [0, 1, 2, 4] as const;
export type TerminalType = (typeof terminalTypes)[number];
/** The agent's telephone is the page. */
export const isPagePhone = (type: number): boolean => type === 2;
/** It is a program on the agent's machine, to which the page speaks. */
export const isLocalPhone = (type: number): boolean => type === 4;
/** Soft phone applies only to these two (realtime.md section 4). */
export const hasSoftphone = (type: number): boolean => isPagePhone(type) || isLocalPhone(type);

/** Softphone toolbar, realtime.md section 4. */
export const toolbarButtons = [
  "call",
  "answer",
  "hangup",
  "recover",
  "hold",
  "unhold",
  "satisfaction",
  "consult",
  "transfer",
  "tranfer",
  "meeting",
  "dtmf",
] as const;
export type ToolbarButton = (typeof toolbarButtons)[number];

/** The states of the bar that the toolbar's table names. */
export type CallPhase = "idle" | "dialling" | "ringing" | "talking" | "consulting" | "conference";
export const callPhaseTexts: Readonly<Record<CallPhase, string>> = {
  idle: "",
  dialling: "外呼中",
  ringing: "振铃中",
  talking: "通话中",
  consulting: "咨询中",
  conference: "会议中",
};

/** Marks of the survey after a talk, by key (console.md section 3). */
export const surveyScores: Readonly<Record<string, number>> = { 1: 10, 2: 8, 3: 5, 4: 1 };
export const surveyTexts: Readonly<Record<number, string>> = { 10: "非常满意", 8: "满意", 5: "一般", 1: "不满意" };

/** What can be done to the recording of a talk. */
export const recordActions = ["start", "stop", "pause", "resume", "mark"] as const;
export type RecordAction = (typeof recordActions)[number];

export type CallDirection = "inbound" | "outbound" | "internal";

export const directionTexts: Readonly<Record<CallDirection, string>> = {
  inbound: "呼入",
  outbound: "呼出",
  internal: "内部",
};

/** One in a conference. */
export interface ConferenceMember {
  readonly id: string;
  /** Masked where it must be. */
  readonly number: string;
  /** Of an agent. */ readonly name?: string;
  readonly role: "customer" | "agent" | "outside";
  readonly owner: boolean;
  /** The agent who reads this. */ readonly me: boolean;
  readonly muted: boolean;
  /** When it came in; absent: it rings. */ readonly since?: number;
}

/** own: the seat's terminal; phone: its other telephone. */
export type DeviceKind = "own" | "phone";

/** The call as the bar shows it: numbers already masked by the server where they must be. */
export interface AgentCallView {
  readonly callId: string;
  readonly direction: CallDirection;
  readonly phase: Exclude<CallPhase, "idle">;
  /** The other party, masked if the agent may not see it. */
  readonly number: string;
  /** 号码归属地 of the other party: 广东省深圳市 中国移动; absent where it is not known. */
  readonly place?: string;
  readonly skillGroupName?: string;
  readonly skillGroupId?: string;
  /** What was called from outside. */
  readonly accessNumber?: string;
  /** Its customer's number is in the VIP list (Q1). */ readonly vip?: true;
  /** Its customer's own (Q1, Q2), without what a transfer adds in a group. */ readonly priorityMin?: number;
  /** A room's meeting. */ readonly meetingName?: string;
  /** ms between the queue and the ring at this agent; absent for what did not queue. */
  readonly waitedMs?: number;
  readonly ringingAt: number;
  readonly answeredAt?: number;
  readonly held: boolean;
  /** In a talk: whether it is recorded. auto: by itself, so that it cannot be stopped. until: when the pause is over. */
  readonly recording?: { readonly state: "on" | "paused" | "off"; readonly auto: boolean; readonly until?: number };
  /** The customer types in secret. */
  readonly secure?: SecureView;
  /** 挂起转: the customer is at a voice and comes back by himself. */
  readonly suspended?: SuspendedView;
  /** Whom the agent consults, or is consulted by. */
  readonly consult?: {
    readonly number: string;
    /** It was answered. */ readonly up: boolean;
    /** This agent asked for it; otherwise this agent is the one who was asked. */
    readonly mine: boolean;
  };
  /** The call is another agent's, whom this one supervises. */
  readonly supervises?: { readonly agentId: string; readonly mode: "listen" | "whisper" | "insert" };
  /** Everybody in the conference, this agent included. */
  readonly members?: readonly ConferenceMember[];
  /** How many those are, where they do not stand in one line (call-lines.ts). */
  readonly memberCount?: number;
  /** Of a call for a dialling task: its type (3 automatic, 2 preview), id and name. */
  readonly tasktype?: number;
  readonly taskid?: string;
  readonly taskIdentity?: string;
  /** 随路数据; absent: none. */
  readonly callData?: CallData;
  /** Of a seat that has another telephone (外线号码), in a talk: its number, which of both has the audio, whether the other one rings. */
  readonly device?: { readonly number: string; readonly at: DeviceKind; readonly moving: boolean };
  /** The agent's own audio was lost and may be taken back by a page. */
  readonly agentLost: boolean;
}
