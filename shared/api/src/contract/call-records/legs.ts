/** What each party did in a call, and what became of a stay in a queue: the words of the facts. */
export const callLegRoles = {
  customer: "客户",
  agent: "坐席",
  consulted: "被咨询方",
  member: "会议成员",
  supervisor: "监控人",
} as const;
export type CallLegRole = keyof typeof callLegRoles;

/** How a party's stretch ended. */
export const callLegEnds = {
  customerHungUp: "客户挂断",
  agentHungUp: "坐席挂断",
  partyHungUp: "第三方挂断",
  consultedHungUp: "被咨询方挂断",
  consultCancelled: "取消咨询",
  transferredBlind: "直接转移",
  transferredConsult: "咨询后转移",
  surveyed: "转满意度评价",
  takenOver: "被班长接管",
  tookOver: "接手通话",
  joined: "加入会议",
  supervisionOver: "监控结束",
  lost: "连接中断",
  byMonitor: "班长强拆",
  closed: "系统结束",
  noAnswer: "无人接听",
  refused: "拒接",
  callerGone: "客户已挂断",
  cancelled: "取消",
  notReached: "未接通",
} as const;
export type CallLegEnd = keyof typeof callLegEnds;

export type VisitOutcome = "open" | "answered" | "abandoned" | "flowed";
/** Where a customer went who left a queue neither answered nor by himself. */
export type VisitFlow = "overflow" | "elsewhere" | "closed" | "callback" | "voicemail";

/** 挂机方 */
export const hangupSides = {
  customer: "客户",
  agent: "坐席",
  party: "第三方",
  monitor: "班长",
  system: "系统",
} as const;
export type HangupSide = keyof typeof hangupSides;
