/** Area 'understanding': what a sentence means: rules, classes of inner knowledge, learning, intentions. */
import { defineArea } from "../area.ts";
import { crudButtons, type ButtonDefinition } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { knowledgeClassApi } from "./classes.ts";
import { innerKnowledgeApi } from "./inner-knowledge.ts";
import { intentApi } from "./intents.ts";
import { intentionDetailApi, robotLearningApi } from "./learning.ts";
import { intentionRuleApi, scoreModelApi } from "./levels.ts";
import { understandingWords } from "./log-words.ts";
import { regexRuleApi } from "./rules.ts";

export * from "./classes.ts";
export * from "./inner-knowledge.ts";
export * from "./intents.ts";
export * from "./learning.ts";
export * from "./levels.ts";
export * from "./limits.ts";
export * from "./rules.ts";

const row = rowsOf("flow-editor", "flow-editor");

export const understandingTabs = [
  row("/robotlearning", "机器人学习", "A"),
  row("/regular", "正则管理", "A"),
  row("/knowledgebaseclassify", "知识库分类", "A"),
];

/** 新增分类, 编辑分类, … : a page of several kinds of thing. */
const named = (name: string, noun: string): readonly ButtonDefinition[] =>
  crudButtons(name, ["A"]).map((button) => ({ ...button, name: `${button.name}${noun}` }));

export const understandingArea = /* #__PURE__ */ defineArea(() => ({
  tabs: understandingTabs,
  resources: [
    regexRuleApi,
    knowledgeClassApi,
    innerKnowledgeApi,
    intentApi,
    intentionRuleApi,
    scoreModelApi,
    robotLearningApi,
    intentionDetailApi,
  ],
  buttons: {
    "/regular": crudButtons("regexRule", ["A"]),
    "/knowledgebaseclassify": [
      ...named("knowledgeClass", "分类"),
      ...named("innerKnowledge", "问题"),
      ...named("intent", "意图"),
      ...named("intentionRule", "意向规则"),
      { code: "scoreModel.save", name: "保存评分模型", who: ["A"] },
    ],
    "/robotlearning": [
      { code: "robotLearning.assign", name: "归入意图", who: ["A"] },
      { code: "robotLearning.ignore", name: "忽略", who: ["A"] },
      { code: "robotLearning.delete", name: "删除", who: ["A"] },
    ],
  },
  logWords: understandingWords,
}));
