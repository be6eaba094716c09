/** Area 'follow-ups': 回访列表 with its settings and what is asked. */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { followUpWords } from "./log-words.ts";
import { followUpSatisfactionApi } from "./satisfaction.ts";
import { followUpSettingsApi } from "./settings.ts";
import { followUpConfigApi, handFollowUpApi } from "./tasks.ts";

export * from "./machine.ts";
export {
  followUpDoers,
  followUpLimits,
  followUpSources,
  followUpTriggers,
  type FollowUpDoer,
  type FollowUpSource,
  type FollowUpTrigger,
} from "./parts.ts";
export * from "./satisfaction.ts";
export * from "./settings.ts";
export * from "./tasks.ts";

const row = rowsOf("workorder", "workorder");

export const followUpsTabs = [row("/followuplist", "回访列表", "AS", { param: "state" })];

export const followUpsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: followUpsTabs,
  resources: [followUpSettingsApi, followUpConfigApi, followUpSatisfactionApi, handFollowUpApi],
  buttons: {
    "/followuplist": [
      { code: "followUpTask.add", name: "新增回访", who: ["A", "S"] },
      { code: "followUpTask.update", name: "处理回访", who: ["A", "S"] },
      { code: "followUpTask.delete", name: "删除回访", who: ["A"] },
      { code: "followUpSettings.save", name: "设置回访规则", who: ["A"] },
      { code: "followUpSettings.delete", name: "删除回访规则", who: ["A"] },
      { code: "followUpSatisfaction.save", name: "设置满意度表单", who: ["A"] },
    ],
  },
  logWords: followUpWords,
}));
