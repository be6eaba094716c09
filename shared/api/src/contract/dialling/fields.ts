/** What is set of a dialling task: the fields of inventory dialling.md B16. Minutes, seconds and counts; times as text, '' for none. */
import { array, number, object, string, type InferType, type ObjectSchema } from "yup";
import { callResults } from "../call-results.ts";
import { compField } from "../crud.ts";
import { flagField, lengthField, nameField, numberField, remarkField, timeRangeFields } from "../fields.ts";
import { dateTimeField } from "../validators.ts";
import {
  allotments,
  blendings,
  taskDisplays,
  ftypeField,
  machineActions,
  missedField,
  numberOrders,
  pacingModes,
  readingOvers,
  someResult,
  taskIdField,
  taskKinds,
  wrongPersons,
} from "./parts.ts";
import { recipeFields } from "./recipes.ts";
import { regionsField } from "./regions.ts";

export const oneOf = <T extends string>(words: Readonly<Record<T, string>>, label: string, first: NoInfer<T>) =>
  string<T>()
    .label(label)
    .oneOf(Object.keys(words) as T[])
    .default(first as T);

/** No results of a call that is over, and an answer: none is dialled again by itself. */
const never: ReadonlySet<number> = new Set([100, 180, 200]);
/** Results for which a retry rule may be set. */
export const retriedCodes: readonly number[] = Object.keys(callResults)
  .map(Number)
  .filter((code) => !never.has(code));
/** After these results: again so many minutes later, so often. */
export const retryRule = object({
  codes: array()
    .label("呼叫结果")
    .of(
      number()
        .oneOf([...retriedCodes], "该呼叫结果不能设置重拨")
        .required(),
    )
    .max(retriedCodes.length)
    .default([])
    .test("some", "请选择呼叫结果", someResult),
  /** Of calls that were answered; tasks of before have none. */
  answers: missedField(),
  afterMin: numberField("间隔分钟", { min: 1, max: 10_080 }).required("请输入间隔分钟"),
  times: numberField("重拨次数", { min: 1, max: 10 }).required("请输入重拨次数"),
  /** In another hour of the day than the tries before. */
  otherSlot: flagField("换时段").default(0),
  /** The next number of the same person is dialled instead. */
  otherNumber: flagField("换号码").default(0),
});
export type RetryRule = InferType<typeof retryRule>;

/** What is not named here is not dialled again (B16). */
export const defaultRetries: readonly RetryRule[] = [
  { codes: [584, 588, 593, 599], afterMin: 10, times: 3, otherSlot: 0, otherNumber: 0 },
  { codes: [594, 183], afterMin: 60, times: 2, otherSlot: 1, otherNumber: 0 },
  { codes: [581, 586, 587, 589, 591, 592, 596, 598], afterMin: 240, times: 2, otherSlot: 0, otherNumber: 0 },
];

const windows = () => array().label("拨打时段").of(object(timeRangeFields())).max(10).default([]);

export const taskLimits = {
  concurrency: 1_000,
  perSecond: 50,
  numbers: 1_000_000,
  members: 1_000,
  accessNumbers: 50,
} as const;

const common = {
  taskIdentity: nameField("任务标识"),
  ftype: ftypeField(),
  kind: oneOf(taskKinds, "任务性质", "service"),
  priority: numberField("优先级", { min: 1, max: 9 }).default(5),
  fromAt: dateTimeField("开始时间").default(""),
  untilAt: dateTimeField("结束时间")
    .default("")
    .test("order", "结束时间应晚于开始时间", (v, { parent }) => !v || !parent.fromAt || v > parent.fromAt),
  timeRuleId: string().label("时间规则").max(64).default(""),
  windows: windows(),
  regions: regionsField(),
  concurrency: numberField("最大并发", { min: 1, max: taskLimits.concurrency }).default(10),
  /** Percent of the enterprise's concurrency that it has before other tasks; 0: it has its places by priority alone. */
  share: numberField("并发占比", { max: 100 }).default(0),
  perSecond: numberField("每秒呼叫数", { min: 1, max: taskLimits.perSecond }).default(2),
  accessNumbers: array().label("外显号码").of(string().required().max(32)).max(taskLimits.accessNumbers).default([]),
  displayMode: oneOf(taskDisplays, "外显方式", "fixed"),
  ringS: numberField("振铃时长", { min: 15, max: 60 }).default(30),
  retries: array()
    .label("重拨规则")
    .of(retryRule)
    .max(10)
    .default([...defaultRetries]),
  /** A retry in another hour goes to the one in which most are answered. */
  bestSlot: flagField("最佳时段").default(1),
  perDay: numberField("每号码每日次数", { min: 1, max: 20 }).default(3),
  inAll: numberField("每号码总次数", { min: 1, max: 50 }).default(6),
  order: oneOf(numberOrders, "拨打顺序", "priority"),
  /** Numbers of other tasks of so many days count as double; 0: other tasks are not looked at. */
  duplicateDays: numberField("去重天数", { max: 365 }).default(0),
  /** Calls of the last so many days over all tasks, from so many on a number fails; 0: not looked at. */
  frequencyDays: numberField("频次天数", { max: 90 }).default(0),
  frequencyCalls: numberField("频次上限", { min: 1, max: 100 }).default(3),
  enterpriseBlacklist: flagField("企业黑名单").default(1),
  formId: string().label("表单").max(64).default(""),
  ...recipeFields,
  remark: remarkField().default(""),
};

const agents = {
  /** '': the seats named in agentIds alone. */
  groupId: string().label("技能组").max(64).default(""),
  agentIds: array().label("坐席").of(string().required().max(10)).max(taskLimits.members).default([]),
};
const answering = {
  amd: flagField("应答检测").default(0),
  machineAction: oneOf(machineActions, "答录机处理", "hangup"),
  machineText: lengthField("答录机留言", 200).default(""),
};

/** Each kind reads its own; the others keep their defaults. */
const special = {
  ...agents,
  ...answering,
  mode: oneOf(pacingModes, "外呼模式", "progressive"),
  ratio: numberField("外呼比例", { min: 1, max: 5, integer: false }).default(1),
  /** Percent of the answers by people. */
  ceiling: numberField("呼损率上限", { min: 0.1, max: 3, integer: false }).default(3),
  /** Seconds in which a person who answered is to have an agent; at most what makes him abandoned (B8). */
  waitS: numberField("目标等待", { min: 0.5, max: 2, integer: false }).default(2),
  greeting: lengthField("接通问候语", 200).default(""),
  /** '': the usual sentence with the enterprise's name and number. */
  abandonedText: lengthField("呼损提示语", 200).default(""),
  wrapUpS: numberField("话后时长", { max: 600 }).default(15),
  blending: oneOf(blendings, "呼入混合", "off"),
  /** share: only while the service level of what comes in is below, percent; 0: always. */
  blendBelow: numberField("呼入服务水平", { max: 99 }).default(0),
  /** share: at most so much of the agents' time, percent; 100: all of it. */
  blendMost: numberField("呼入时间上限", { min: 5, max: 100 }).default(100),
  allotment: oneOf(allotments, "分配方式", "pool"),
  readS: numberField("阅读时长", { max: 600 }).default(0),
  readingOver: oneOf(readingOvers, "阅读超时", "wait"),
  skips: numberField("可跳过次数", { max: 100 }).default(3),
  results: array()
    .label("业务结果")
    .of(nameField("业务结果").required())
    .max(30)
    .default(["成功", "考虑", "拒绝", "无效"]),
  hideNumber: flagField("隐藏号码").default(0),
  flowId: string().label("流程").max(64).default(""),
  /** 0: the published one, or whichever its shares give. */
  flowVersion: numberField("流程版本", { max: 100_000 }).default(0),
  /** Where its flow leads who wants a person, at nodes that leave it to the task. */
  transferGroupId: string().label("转接技能组").max(64).default(""),
  /** The variable of the flow that is kept as the business result; '': none. */
  resultVariable: lengthField("结果变量", 50).default(""),
  robotId: string().label("机器人").max(64).default(""),
  lines: numberField("机器人线路", { min: 1, max: taskLimits.concurrency }).default(5),
  intentionRuleId: string().label("意向规则").max(64).default(""),
  /** Names of levels of the intention rule: a robot's call whose dialogue has come to one of them goes to the group; [] none does. */
  handOverLevels: array().label("转人工等级").of(nameField("转人工等级").required()).max(20).default([]),
  handOverGroupId: string().label("转人工技能组").max(64).default(""),
  /** Names of levels of the intention rule: who was reached is somebody else. */
  wrongLevels: array().label("非本人等级").of(nameField("非本人等级").required()).max(20).default([]),
  wrongPerson: oneOf(wrongPersons, "非本人处理", "others"),
  templateId: string().label("通知模板").max(64).default(""),
  repeats: numberField("播放遍数", { min: 1, max: 5 }).default(2),
};

/** The same for adding and changing. */
export const taskFields = { ...common, ...special };

type Fields = { readonly [K in keyof typeof taskFields]: InferType<(typeof taskFields)[K]> };

/** What one kind cannot be without. */
const needed: Readonly<Record<number, readonly (readonly [keyof Fields, string])[]>> = {
  1: [["robotId", "请选择机器人"]],
  4: [["flowId", "请选择流程"]],
  5: [["templateId", "请选择通知模板"]],
};

/** The field that is missing for its kind, and what is said of it. */
export function lacking(task: Partial<Fields>): readonly [keyof Fields, string] | undefined {
  const { ftype = 1, groupId = "", agentIds = [], recipesBefore, handOverLevels, handOverGroupId } = task;
  const lacks = needed[ftype]?.find(([field]) => !task[field]);
  if (lacks) return lacks;
  if (ftype === 1 && handOverLevels?.length && !handOverGroupId) return ["handOverGroupId", "请选择转人工技能组"];
  if (ftype === 2 && recipesBefore?.length) return ["recipesBefore", "预览外呼由坐席拨打，不能设置拨打前策略"];
  if ((ftype === 2 || ftype === 3) && groupId === "" && agentIds.length === 0) return ["groupId", "请选择技能组或坐席"];
  return undefined;
}

const whole = <T extends ObjectSchema<Partial<Fields>>>(schema: T) =>
  schema.test("kind", function (value) {
    const [path, message] = lacking(value as Partial<Fields>) ?? [];
    return path === undefined ? true : this.createError({ path, message });
  });

export const taskAddBody = whole(object({ compId: compField(), ...taskFields }));
export const taskUpdateBody = whole(object({ compId: compField(), id: taskIdField(), ...taskFields }));

const settingsShape = object(taskFields).omit(["taskIdentity", "ftype", "fromAt", "untilAt"]);
/** What the row of a task keeps as JSON. */
export type TaskSettings = InferType<typeof settingsShape>;
export const taskSettings = settingsShape;
