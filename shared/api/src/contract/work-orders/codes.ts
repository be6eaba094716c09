/** What can happen to a work order, in the numbers of the specification (realtime.md section 4), and the states it can be in. */

export const orderEvents = {
  saved: { code: 0, name: "保存" },
  submitted: { code: 1, name: "提交" },
  approved: { code: 2, name: "通过" },
  returned: { code: 3, name: "退回上一步" },
  returnedToCreator: { code: 4, name: "退回创建人" },
  retrieved: { code: 5, name: "撤回" },
  claimed: { code: 6, name: "领取" },
  recycled: { code: 7, name: "回收" },
  completed: { code: 8, name: "办结" },
  urged: { code: 9, name: "催办" },
  assigned: { code: 10, name: "指派" },
  jumped: { code: 11, name: "跳转" },
  urgeCommented: { code: 12, name: "催办回复" },
  followedUp: { code: 13, name: "回访" },
  followUpCommented: { code: 14, name: "回访备注" },
  created: { code: 15, name: "创建" },
  transferred: { code: 16, name: "转交" },
  transferredBack: { code: 17, name: "转回" },
  timedOut: { code: 100, name: "已超时" },
  beforeTimeout: { code: 101, name: "即将超时" },
  statusKept: { code: 102, name: "状态提醒" },
  nobodyOnline: { code: 103, name: "无人在线" },
  /** Ours, without a number of the specification. */
  opened: { name: "查看" },
  signed: { name: "会签意见" },
  suspended: { name: "挂起" },
  resumed: { name: "恢复" },
  deleted: { name: "删除" },
  subOrderAdded: { name: "新增子工单" },
  subOrderEnded: { name: "子工单结束" },
  migrated: { name: "变更流程版本" },
  commented: { name: "备注" },
  prioritized: { name: "调整优先级" },
  statusNamed: { name: "更改状态" },
  customerFilled: { name: "客户填写" },
  customerRated: { name: "客户评价" },
} as const satisfies Readonly<Record<string, { readonly code?: number; readonly name: string }>>;
export type OrderEventType = keyof typeof orderEvents;

export const codeOf = (type: OrderEventType): number | undefined => {
  const event = orderEvents[type];
  return "code" in event ? event.code : undefined;
};

/** By what TICKETREMIND tells of some of ours: numbers of our own, beyond those of the specification. */
const reminderCodes: Partial<Readonly<Record<OrderEventType, number>>> = { customerFilled: 104, customerRated: 105 };
export const reminderCodeOf = (type: OrderEventType): number | undefined => codeOf(type) ?? reminderCodes[type];

const byCode: ReadonlyMap<number, string> = new Map(
  Object.values(orderEvents).flatMap((event) => ("code" in event ? [[event.code, event.name] as const] : [])),
);
/** 其他 for a number that is none. */
export const orderCodeText = (code: number): string => byCode.get(code) ?? "其他";

/**
 * The shorter list of an order's history. Its numbers are its own (15 and 16 mean something else above), so the two never stand in one
 * column (B22).
 */
export const historyKinds = { 15: "发送邮件", 16: "转派" } as const;
export type HistoryKind = keyof typeof historyKinds;

/** Steps by which an order goes from one person to another at the same node: the shorter list calls each of them 转派. */
const handedOver: readonly OrderEventType[] = ["transferred", "transferredBack", "assigned"];
export const historyKindOf = (type: OrderEventType): HistoryKind | undefined =>
  handedOver.includes(type) ? 16 : undefined;

export const orderStates = {
  draft: "草稿",
  pooled: "待领取",
  handling: "处理中",
  suspended: "已挂起",
  transferred: "已转交",
  done: "已办结",
  deleted: "已删除",
} as const;
export type OrderState = keyof typeof orderStates;

/** What an order does, one step finer: a countersign is handling by several, who waits for sub-orders is suspended. */
export const orderPhases = {
  draft: "草稿",
  pooled: "待领取",
  handling: "处理中",
  signing: "会签中",
  waiting: "等待子工单",
  suspended: "已挂起",
  transferred: "已转交",
  done: "已办结",
  deleted: "已删除",
} as const;
export type OrderPhaseKind = keyof typeof orderPhases;

export const stateOf = (kind: OrderPhaseKind): OrderState =>
  kind === "signing" ? "handling" : kind === "waiting" ? "suspended" : kind;

export const orderPriorities = { 1: "紧急", 2: "高", 3: "普通", 4: "低" } as const;
export type OrderPriority = keyof typeof orderPriorities;

/** What people do with an order; the names of the buttons. */
export const orderCommands = {
  save: "保存",
  submit: "提交",
  approve: "通过",
  returnPrevious: "退回上一步",
  returnCreator: "退回创建人",
  retrieve: "撤回",
  claim: "领取",
  recycle: "回收",
  complete: "办结",
  urge: "催办",
  assign: "指派",
  jump: "跳转",
  commentUrge: "回复催办",
  followUp: "回访",
  commentFollowUp: "回访备注",
  transfer: "转交",
  transferBack: "转回",
  open: "查看",
  suspend: "挂起",
  resume: "恢复",
  remove: "删除",
  comment: "备注",
  prioritize: "调整优先级",
} as const;
export type OrderCommandType = keyof typeof orderCommands;

/** What comes to pass without a command of a person: limits, sub-orders, triggers and macros. */
export const orderOccurrences = {
  timeOut: "超时",
  warn: "即将超时",
  keepStatus: "状态提醒",
  claimTimeOut: "未及时受理",
  addSubOrder: "新增子工单",
  endSubOrder: "子工单结束",
  migrate: "变更流程版本",
  fill: "自动填写",
  nameStatus: "更改状态",
  missTarget: "超出服务目标",
  warnTarget: "即将超出服务目标",
  customerFill: "客户填写",
  customerRate: "客户评价",
} as const;
export type OrderOccurrenceType = keyof typeof orderOccurrences;
