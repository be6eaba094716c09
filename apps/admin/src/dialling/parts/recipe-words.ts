/** Recipes in sentences. */
import {
  afterActions,
  answerers,
  asksAlone,
  beforeActions,
  recipeOps,
  recipeSources,
  type Answerer,
  type AfterRecipe,
  type BeforeRecipe,
  type RecipeCondition,
} from "@liantai/api/contract/admin";
import { resultText } from "./words.ts";

function valueText({ of }: RecipeCondition, value: string): string {
  if (of === "code" || of === "lastCode") return resultText(Number(value));
  return of === "answerer" ? (answerers[value as Answerer] ?? value) : value;
}

function conditionText(condition: RecipeCondition): string {
  const { of, name, op, values, count } = condition;
  const what = of === "variable" ? `变量“${name}”` : recipeSources[of];
  if (of === "attempts") return `${what}${recipeOps[op]} ${count} 次`;
  if (asksAlone(op)) return `${what}${recipeOps[op]}`;
  return `${what}${recipeOps[op]}${values.map((value) => valueText(condition, value)).join("、")}`;
}

/** 呼叫结果是无人接听，且已拨次数不少于 3 次; nothing is asked: 每次. */
export const conditionsText = (conditions: readonly RecipeCondition[]): string =>
  conditions.length === 0 ? "每次" : conditions.map(conditionText).join("，且");

export const beforeText = (recipe: BeforeRecipe, names: ReadonlyMap<string, string>): string => {
  const { action, reason, priority, smsId, waitMin } = recipe;
  if (action === "sms") return `${beforeActions.sms}“${names.get(smsId) ?? "已删除或无权查看"}”，${waitMin} 分钟后拨打`;
  if (action === "priority") return `${beforeActions.priority}为 ${priority}`;
  return reason === "" ? beforeActions[action] : `${beforeActions[action]}：${reason}`;
};

const seatText = ({ seat, agentId }: AfterRecipe): string => (seat === "named" ? `坐席 ${agentId}` : "通话的坐席");

/** Names: of tasks, interfaces and flows, by id. */
export function afterText(recipe: AfterRecipe, names: ReadonlyMap<string, string>): string {
  const { action, taskId, smsId, flowId, afterMin, field, text } = recipe;
  const word = afterActions[action];
  const named = (id: string): string => `${word}“${names.get(id) ?? "已删除或无权查看"}”`;
  switch (action) {
    case "task":
      return named(taskId);
    case "sms":
      return named(smsId);
    case "order":
      return `${named(flowId)}，${seatText(recipe)}`;
    case "reserve":
      return `${word}：${afterMin} 分钟后，${seatText(recipe)}`;
    case "field":
      return `${word}“${field}”：${text === "" ? "清空" : text}`;
  }
}
