/** What the operation log says of follow-ups. */
import type { LogWords } from "../area.ts";

export const followUpWords: LogWords = {
  objects: { followUpSetting: "回访规则", followUp: "回访任务", followUpForm: "满意度表单" },
  actions: {
    followUpDone: "完成回访",
    followUpNoAnswer: "未接通",
    followUpGiveUp: "放弃回访",
    followUpArrange: "改期",
  },
  fields: {
    "followUpSetting.name": "规则名称",
    "followUpSetting.trigger": "触发条件",
    "followUpSetting.minutes": "间隔时长（分钟）",
    "followUpSetting.who": "回访人",
    "followUpSetting.tries": "回访次数",
    "followUpSetting.retryMinutes": "重试间隔（分钟）",
    "followUpSetting.enabled": "启用",
    "followUp.dueTime": "回访时间",
    "followUp.agentId": "回访人",
    "followUp.state": "状态",
    "followUp.result": "回访结果",
    "followUp.remark": "备注",
    "followUpForm.questions": "问题",
  },
};
