/** What a robot makes of a call: addends give points (scoreModel), an intention rule says which level they are (intentionRule). */
import { array, number, object, string, type InferType } from "yup";
import { compField, crud, idField } from "../crud.ts";
import { lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

const readers = onPages(roles(RoleTypes.administrators), "/knowledgebaseclassify");
const press = (button: string) => roles(RoleTypes.administrators, { button });

export const levelLimits = { levels: 20, score: 100, addends: 100, wins: 20, tried: 200 } as const;

const band = object({
  name: nameField("等级名称"),
  minScore: numberField("最低分", { max: levelLimits.score }).required("请输入最低分"),
  maxScore: numberField("最高分", { max: levelLimits.score }).required("请输入最高分"),
});
/** Both bounds belong to the level. */
export type IntentionBand = InferType<typeof band>;

/**
 * intent: the caller meant it; seconds: the call lasted so long; turns: so many sentences were understood; node: one of this name was
 * come to; keyword: one of these words was said; answer: a variable of the flow has this value; hangUp: who hung up.
 */
export const addendKinds = {
  intent: "说出意图",
  seconds: "通话时长",
  turns: "对话轮数",
  node: "走到节点",
  keyword: "说出关键词",
  answer: "变量内容",
  hangUp: "挂机方",
} as const;
export type AddendKind = keyof typeof addendKinds;
export const hangUpSides = { customer: "客户挂机", system: "机器人挂机" } as const;
export type HangUpSide = keyof typeof hangUpSides;

const criterion = {
  kind: string()
    .label("加分项")
    .oneOf(Object.keys(addendKinds) as AddendKind[])
    .required(),
  /** Of kind intent. */
  intentId: string().label("意图").max(64).nullable().default(null),
  /** Seconds or sentences, at least. */
  least: numberField("至少", { min: 1, max: 3_600 }).nullable().default(null),
  /** node: its name; keyword: words, one of them is enough; answer: 变量名=内容; hangUp: a HangUpSide. */
  text: lengthField("内容", 100).nullable().default(null),
};
export type Criterion = { readonly [K in keyof typeof criterion]: InferType<(typeof criterion)[K]> };

/** What settles a level whatever the score is. */
const win = object({ ...criterion, level: nameField("等级名称") });
export type IntentionWin = InferType<typeof win>;

const ruleFields = {
  levels: array()
    .label("等级")
    .of(band)
    .min(1, "请至少设置一个等级")
    .max(levelLimits.levels, `等级最多${levelLimits.levels}个`)
    .required(),
  wins: array().label("直接定级").of(win).max(levelLimits.wins, `直接定级最多${levelLimits.wins}条`).default([]),
};

const evaluated = object({ level: string().defined(), score: number().nullable().defined() });

export const intentionRuleApi = defineResource({
  ...crud({
    name: "intentionRule",
    prefix: "/ivr/api/v1/intentionRule",
    noun: "intention rule",
    tag: "IntentionRule",
    row: object({
      id: string().required(),
      name: string().required(),
      levels: array().of(band).required(),
      wins: array().of(win).required(),
      remark: string().defined(),
    }),
    filters: { name: string().label("规则名称").max(30) },
    sortable: ["name"],
    fields: {
      name: nameField("规则名称"),
      ...ruleFields,
      remark: remarkField(),
    },
    permission: {
      list: onPages(readers, "/knowledgebaseclassify", "/robotList", "/intelligentdial"),
      add: press("intentionRule.add"),
      update: press("intentionRule.update"),
      delete: press("intentionRule.delete"),
    },
  }),
  /** A rule on calls that were, before it is saved. */
  try: defineEndpoint({
    name: "intentionRuleTry",
    method: "POST",
    path: "/ivr/api/v1/intentionRule/try",
    summary: "What a changed rule would have made of the last calls of robots",
    permission: onPages(readers, "/knowledgebaseclassify", "/robotList"),
    reads: true,
    body: object({
      compId: compField(),
      ...ruleFields,
      /** '': of all robots. */
      robotId: string().label("机器人").max(64).default(""),
      calls: numberField("通话数", { min: 1, max: levelLimits.tried }).default(100),
    }),
    reply: object({
      /** Calls that are another level now. */
      changed: number().required(),
      counts: array()
        .of(object({ level: string().defined(), before: number().required(), after: number().required() }))
        .required(),
      calls: array()
        .of(
          object({
            callId: string().required(),
            startTime: string().required(),
            /** Masked for who may see none. */
            number: string().defined(),
            robotName: string().defined(),
            before: evaluated.required(),
            after: evaluated.required(),
            /** Why it is that level now. */
            by: string().defined(),
            addends: array()
              .of(object({ what: string().required(), score: number().required() }))
              .required(),
          }),
        )
        .required(),
    }),
    ratePerMinute: 30,
  }),
});

const addend = object({
  ...criterion,
  points: numberField("分值", { min: -100, max: 100 }).required("请输入分值"),
});

export const scoreModelApi = defineResource({
  list: defineEndpoint({
    name: "scoreModelList",
    method: "POST",
    path: "/ivr/api/v1/scoreModel/list",
    summary: "What gives points in a robot's call",
    permission: readers,
    reads: true,
    body: object({ compId: compField() }),
    reply: array()
      .of(addend.shape({ id: idField(), intentName: string().defined() }))
      .required(),
    tags: ["ScoreModel"],
  }),
  /** All of them at once. */
  save: defineEndpoint({
    name: "scoreModelSave",
    method: "POST",
    path: "/ivr/api/v1/scoreModel/save",
    summary: "Sets what gives points in a robot's call",
    permission: press("scoreModel.save"),
    body: object({
      compId: compField(),
      addends: array()
        .label("加分项")
        .of(addend)
        .max(levelLimits.addends, `加分项最多${levelLimits.addends}个`)
        .required(),
    }),
    tags: ["ScoreModel"],
  }),
});
