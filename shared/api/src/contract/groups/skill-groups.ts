/** 技能组: which agent is offered a call, and what a caller hears until then. */
import { number, object, string } from "yup";
import { shortAbandonRules } from "../call-records/figures.ts";
import { crud } from "../crud.ts";
import { flagField, lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { onPages } from "../resource.ts";
import { admins, readers } from "./parts.ts";
import { ringsField, ringsRow } from "./rings.ts";
import { overflowKinds, overflowTexts, targetField, targetRow } from "./targets.ts";

/** Which idle agent of a group is offered a call. */
export const strategies = {
  "longest-idle": "空闲最久优先",
  "least-calls": "接听最少优先",
  "round-robin": "轮流分配",
  level: "级别优先",
  random: "随机分配",
} as const;
export type Strategy = keyof typeof strategies;

/** After a call: nothing; a length that the agent may cut short; a fixed length; until the agent has finished. */
export const wrapUpModes = {
  none: "无话后处理",
  optional: "到时自动结束，可提前完成",
  timed: "固定时长，不可提前完成",
  untilFinished: "不限时，由坐席完成",
} as const;
export type WrapUpMode = keyof typeof wrapUpModes;
const wrapUpWords = Object.keys(wrapUpModes) as WrapUpMode[];

/** Who comes first, and whom a caller is offered to. */
const routingFields = {
  /** Minutes that its callers count as waited longer. */
  priorityMin: numberField("优先级", { max: 120 }).default(0),
  transferPriorityMin: numberField("转接来电优先级", { max: 120 }).default(0),
  callbackPriorityMin: numberField("预约回呼优先级", { max: 120 }).default(0),
  /** 0: no caller is kept for the agent of the last time. */
  stickyDays: numberField("熟客天数", { max: 365 }).default(0),
  stickyWaitS: numberField("熟客等待时长", { min: 5, max: 300 }).default(30),
  rings: ringsField(),
  /** Calls in a row that an agent may leave ringing before it is set busy. */
  missLimit: numberField("未接次数上限", { min: 1, max: 10 }).default(1),
  wrapUpMode: string().label("话后处理方式").oneOf(wrapUpWords).default("optional"),
  /** 0: none. */
  wrapUpExtendS: numberField("话后延长时长", { max: 600 }).default(0),
  estimateOn: flagField("播报预计等待").default(0),
  /** Percent: with a published error from here on the wait is not announced. */
  estimateErrorPct: numberField("预计误差上限", { min: 1, max: 100 }).default(30),
  /** 0: nothing is offered to who waits. */
  menuEveryS: numberField("排队菜单间隔", { max: 600 }).default(0),
  menuCallback: flagField("预约回呼").default(1),
  menuVoicemail: flagField("留言").default(0),
  /** Instead of the sentence that names the choices. */
  menuVoiceId: string().label("排队菜单语音").max(64).default(""),
  voicemailMaxS: numberField("留言最长时长", { min: 10, max: 300 }).default(60),
  /** 1: offered to a ready agent while no caller waits. */
  voicemailOffer: flagField("留言派送").default(0),
  voicemailOfferS: numberField("留言应答时长", { min: 10, max: 120 }).default(20),
  /** After it was accepted: no calls for so long; 0: calls go on. */
  voicemailWorkS: numberField("留言处理时长", { max: 1_800 }).default(120),
};
const routingRow = {
  priorityMin: number().required(),
  transferPriorityMin: number().required(),
  callbackPriorityMin: number().required(),
  stickyDays: number().required(),
  stickyWaitS: number().required(),
  rings: ringsRow,
  missLimit: number().required(),
  wrapUpMode: string().oneOf(wrapUpWords).required(),
  wrapUpExtendS: number().required(),
  estimateOn: number().required(),
  estimateErrorPct: number().required(),
  menuEveryS: number().required(),
  menuCallback: number().required(),
  menuVoicemail: number().required(),
  menuVoiceId: string().defined(),
  voicemailMaxS: number().required(),
  voicemailOffer: number().required(),
  voicemailOfferS: number().required(),
  voicemailWorkS: number().required(),
};

const skillGroupFields = {
  name: nameField("技能组名称"),
  enabled: flagField("状态").required(),
  strategy: string().label("分配策略").oneOf(Object.keys(strategies)).required("请选择分配策略"),
  /** Callers that may wait; 0: nobody waits. */
  queueLimit: numberField("最大排队数", { max: 9_999 }).required(),
  /** 0: as long as they like. */
  maxWaitS: numberField("最长等待时间", { max: 86_400 }).required(),
  ringS: numberField("振铃时长", { min: 5, max: 300 }).required(),
  wrapUpS: numberField("话后处理时长", { max: 3_600 }).required(),
  serviceLevelS: numberField("服务水平阈值", { min: 1, max: 3_600 }).required(),
  /** null: as the enterprise says; 0: whoever hangs up is counted as lost. */
  shortAbandonS: numberField("短放弃时限", { max: shortAbandonRules.most })
    .transform((value: number, typed: unknown) => (typed === "" ? null : value))
    .nullable()
    .default(null),
  /** Voice heard while waiting and on hold; '': the usual music. */
  musicId: string().label("等待音乐").max(64).defined(),
  positionOn: flagField("播报排队位置").required(),
  positionEveryS: numberField("位置播报间隔", { min: 10, max: 600 }).required(),
  /** 0: no wait announcement. */
  waitEveryS: numberField("等待提示间隔", { max: 600 }).required(),
  waitText: lengthField("等待提示内容", 200).defined(),
  /** Instead of the text. */
  waitVoiceId: string().label("等待提示语音").max(64).defined(),
  /** 1: recorded by themselves; 0: by hand. One 0 of number, group and seat is enough. */
  recordMode: flagField("自动录音").default(1),
  overflowFull: targetField(overflowTexts.full, overflowKinds),
  overflowWait: targetField(overflowTexts.wait, overflowKinds),
  overflowAbsent: targetField(overflowTexts.absent, overflowKinds),
  ...routingFields,
  remark: remarkField().defined(),
};

const skillGroupRow = object({
  id: string().required(),
  name: string().required(),
  enabled: number().required(),
  strategy: string().required(),
  queueLimit: number().required(),
  maxWaitS: number().required(),
  ringS: number().required(),
  wrapUpS: number().required(),
  serviceLevelS: number().required(),
  shortAbandonS: number().nullable().defined(),
  musicId: string().defined(),
  positionOn: number().required(),
  positionEveryS: number().required(),
  waitEveryS: number().required(),
  waitText: string().defined(),
  waitVoiceId: string().defined(),
  recordMode: number().required(),
  overflowFull: targetRow,
  overflowWait: targetRow,
  overflowAbsent: targetRow,
  ...routingRow,
  remark: string().defined(),
  /** Seats in it. */
  members: number().required(),
});

export const skillGroupApi = {
  /** Role types 2 and 3 see the groups of their own agent id (console.md section 6); `agentId` does the same for others. */
  ...crud({
    name: "skillGroup",
    prefix: "/pbx/api/v1/skillGroup",
    noun: "skill group",
    tag: "SkillGroup",
    row: skillGroupRow,
    filters: {
      name: string().label("技能组名称").max(30),
      enabled: number().label("状态").oneOf([0, 1]),
      agentId: string()
        .label("坐席工号")
        .matches(/^\d{0,10}$/, "坐席工号只能是数字"),
    },
    sortable: ["name", "strategy", "queueLimit", "ringS", "wrapUpS", "enabled"],
    fields: skillGroupFields,
    permission: {
      list: onPages(
        readers,
        "/skillgroup",
        "/allotskill",
        "/dispatchqueue",
        "/dispatchQueueallotskill",
        "/setDnis",
        "/callrecord",
        "/recordingpackagedownload",
        "/enterprisehomepage",
        "/seathomepage",
      ),
      add: admins("skillGroup.add"),
      update: admins("skillGroup.update"),
      delete: admins("skillGroup.delete"),
    },
  }),
};
