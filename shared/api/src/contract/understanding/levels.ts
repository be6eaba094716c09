/** What a robot makes of a call: addends give points (scoreModel), an intention rule says which level they are (intentionRule). */
import { array, object, string, type InferType } from "yup";
import { compField, crud, idField } from "../crud.ts";
import { nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

const readers = onPages(roles(RoleTypes.administrators), "/knowledgebaseclassify");
const press = (button: string) => roles(RoleTypes.administrators, { button });

export const levelLimits = { levels: 20, score: 100, addends: 100 } as const;

const band = object({
  name: nameField("等级名称"),
  minScore: numberField("最低分", { max: levelLimits.score }).required("请输入最低分"),
  maxScore: numberField("最高分", { max: levelLimits.score }).required("请输入最高分"),
});
/** Both bounds belong to the level. */
export type IntentionBand = InferType<typeof band>;

export const intentionRuleApi = defineResource(
  crud({
    name: "intentionRule",
    prefix: "/ivr/api/v1/intentionRule",
    noun: "intention rule",
    tag: "IntentionRule",
    row: object({
      id: string().required(),
      name: string().required(),
      levels: array().of(band).required(),
      remark: string().defined(),
    }),
    filters: { name: string().label("规则名称").max(30) },
    sortable: ["name"],
    fields: {
      name: nameField("规则名称"),
      levels: array()
        .label("等级")
        .of(band)
        .min(1, "请至少设置一个等级")
        .max(levelLimits.levels, `等级最多${levelLimits.levels}个`)
        .required(),
      remark: remarkField(),
    },
    permission: {
      list: onPages(readers, "/knowledgebaseclassify", "/robotList", "/intelligentdial"),
      add: press("intentionRule.add"),
      update: press("intentionRule.update"),
      delete: press("intentionRule.delete"),
    },
  }),
);

/** intent: the caller meant it; seconds: the call lasted so long; turns: so many sentences were understood. */
export const addendKinds = { intent: "说出意图", seconds: "通话时长", turns: "对话轮数" } as const;
export type AddendKind = keyof typeof addendKinds;

const addend = object({
  kind: string()
    .label("加分项")
    .oneOf(Object.keys(addendKinds) as AddendKind[])
    .required(),
  /** Of kind intent. */
  intentId: string().label("意图").max(64).nullable().default(null),
  /** Seconds or sentences, at least. */
  least: numberField("至少", { min: 1, max: 3_600 }).nullable().default(null),
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
