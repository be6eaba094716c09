/** What the operation log says of rules, knowledge, intents and learning. */
import type { LogWords } from "../area.ts";

export const understandingWords: LogWords = {
  objects: {
    regexRule: "正则规则",
    knowledgeClass: "知识库分类",
    innerKnowledge: "内部知识",
    intent: "意图",
    intentionRule: "意向规则",
    scoreModel: "评分模型",
    robotLearning: "机器人学习",
  },
  actions: { teach: "归入意图", putAside: "忽略句子" },
  fields: { sentences: "句子", "intent.reason": "归入原因", "scoreModel.intent": "意图" },
};
