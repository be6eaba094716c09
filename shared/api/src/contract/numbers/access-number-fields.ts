/** What is typed and answered about access numbers: the number itself, whose it is, where it leads. */
import { array, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { digitsField, flagField, lengthField, nameField, numberField } from "../fields.ts";
import { targetField } from "../groups/targets.ts";

/** What the list says of a number; `full` and `busy` count calls that live now. */
export const accessNumStates = {
  unallocated: "未分配",
  disabled: "已停用",
  unset: "未设置",
  targetOff: "目标已停用",
  idle: "空闲",
  busy: "通话中",
  full: "已满",
} as const;
export type AccessNumState = keyof typeof accessNumStates;

/** Price of a minute in yuan, to the thousandth. */
const priceField = () =>
  numberField("资费", { max: 1_000, integer: false }).test(
    "thousandths",
    "资费最多3位小数",
    (v) => v === undefined || v === null || Math.abs(v * 1_000 - Math.round(v * 1_000)) < 1e-6,
  );
export const accessNumberField = () => digitsField("接入号码", 3, 20).required("请输入接入号码");

/** An id is the number itself. */
export const row = object({
  id: string().required(),
  number: string().required(),
  title: string().defined(),
  enabled: number().required(),
  /** null: allocated to no enterprise. */
  compId: string().nullable().defined(),
  compName: string().nullable().defined(),
  /** Calls at the same time; 0: no limit. */
  concurrency: number().required(),
  activeCalls: number().required(),
  /** Yuan a minute. */
  price: number().required(),
  /** The enterprise's default number. */
  isDefault: number().required(),
  state: string()
    .oneOf(Object.keys(accessNumStates) as AccessNumState[])
    .required(),
  /** Seat groups and seats it is assigned to; time rules it follows. */
  groups: number().required(),
  seats: number().required(),
  rules: number().required(),
  /** Where it leads when no time rule applies, in words. */
  leadsTo: string().defined(),
  /** 广东省深圳市; '' where it has none. */
  place: string().defined(),
  /** Outbound calls that showed it today, under the display rule; why it is not shown, '': it is. */
  displayCalls: number().required(),
  displayPaused: string().defined(),
});

export const fields = {
  title: nameField("号码名称"),
  /** Only operators change the two; for others they may be left out. */
  concurrency: numberField("并发上限", { max: 100_000 }),
  price: priceField(),
  enabled: flagField("状态").required("请选择"),
};

/** Seat groups and seats a number is assigned to. */
export const accessNumOwnerKinds = { group: "坐席组", seat: "坐席" } as const;
export type AccessNumOwnerKind = keyof typeof accessNumOwnerKinds;
export const ownerKind = () =>
  string()
    .label("分配对象")
    .oneOf(["group", "seat"] as const)
    .required("请选择");
export const ownerIds = {
  compId: compField(),
  id: idField("接入号码"),
  kind: ownerKind(),
  ownerIds: array()
    .label("分配对象")
    .of(string().required().max(64))
    .min(1, "请选择要分配的对象")
    .max(10_000)
    .required(),
};
export const owner = object({
  id: string().required(),
  label: string().required(),
  detail: string().defined(),
  isDefault: number().required(),
});

const greetingFields = {
  greeting: lengthField("问候语", 200).defined(),
  greetingVoice: string().label("问候语音").max(64).defined(),
};
const leads = object({ target: targetField("转至"), ...greetingFields });
const settingRule = object({
  timeRuleId: string().label("时间规则").required("请选择时间规则").max(64),
  target: targetField("转至"),
  ...greetingFields,
});
export const settingFields = {
  rules: array().label("时间规则").of(settingRule).max(20, "最多20条时间规则").required(),
  fallback: leads,
  /** Absent: as it is. */
  recordMode: flagField("自动录音"),
  /** Minutes that its callers count as waited longer; absent: as it is. */
  priorityMin: numberField("优先级", { max: 120 }),
};
const targetReply = object({ kind: string().required(), id: string().defined() });
export const leadsReply = { target: targetReply, greeting: string().defined(), greetingVoice: string().defined() };
const choice = object({ id: string().required(), label: string().required() });
export const choices = array().of(choice).required();
export const step = object({
  title: string().required(),
  detail: string().defined(),
  outcome: string()
    .oneOf(["matched", "skipped"] as const)
    .required(),
});

export const defaultReply = object({
  number: string().required(),
  title: string().defined(),
  /** Whose default it is; first: nobody's, the first in service. */
  source: string()
    .oneOf(["seat", "group", "enterprise", "first"] as const)
    .required(),
})
  .nullable()
  .defined();
