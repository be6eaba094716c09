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
    flowType: "流程类型",
    draft: "草稿",
    tts: "音色",
    versionId: "版本编号",
    version: "版本",
    note: "发布说明",
    reason: "发布原因",
    shares: "版本比例",
    test: "测试内容",
    robots: "机器人",
    flows: "流程",
  },
};
