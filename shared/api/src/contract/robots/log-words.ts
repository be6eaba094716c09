/** What the operation log calls the things of this area; the filter of 操作日志 offers them too. */
import type { LogWords } from "../area.ts";

export const robotWords: LogWords = {
  objects: { robot: "机器人线路", robotAgent: "机器人", robotCall: "机器人通话" },
  actions: { takeOverRobot: "接管机器人通话" },
  fields: {
    "robotAgent.kind": "类型",
    "robotAgent.pictureId": "形象图片",
    "robotAgent.flowId": "流程",
    "robotAgent.tts": "音色",
    "robotAgent.asrEngineId": "识别引擎",
    "robotAgent.intentionRuleId": "意向规则",
    "robotAgent.fallbackGroupId": "转接技能组",
  },
};
