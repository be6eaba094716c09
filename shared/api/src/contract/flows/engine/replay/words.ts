/** Why a call went where it went, in sentences. */
import type { ProgramNode } from "../program.ts";
import { operatorWords, type Operator } from "../rows.ts";
import type { FlowNote, FlowState } from "../session.ts";
import { own, textOf } from "../values.ts";
import { nodeTypeOf } from "../nodes/index.ts";
import type { Asked, Doing } from "./types.ts";

const results: Readonly<Record<string, string>> = {
  hangup: "流程挂机",
  hungUp: "客户挂机",
  failed: "出错",
  loop: "循环过多",
  transferred: "已转接",
  answered: "人工接听",
  flow: "转到其他流程",
  waiting: "还在等待客户",
  missing: "缺少原通话没有的回答",
  endless: "流程没有停止",
  abandonedInFlow: "客户在流程中挂机",
  "led away": "被人工转走",
  next: "正常结束",
  "": "通话中",
};
/** Of a result or an end; ids of exits stay as they are. */
export const result = (id: string): string => own(results, id) ?? id;

const transferWords: Readonly<Record<string, string>> = {
  ...{ answered: "接通", noAnswer: "无人接听", busy: "忙", absent: "无人在线", unregistered: "未注册" },
  ...{ failed: "失败", blocked: "被限制", ended: "通话后返回", timeout: "等待超时", full: "队列已满", key: "按键离开" },
};
export const transferWord = (id: string): string => own(transferWords, id) ?? id;

const percent = (score: unknown): string => (typeof score === "number" ? score.toFixed(2) : "");

/** The branch that has the intent, by its word. */
function intentName(node: ProgramNode | undefined, intentId: string): string {
  const exit = Object.entries(node?.intents ?? {}).find(([, id]) => id === intentId)?.[0];
  const name =
    node &&
    exit &&
    nodeTypeOf(node.type)
      ?.exits(node.config)
      .find(({ id }) => id === exit)?.name;
  return name || intentId;
}

function heardWords({ content = "", data = {} }: FlowNote, node: ProgramNode | undefined): string {
  const [intentId, second] = [textOf(data["intentId"] as string), textOf(data["secondId"] as string)];
  const by = { regex: "规则", keyword: "关键词", sample: "例句" }[textOf(data["by"] as string)] ?? "";
  const best =
    intentId === ""
      ? "没有听懂"
      : `意图「${intentName(node, intentId)}」，得分${percent(data["score"])}${by === "" ? "" : `（${by}）`}`;
  const next = second === "" ? "" : `，其次「${intentName(node, second)}」${percent(data["secondScore"])}`;
  return `客户说“${content}”：${best}${next}`;
}

const errors: Readonly<Record<string, string>> = {
  ...{ interface: "接口", media: "语音", transfer: "转接", expression: "表达式", noRobot: "无空闲机器人" },
  ...{ hungUp: "挂机", loop: "循环" },
};

/** '': nothing that explains anything. */
export function noteWords(note: FlowNote, node: ProgramNode | undefined): string {
  const { action, content = "", data = {} } = note;
  switch (action) {
    case "keys":
      return `客户按键 ${content}`;
    case "heard":
      return heardWords(note, node);
    case "ask":
      if (data["ok"] === true) return `接口成功，状态${textOf(data["status"] as number)}`;
      return content === "" ? "接口没有成功" : `接口没有成功：${content}`;
    case "failed":
      return `出错（${own(errors, String(data["class"])) ?? ""}）：${content}`;
    case "noRobot":
      return "无空闲机器人";
    default:
      return "";
  }
}

/** Of answers that leave no note. */
export function answeredWords({ ask, answer }: Asked, node: ProgramNode | undefined): string {
  if (answer === undefined) return "没有得到回答";
  const text = (key: string): string => (typeof answer[key] === "string" ? answer[key] : "");
  switch (ask.what) {
    case "timeRule": {
      const rules = node?.config["rules"];
      const rule = Array.isArray(rules)
        ? (rules as { id: string; name: string }[]).find(({ id }) => id === text("id"))
        : undefined;
      return text("id") === "" ? "没有时间规则生效" : `时间规则「${rule?.name || text("id")}」生效`;
    }
    case "area":
      return `号码归属地：${`${text("province")}${text("city")}` || "未知"}`;
    case "blacklist":
      return answer["contained"] === true ? "号码在黑名单中" : "号码不在黑名单中";
    case "sms":
      return answer["ok"] === true ? "短信已发送" : "短信没有发送成功";
    case "knowledge":
      return answer["found"] === true ? "找到了知识" : "没有找到知识";
    case "lookUp":
      return answer["found"] === true ? `查找表：${ask.column}是“${text("value")}”` : "查找表里没有这一行";
    case "extension":
      return text("agentId") === "" ? "分机没有坐席" : `分机的坐席是${text("agentId")}`;
    case "lastAgent":
      return text("agentId") === "" ? "没有上次接待的坐席" : `上次接待的坐席是${text("agentId")}`;
    default:
      return "";
  }
}

interface Rule {
  readonly id: string;
  readonly join: "all" | "any";
  readonly rows: readonly { readonly variable: string; readonly operator: Operator; readonly value: string }[];
  readonly expression: string;
}

/** Of conditions: what held, with the values it was held against. */
export function chosenWords(
  { type, config }: ProgramNode,
  exit: string,
  { vars, secret }: FlowState,
): readonly string[] {
  if (type !== "condition" || !Array.isArray(config["rules"])) return [];
  const rule = (config["rules"] as readonly Rule[]).find(({ id }) => id === exit);
  if (!rule) return ["没有规则成立"];
  if (rule.expression !== "") return [`表达式成立：${rule.expression}`];
  const rows = rule.rows.map(({ variable, operator, value }) => {
    const is = secret.includes(variable) ? "***" : textOf(own(vars, variable));
    return `${variable}（${is || "空"}）${operatorWords[operator]}${value}`;
  });
  return [`规则成立：${rows.join(rule.join === "all" ? "，并且" : "，或者")}`];
}

export function doingWords({ does, value, hidden }: Doing): string {
  const what = hidden ? "***" : value;
  return { keys: `按键 ${what}`, say: `说“${what}”`, silence: "不出声", hangUp: "挂机" }[does];
}
