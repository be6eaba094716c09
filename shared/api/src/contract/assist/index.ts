/** Area 'assist': what is heard in talks. Its settings stand in 坐席管理, whose page has its button. */
import { defineArea } from "../area.ts";
import { assistApi, assistKnowledgeApi } from "./assist.ts";

export * from "./assist.ts";
export * from "./dialogue.ts";

export const assistArea = /* #__PURE__ */ defineArea(() => ({
  tabs: [],
  resources: [assistApi, assistKnowledgeApi],
  logWords: {
    objects: { assist: "坐席辅助", assistKnowledge: "辅助知识" },
    fields: {
      "assist.enabled": "坐席辅助",
      "assist.silenceS": "静音告警（秒）",
      "assist.speed": "语速告警（字/分钟）",
      "assist.chipin": "抢话告警",
      "assist.words": "敏感词",
      "assist.flowId": "辅助流程",
      "assistKnowledge.sentence": "触发语句",
      "assistKnowledge.content": "推荐内容",
    },
  },
}));
