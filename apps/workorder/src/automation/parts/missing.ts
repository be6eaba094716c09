/** What an action still needs before it is one: said beside the editor. Pure. */
import type { AutomationAction } from "@liantai/api/contract/work-orders";

function missing(action: AutomationAction): string | undefined {
  switch (action.do) {
    case "assign":
      return action.to === "" ? "请选择坐席" : undefined;
    case "comment":
      return action.text.trim() === "" ? "请填写备注内容" : undefined;
    case "remind":
      if (action.whom.length + action.agentIds.length === 0) return "请选择提醒的人";
      return action.text.trim() === "" ? "请填写提醒内容" : undefined;
    default:
      return undefined;
  }
}

export const missingIn = (actions: readonly AutomationAction[]): readonly string[] => [
  ...(actions.length === 0 ? ["请添加动作"] : []),
  ...actions.flatMap((one, at) => {
    const text = missing(one);
    return text === undefined ? [] : [`第${at + 1}个动作：${text}`];
  }),
];
