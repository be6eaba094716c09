/** 挂起转目标: voices that an agent may send the customer of his talk to, who comes back by himself with what was wanted of him. */
import { array, number, object, string } from "yup";
import { callDataKey } from "../call-data.ts";
import { crud } from "../crud.ts";
import { flagField, lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { secureEntryLimits } from "../cti.ts";
import { defineResource, onPages } from "../resource.ts";
import { buttonOf, managers } from "./parts.ts";

/** What is wanted of the customer there. */
export const suspendWants = { nothing: "只播放", choice: "按键选择", digits: "输入号码" } as const;
export type SuspendWant = keyof typeof suspendWants;
const wants = Object.keys(suspendWants) as SuspendWant[];

/** Keys of a telephone that may be offered. */
export const suspendKeys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "*", "#"] as const;

const option = object({
  key: string()
    .label("按键")
    .oneOf([...suspendKeys], "请选择按键")
    .required("请选择按键"),
  name: lengthField("选项名称", 20).required("请输入选项名称"),
});
export type SuspendOption = { readonly key: string; readonly name: string };

const keysOnce = (options: readonly SuspendOption[]): boolean =>
  new Set(options.map(({ key }) => key)).size === options.length;

const wantOf = (parent: unknown): unknown => (parent as { readonly want?: unknown }).want;

const voiceId = () => string().label("语音").max(64).default("");
const most = secureEntryLimits.digits.most;

const fields = {
  name: nameField("目标名称"),
  enabled: flagField("状态").required(),
  text: lengthField("播放内容", 500)
    .default("")
    .test("text", "请输入播放内容或选择语音", function (text) {
      return (text ?? "") !== "" || ((this.parent as { readonly voiceId?: unknown }).voiceId ?? "") !== "";
    }),
  voiceId: voiceId(),
  want: string().label("需要客户").oneOf(wants).required("请选择需要客户做什么"),
  options: array()
    .label("选项")
    .of(option.required())
    .max(suspendKeys.length)
    .default([])
    .test("some", "请至少添加一个选项", function (options = []) {
      return wantOf(this.parent) !== "choice" || options.length > 0;
    })
    .test("once", "同一按键只能用一次", (options = []) => keysOnce(options)),
  leastDigits: numberField("最少位数", { min: 1, max: most }).required("请输入最少位数"),
  mostDigits: numberField("最多位数", { min: 1, max: most })
    .required("请输入最多位数")
    .test("order", "最多位数不能小于最少位数", function (value) {
      return (value ?? 0) >= ((this.parent as { readonly leastDigits?: number }).leastDigits ?? 0);
    }),
  secret: flagField("保密输入").required(),
  seconds: numberField("按键时限", { min: 5, max: secureEntryLimits.seconds.most }).required("请输入按键时限"),
  turns: numberField("询问次数", { min: 1, max: 5 }).required("请输入询问次数"),
  dataKey: lengthField("随路数据名称", 30)
    .default("")
    .matches(callDataKey, { message: "只能用文字、数字、下划线、点和短横线", excludeEmptyString: true }),
  recorded: flagField("录音").required(),
  remark: remarkField().default(""),
};

const page = "/suspendtarget";
const may = buttonOf("suspendTarget");

export const suspendTargetApi = defineResource(
  crud({
    name: "suspendTarget",
    prefix: "/pbx/api/v1/suspendTarget",
    noun: "voice target of a suspended transfer",
    tag: "SuspendTarget",
    row: object({
      id: string().required(),
      name: string().required(),
      enabled: number().required(),
      text: string().defined(),
      voiceId: string().defined(),
      /** null: there is none, or not any more. */
      voiceName: string().nullable().defined(),
      want: string().oneOf(wants).required(),
      options: array()
        .of(object({ key: string().required(), name: string().required() }))
        .required(),
      leastDigits: number().required(),
      mostDigits: number().required(),
      secret: number().required(),
      seconds: number().required(),
      turns: number().required(),
      dataKey: string().defined(),
      recorded: number().required(),
      remark: string().defined(),
    }),
    filters: {
      name: string().label("目标名称").max(30),
      enabled: number().label("状态").oneOf([0, 1]),
    },
    sortable: ["name"],
    fields,
    permission: {
      list: onPages(managers, page),
      add: may("add"),
      update: may("update"),
      delete: may("delete"),
    },
  }),
);
