/**
 * 拨打策略 of a task: what is done before a number is called, and after each result (D25 to D29). Conditions hold together, all of them.
 */
import { array, number, object, string, type InferType, type ISchema, type TestContext } from "yup";
import { callResults } from "../call-results.ts";
import { lengthField, lengthOf, nameField, numberField } from "../fields.ts";
import { answerers } from "./parts.ts";

/** What a condition asks. The first row is known before a call, the second of an attempt that has ended. */
export const recipeSources = {
  ...{ variable: "号码变量", place: "归属地", attempts: "已拨次数", lastCode: "上次呼叫结果", batch: "批次" },
  ...{ code: "呼叫结果", result: "业务结果", answerer: "接听方", level: "意向等级" },
} as const;
export type RecipeSource = keyof typeof recipeSources;
export const beforeSources = ["variable", "place", "attempts", "lastCode", "batch"] as const satisfies RecipeSource[];
export const afterSources = [
  ...(["code", "result", "answerer", "level", "attempts", "variable"] as const),
] satisfies RecipeSource[];

export const recipeOps = {
  ...{ in: "是", notIn: "不是", contains: "包含", notContains: "不包含" },
  ...{ empty: "为空", filled: "不为空", atLeast: "不少于", atMost: "不多于" },
} as const;
export type RecipeOp = keyof typeof recipeOps;

const named: readonly RecipeOp[] = ["in", "notIn"];
/** How each may be asked. */
export const opsOf: Readonly<Record<RecipeSource, readonly RecipeOp[]>> = {
  variable: ["in", "notIn", "contains", "notContains", "empty", "filled"],
  place: ["contains", "notContains"],
  attempts: ["atLeast", "atMost"],
  lastCode: named,
  batch: named,
  code: named,
  result: named,
  answerer: named,
  level: named,
};
/** It compares with nothing. */
export const asksAlone = (op: RecipeOp): boolean => op === "empty" || op === "filled";

export const beforeActions = {
  ...{ skip: "跳过", priority: "调整优先级", otherNumber: "改拨同一客户的其他号码", sms: "发送短信" },
} as const;
export type BeforeAction = keyof typeof beforeActions;
export const afterActions = {
  ...{ task: "转入其他任务", sms: "发送短信", order: "创建工单", reserve: "创建预约", field: "填写表单字段" },
} as const;
export type AfterAction = keyof typeof afterActions;
export type RecipeAction = BeforeAction | AfterAction;

export const reservers = { talked: "通话的坐席", named: "指定坐席" } as const;
type Reserver = keyof typeof reservers;

export const recipeLimits = {
  recipes: 10,
  conditions: 8,
  values: 40,
  value: 100,
  afterMin: 43_200,
  waitMin: 1_440,
  text: 200,
} as const;

const keysOf = <T extends string>(words: Readonly<Record<T, string>>) => Object.keys(words) as T[];
const knownValues: Partial<Record<RecipeSource, Readonly<Record<string, string>>>> = {
  code: callResults,
  lastCode: callResults,
  answerer: answerers,
};

interface Condition {
  readonly of: RecipeSource;
  readonly name: string;
  readonly op: RecipeOp;
  readonly values: readonly string[];
}

/** The field that is wrong of it, and what is said of that. */
function conditionFault({ of, name, op, values }: Condition): readonly [keyof Condition, string] | undefined {
  if (!opsOf[of]?.includes(op)) return ["op", `${recipeSources[of]}不能用“${recipeOps[op]}”比较`];
  if (of === "variable" && name === "") return ["name", "请输入变量名"];
  if (of === "attempts" || asksAlone(op)) return undefined;
  if (values.length === 0) return ["values", `请填写${recipeSources[of]}`];
  const known = knownValues[of];
  const strange = known && values.find((value) => !Object.hasOwn(known, value));
  return strange === undefined ? undefined : ["values", `不支持的${recipeSources[of]}：${strange}`];
}

/** Said at the field of the row. */
const at = (context: TestContext, fault: readonly [string, string] | undefined) =>
  fault === undefined || context.createError({ path: `${context.path}.${fault[0]}`, message: fault[1] });

const conditions = (sources: readonly RecipeSource[]) =>
  array()
    .label("条件")
    .of(
      object({
        of: string<RecipeSource>()
          .label("条件")
          .oneOf([...sources], "不支持的条件")
          .required("请选择条件"),
        /** Of a variable. */
        name: lengthField("变量名", 50).default(""),
        op: string<RecipeOp>().label("比较").oneOf(keysOf(recipeOps)).required("请选择比较方式"),
        values: array()
          .label("条件值")
          .of(lengthField("条件值", recipeLimits.value).required("请填写条件值"))
          .max(recipeLimits.values)
          .default([]),
        /** Of 已拨次数. */
        count: numberField("次数", { min: 0, max: 50 }).default(1),
      }).test("whole", function (value) {
        return at(this, conditionFault(value as Condition));
      }),
    )
    .max(recipeLimits.conditions)
    .default([]);

const reference = (label: string) => string().label(label).max(64).default("");

const beforeRecipe = object({
  name: nameField("策略名称"),
  conditions: conditions(beforeSources),
  action: string<BeforeAction>().label("动作").oneOf(keysOf(beforeActions)).required("请选择动作"),
  /** Why it is skipped, as the number shows it. */
  reason: lengthField("跳过原因", 50).default(""),
  priority: numberField("优先级", { min: 1, max: 9 }).default(5),
  /** The interface that sends the message. */
  smsId: reference("短信接口"),
  /** From the message to the call, minutes. */
  waitMin: numberField("等待时间", { min: 1, max: recipeLimits.waitMin }).default(10),
}).test("whole", function ({ action, smsId }) {
  return at(this, action === "sms" && smsId === "" ? ["smsId", "请选择短信接口"] : undefined);
});
export type BeforeRecipe = InferType<typeof beforeRecipe>;

interface Done {
  readonly action: AfterAction;
  readonly taskId: string;
  readonly smsId: string;
  readonly flowId: string;
  readonly seat: Reserver;
  readonly agentId: string;
  readonly field: string;
  readonly text: string;
}

/** What an action cannot be without. */
function actionFault(recipe: Done): readonly [keyof Done, string] | undefined {
  const { action, taskId, smsId, flowId, seat, agentId, field, text } = recipe;
  if (action === "task" && taskId === "") return ["taskId", "请选择转入的任务"];
  if (action === "sms" && smsId === "") return ["smsId", "请选择短信接口"];
  if (action === "order" && flowId === "") return ["flowId", "请选择工单流程"];
  if ((action === "order" || action === "reserve") && seat === "named" && agentId === "")
    return ["agentId", "请选择坐席"];
  const most = action === "reserve" ? 50 : action === "order" ? 100 : recipeLimits.text;
  if (lengthOf(text) > most) return ["text", `内容最多${most}个字符`];
  if (action === "field" && field === "") return ["field", "请输入表单字段的名称"];
  return undefined;
}

const afterRecipe = object({
  name: nameField("策略名称"),
  conditions: conditions(afterSources),
  action: string<AfterAction>().label("动作").oneOf(keysOf(afterActions)).required("请选择动作"),
  taskId: reference("转入任务"),
  /** The interface that sends it. */
  smsId: reference("短信接口"),
  /** Of work orders. */
  flowId: reference("工单流程"),
  /** Whose the reservation or the order is. */
  seat: string<Reserver>().label("坐席").oneOf(keysOf(reservers)).default("talked"),
  agentId: string().label("指定坐席").max(10).default(""),
  /** When the reservation is due. */
  afterMin: numberField("预约时间", { min: 1, max: recipeLimits.afterMin }).default(60),
  /** As the form names it. */
  field: lengthField("表单字段", 50).default(""),
  /** What is written into the field, or said of the reservation, or the order's title. */
  text: lengthField("内容", recipeLimits.text).default(""),
}).test("whole", function (value) {
  return at(this, actionFault(value as Done));
});
export type AfterRecipe = InferType<typeof afterRecipe>;
export type RecipeCondition = AfterRecipe["conditions"][number];

/** What was done is told by its name, and done once an attempt by it. */
function twice(recipes: readonly { readonly name?: string }[] | undefined): number {
  const names = (recipes ?? []).map(({ name = "" }) => name);
  return names.findIndex((name, n) => name !== "" && names.indexOf(name) < n);
}

const listOf = <T extends { readonly name: string }>(recipe: ISchema<T>, label: string) =>
  array()
    .label(label)
    .of(recipe)
    .max(recipeLimits.recipes)
    .default([])
    .test("names", function (value) {
      const again = twice(value);
      return again < 0 || this.createError({ path: `${this.path}[${again}].name`, message: "策略名称不能重复" });
    });

export const recipeFields = {
  recipesBefore: listOf(beforeRecipe, "拨打前策略"),
  recipesAfter: listOf(afterRecipe, "结果后策略"),
};

/** What has become of an action. */
export const actionStates = { waiting: "等待执行", done: "已执行", refused: "未执行", failed: "执行失败" } as const;
export type ActionState = keyof typeof actionStates;

/** 策略动作 of a number, newest first. */
export const actionRow = object({
  id: string().required(),
  at: string().required(),
  /** Of the attempt it follows; null: before a call. */
  attempt: number().nullable().defined(),
  recipe: string().required(),
  action: string<RecipeAction>()
    .oneOf([...keysOf(beforeActions), ...keysOf(afterActions)])
    .required(),
  state: string<ActionState>().oneOf(keysOf(actionStates)).required(),
  /** What came of it, or why it did not. */
  outcome: string().defined(),
  tries: number().required(),
});

const choice = object({ id: string().required(), name: string().defined() });
/** What recipes may name. */
export const recipeChoices = object({
  tasks: array().of(choice).required(),
  sms: array().of(choice).required(),
  flows: array().of(choice).required(),
});
