import type { LogWords } from "../area.ts";

export const flowWords: LogWords = {
  objects: { flow: "流程", flowTest: "流程测试", robotGroup: "流程机器人" },
  actions: {
    publish: "发布",
    rollback: "回退版本",
    share: "分配版本比例",
    importZip: "导入",
    exportZip: "导出",
    train: "训练",
    dropPrograms: "清除流程缓存",
  },
  fields: {
    "flow.flowType": "流程类型",
    "flow.draft": "草稿",
    "flow.tts": "音色",
    "flow.versionId": "版本编号",
    "flow.version": "版本",
    "flow.note": "发布说明",
    "flow.reason": "发布原因",
    "flow.shares": "版本比例",
    "flowTest.test": "测试内容",
    "robotGroup.robots": "机器人",
    "flow.flows": "流程",
  },
};
