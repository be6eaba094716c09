/** Words and limits of follow-ups. */
import { recordPages } from "../customer-forms/parts.ts";
import { onPages, roles } from "../resource.ts";
import { RoleType, RoleTypes } from "../roles.ts";

export const followUpPage = "/followuplist";

/** Who the page is for (screens.md: A S). */
const people = [RoleType.administrator, RoleType.agent, RoleType.linkAdministrator] as const;
export const onFollowUps = onPages(roles(people), followUpPage);
/** Where orders are followed up by hand. */
export const onOrders = onPages(roles(RoleTypes.enterprise), ...recordPages, followUpPage);
export const pressFollowUp = (button: string) => roles(people, { button });
export const keepFollowUps = (button: string) =>
  roles([RoleType.administrator, RoleType.linkAdministrator], { button });

/** What makes one (inventory B41). An order's form knows the first two, every other form the last. */
export const followUpTriggers = {
  orderEnded: "工单办结后",
  nodeLeft: "离开节点后",
  recordMade: "新增数据后",
} as const;
export type FollowUpTrigger = keyof typeof followUpTriggers;
export const followUpTriggerKeys = Object.keys(followUpTriggers) as FollowUpTrigger[];

/** Who does it. */
export const followUpDoers = {
  creator: "创建人",
  handler: "处理人",
  seat: "指定坐席",
  group: "坐席组",
} as const;
export type FollowUpDoer = keyof typeof followUpDoers;
export const followUpDoerKeys = Object.keys(followUpDoers) as FollowUpDoer[];

/** Where one comes from. */
export const followUpSources = { setting: "回访规则", added: "手工安排", manual: "手动回访" } as const;
export type FollowUpSource = keyof typeof followUpSources;
export const followUpSourceKeys = Object.keys(followUpSources) as FollowUpSource[];

export const followUpLimits = {
  /** A year. */
  minutes: 525_600,
  tries: 10,
  settings: 200,
  questions: 20,
  text: 500,
} as const;
