/** 正则管理: regular expressions in the semantics of RE2, and their tester (realtime.md 7). */
import { array, number, object, string } from "yup";
import { compField, crud } from "../crud.ts";
import { flagField, nameField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { understandingLimits } from "./limits.ts";

const readers = onPages(roles(RoleTypes.administrators), "/regular", "/knowledgebaseclassify");
const press = (button: string) => roles(RoleTypes.administrators, { button });

/** What a rule is for. */
export const ruleKinds = { intent: "意图识别", check: "按键和节点校验", word: "敏感词" } as const;
export type RuleKind = keyof typeof ruleKinds;
const kinds = Object.keys(ruleKinds) as RuleKind[];

const { pattern, testSentences, sentence } = understandingLimits;
const patternField = () =>
  string().label("正则表达式").required("请输入正则表达式").max(pattern, `正则表达式最多${pattern}个字符`);

export const regexRuleApi = defineResource({
  ...crud({
    name: "regexRule",
    prefix: "/callin/api/v1/rule",
    noun: "regular expression",
    tag: "RegexRule",
    row: object({
      id: string().required(),
      name: string().required(),
      pattern: string().required(),
      kind: string().oneOf(kinds).required(),
      remark: string().defined(),
      enabled: number().required(),
      /** Names of the intents that use it. */
      intents: array().of(string().required()).required(),
    }),
    filters: {
      name: string().label("规则名称").max(30),
      kind: string()
        .label("用途")
        .oneOf(["", ...kinds]),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
    },
    sortable: ["name", "createdAt"],
    fields: {
      name: nameField("规则名称"),
      pattern: patternField(),
      kind: string().label("用途").oneOf(kinds).default("intent"),
      remark: remarkField(),
      enabled: flagField("启用").default(1),
    },
    permission: {
      list: readers,
      add: press("regexRule.add"),
      update: press("regexRule.update"),
      delete: press("regexRule.delete"),
    },
  }),
  /** Which sentences a pattern fits, and where; the pattern need not be kept. */
  test: defineEndpoint({
    name: "regexRuleTest",
    method: "POST",
    path: "/callin/api/v1/rule/test",
    summary: "Tries a regular expression on sentences",
    permission: readers,
    reads: true,
    ratePerMinute: 120,
    body: object({
      compId: compField(),
      pattern: patternField(),
      sentences: array()
        .label("测试句子")
        .of(string().label("测试句子").defined().max(sentence))
        .max(testSentences, `一次最多测试${testSentences}句`)
        .required(),
    }),
    reply: object({
      /** Why the pattern is none, or why not all sentences were tried; '' otherwise. It is asked while it is typed. */
      fault: string().defined(),
      results: array()
        .of(
          object({
            matched: number().oneOf([0, 1]).required(),
            /** UTF-16 units of the sentence. */
            start: number().required(),
            end: number().required(),
            groups: array()
              .of(object({ name: string().defined(), text: string().defined().nullable() }))
              .required(),
          }),
        )
        .required(),
    }),
  }),
});
