/** Chinese words of the choices in configs, by field; what has none reads as it is. */
import { checkWords, errorWords, operatorWords } from "@liantai/api/flows";

type Words = Readonly<Record<string, string>>;

const byField: Readonly<Record<string, Words>> = {
  to: { node: "本画布的节点", subProcess: "子流程", shared: "公共子流程", flow: "另一个流程" },
  kind: {
    skillGroup: "技能组",
    dispatchQueue: "调度队列",
    taskGroup: "外呼任务的转接技能组",
    seat: "坐席",
    extension: "分机",
  },
  check: checkWords,
  join: { all: "全部满足", any: "任一满足" },
  toKind: { skillGroup: "技能组", seat: "坐席" },
  who: { fixed: "固定", variable: "来自变量", last: "上次接待的坐席" },
  from: {
    text: "固定内容",
    expression: "表达式",
    field: "表单或客户字段",
    lookUp: "查找表",
    cut: "从打断处继续",
    beginning: "从头播放",
  },
  by: { sentence: "客户的上一句话", question: "指定的问题", class: "分类里问得最多的问题" },
  operator: operatorWords,
  classes: errorWords,
  lists: { system: "系统黑名单", enterprise: "企业黑名单", both: "系统和企业黑名单" },
  type: { number: "数字", phone: "电话号码", date: "日期", amount: "金额", yesNo: "是或否", text: "文字" },
};

export const choiceWord = (field: string, value: string): string =>
  byField[field]?.[value] ?? (value === "" ? "不设" : value);

/** Fields of rows that their schema has no word for. */
const fields: Words = { join: "条件关系", rows: "条件", name: "名称", from: "取值方式", value: "值" };
export const fieldWord = (name: string): string => fields[name] ?? name;
