/** Intents, which branches of flows point at (branch.dictionariesId, flows.md B5): keywords, rules, sample sentences. */
import { array, boolean, number, object, string } from "yup";
import { compField, crud, idField } from "../crud.ts";
import { lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles, timeouts } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { understandingLimits } from "./limits.ts";

const readers = onPages(roles(RoleTypes.administrators), "/knowledgebaseclassify", "/robotlearning");
const press = (button: string) => roles(RoleTypes.administrators, { button });
const { keyword, keywords, rules, sample, samples, sentence } = understandingLimits;

export const matchedBy = { rule: "正则", keyword: "关键词", sample: "相似句", none: "未识别" } as const;
export type MatchedBy = keyof typeof matchedBy;
const ways = Object.keys(matchedBy) as MatchedBy[];

/** 0..1, two decimals; null: what the node of the flow asks for. */
const shareField = (label: string) =>
  number()
    .label(label)
    .typeError(`${label}应为数字`)
    .min(0, `${label}不能小于0`)
    .max(1, `${label}不能大于1`)
    .nullable();

const row = object({
  id: string().required(),
  /** '': in none. */
  classId: string().defined(),
  name: string().required(),
  priority: number().required(),
  threshold: number().nullable().defined(),
  keywords: array().of(string().required()).required(),
  ruleIds: array().of(string().required()).required(),
  sampleCount: number().required(),
  remark: string().defined(),
  updateTime: string().required(),
});

const plain = crud({
  name: "intent",
  prefix: "/ivr/api/v1/intentionClassify",
  noun: "intent",
  tag: "Intent",
  row,
  filters: {
    /** With the classes below it. */
    classId: string().label("分类").max(64),
    name: lengthField("意图名称", 30),
  },
  sortable: ["name", "priority", "updateTime"],
  fields: {
    classId: string().label("分类").max(64),
    name: nameField("意图名称"),
    priority: numberField("优先级", { max: 999 }).default(0),
    threshold: shareField("识别阈值").default(null),
    keywords: array()
      .label("关键词")
      .of(lengthField("关键词", keyword).required("关键词不能为空"))
      .max(keywords, `关键词最多${keywords}个`)
      .default([]),
    ruleIds: array().label("正则规则").of(string().required().max(64)).max(rules, `正则规则最多${rules}条`).default([]),
    samples: array()
      .label("相似句")
      .of(lengthField("相似句", sample).required("相似句不能为空"))
      .max(samples, `相似句最多${samples}条`)
      .default([]),
    remark: remarkField(),
  },
  permission: {
    list: readers,
    add: press("intent.add"),
    update: press("intent.update"),
    delete: press("intent.delete"),
  },
});

const score = object({
  id: string().required(),
  name: string().required(),
  by: string().oneOf(ways).required(),
  /** 0..1 */
  score: number().required(),
  /** Name of the rule, the keyword, the sample. */
  what: string().defined(),
});

export const intentApi = defineResource({
  ...plain,
  /** One with all its samples. */
  find: defineEndpoint({
    name: "intentFind",
    method: "POST",
    path: "/ivr/api/v1/intentionClassify/find",
    summary: "An intent with its sample sentences",
    permission: readers,
    reads: true,
    body: object({ compId: compField(), id: idField() }),
    reply: row.shape({ samples: array().of(string().required()).required() }),
    tags: ["Intent"],
  }),
  /** What a sentence means among these intents (none named: among all), with every score. */
  test: defineEndpoint({
    name: "intentTest",
    method: "POST",
    path: "/ivr/api/v1/intentionClassify/test",
    summary: "Tries a sentence on intents",
    // The first question after a change trains the index, which of 20,000 samples takes seconds on a machine with other work.
    timeoutMs: timeouts.slow,
    permission: readers,
    reads: true,
    ratePerMinute: 120,
    body: object({
      compId: compField(),
      text: string().label("句子").trim().required("请输入句子").max(sentence),
      intentIds: array().label("意图").of(string().required().max(64)).max(200).default([]),
      threshold: shareField("识别阈值").default(null),
      margin: shareField("领先幅度").default(null),
    }),
    reply: object({
      /** As it was compared. */
      normal: string().defined(),
      by: string().oneOf(ways).required(),
      /** null: not understood. */
      intent: score.nullable().defined(),
      ambiguous: boolean().required(),
      /** Rules were left out: the sentence and they are too long together. */
      cut: boolean().required(),
      scores: array().of(score).required(),
    }),
    tags: ["Intent", "RegexRule"],
  }),
});
