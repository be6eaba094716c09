/** What an outward interface is told, and what is typed about it. */
import { array, object, string } from "yup";
import { flagField, linkField, nameField, numberField, remarkField } from "../fields.ts";

/** What an interface is told of. */
export const interfaceEvents = {
  ringing: "振铃",
  answered: "接听",
  ended: "通话结束",
  recorded: "录音已保存",
  secureEntered: "安全输入完成",
  "record.created": "表单数据新增",
  "record.updated": "表单数据修改",
  "record.pushed": "表单数据推送",
  "order.created": "工单创建",
  "order.moved": "工单流转",
  "order.overdue": "工单时限",
  "order.completed": "工单办结",
  "task.numberDone": "外呼号码完成",
  /** A flow's node asks for it, of this interface alone: it is the gateway, and the template. */
  sms: "流程短信",
} as const;
export type InterfaceEvent = keyof typeof interfaceEvents;
export const eventNames = Object.keys(interfaceEvents) as InterfaceEvent[];

/** Fields a message can be made of. Times yyyy-MM-dd HH:mm:ss (Asia/Shanghai), lengths in seconds; null before they are known. */
export const interfaceSources = [
  {
    key: "event",
    label: "事件",
    hint: eventNames.join("、"),
  },
  { key: "eventTime", label: "事件时间", hint: "yyyy-MM-dd HH:mm:ss" },
  { key: "deliveryId", label: "推送编号", hint: "重试时不变，用于去重" },
  { key: "interfaceId", label: "接口编号", hint: "" },
  { key: "compId", label: "企业编号", hint: "" },
  { key: "callId", label: "通话编号", hint: "" },
  { key: "direction", label: "呼叫方向", hint: "inbound、outbound、internal" },
  { key: "caller", label: "主叫号码", hint: "未开启“发送完整号码”时隐藏中间位" },
  { key: "callee", label: "被叫号码", hint: "未开启“发送完整号码”时隐藏中间位" },
  { key: "accessNumber", label: "接入号码", hint: "" },
  { key: "agentId", label: "坐席工号", hint: "" },
  { key: "agentName", label: "坐席姓名", hint: "" },
  { key: "skillGroupId", label: "技能组编号", hint: "" },
  { key: "skillGroupName", label: "技能组名称", hint: "" },
  { key: "startTime", label: "开始时间", hint: "" },
  { key: "ringTime", label: "振铃时间", hint: "" },
  { key: "answerTime", label: "接听时间", hint: "" },
  { key: "endTime", label: "结束时间", hint: "" },
  { key: "waitSeconds", label: "等待时长", hint: "秒" },
  { key: "ringSeconds", label: "振铃时长", hint: "秒" },
  { key: "talkSeconds", label: "通话时长", hint: "秒" },
  { key: "holdSeconds", label: "保持时长", hint: "秒" },
  { key: "result", label: "呼叫结果码", hint: "200为已接听" },
  { key: "cause", label: "结束原因", hint: "" },
  { key: "recordingSeconds", label: "录音时长", hint: "秒" },
  { key: "displayNumber", label: "外显号码", hint: "呼出时对方看到的号码" },
  { key: "priority", label: "优先级", hint: "按多等待的分钟数计" },
  { key: "transfers", label: "转接次数", hint: "" },
  { key: "satisfaction", label: "满意度", hint: "10、8、5、1，未评价为空" },
  { key: "callData", label: "随路数据", hint: "JSON 文本，未开启“发送完整号码”时其中的号码隐藏中间位" },
  { key: "secureDigits", label: "安全输入位数", hint: "仅“安全输入完成”有值" },
  { key: "secureToken", label: "安全输入凭据", hint: "10分钟内可换取一次内容" },
] as const;
export type InterfaceSource = (typeof interfaceSources)[number]["key"];

/** Headers the product sends itself. The signature is lower-case hex of HMAC-SHA256(secret, timestamp + '.' + body). */
export const interfaceHeaders = {
  event: "X-Liantai-Event",
  delivery: "Idempotency-Key",
  timestamp: "X-Liantai-Timestamp",
  signature: "X-Liantai-Signature",
} as const;

/** Tries of a delivery at most; minutes between them double from 1. */
export const interfaceLimits = {
  tries: 8,
  firstRetryMinutes: 1,
  timeoutS: 30,
  headers: 20,
  mapping: 60,
  responseChars: 2_000,
  keepDays: 30,
} as const;
/** Ports an interface may be on unless an operator allows others. */
export const interfacePorts: readonly (readonly [number, number])[] = [
  [80, 80],
  [443, 443],
  [8_000, 9_999],
];

const ownHeaders = new Set([
  ...[
    "host",
    "content-length",
    "content-type",
    "connection",
    "transfer-encoding",
    "te",
    "upgrade",
    "expect",
    "trailer",
  ],
  ...["keep-alive", "cookie", "set-cookie", "idempotency-key", "forwarded"],
]);
const isForbiddenHeader = (name: string): boolean =>
  ownHeaders.has(name.toLowerCase()) || /^(?:x-forwarded-|proxy-|x-liantai-)/i.test(name);
const header = object({
  name: string()
    .label("请求头名称")
    .trim()
    .required("请输入请求头名称")
    .max(64)
    .matches(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "请求头名称只能包含字母、数字和横线")
    .test("own", "该请求头由系统设置，不能自定义", (v) => !v || !isForbiddenHeader(v)),
  value: string()
    .label("请求头的值")
    .defined()
    .max(500)
    .matches(/^[\x20-\x7e]*$/, "请求头的值不能包含中文或换行"),
});
/** Where a mapped field's value comes from. */
export const mappedFrom = { field: "字段", constant: "固定值" } as const;
export const mappedKeys = Object.keys(mappedFrom) as (keyof typeof mappedFrom)[];
const mapping = object({
  target: string()
    .label("目标字段")
    .trim()
    .required("请输入目标字段")
    .matches(/^[A-Za-z_][\w.-]{0,59}$/, "目标字段为字母、数字、点、横线或下划线，以字母或下划线开头"),
  kind: string().oneOf(mappedKeys).required(),
  /** A key of interfaceSources, or the constant. */
  value: string()
    .label("来源")
    .defined()
    .max(200)
    .when("kind", {
      is: "field",
      then: (s) =>
        s.oneOf(
          interfaceSources.map(({ key }) => key),
          "请选择来源字段",
        ),
    }),
});

const link = () =>
  linkField("接口地址")
    .required("请输入接口地址")
    .test("credentials", "接口地址中不能包含账号和密码", (v) => {
      if (!v) return true;
      try {
        const { username, password } = new URL(v);
        return username === "" && password === "";
      } catch {
        return true;
      }
    });

export const interfaceFields = {
  name: nameField("接口名称"),
  events: array()
    .label("事件")
    .of(string().oneOf(eventNames).required())
    .min(1, "请至少选择一个事件")
    .max(eventNames.length)
    .required("请至少选择一个事件")
    .test(
      "whole",
      "流程短信要把完整号码交给接口，请开启“发送完整号码”",
      (events, { parent }) =>
        !events?.includes("sms") || (parent as { sendFullNumbers?: number }).sendFullNumbers === 1,
    ),
  url: link(),
  method: string().label("请求方式").oneOf(["POST", "PUT"]).required("请选择"),
  /** A value that comes back as maskedInput keeps what is stored. */
  headers: array()
    .label("请求头")
    .of(header)
    .max(interfaceLimits.headers, `最多${interfaceLimits.headers}个请求头`)
    .default([])
    .test(
      "once",
      "请求头不能重复",
      (list) => new Set(list?.map((h) => h.name?.toLowerCase())).size === (list?.length ?? 0),
    ),
  signed: flagField("签名").required(),
  /** '' keeps the stored one. */
  secret: string()
    .label("签名密钥")
    .max(128)
    .test("length", "签名密钥至少16个字符", (v) => !v || v.length >= 16),
  /** Empty: every field under its own name. */
  mapping: array()
    .label("字段映射")
    .of(mapping)
    .max(interfaceLimits.mapping)
    .default([])
    .test("once", "目标字段不能重复", (list) => new Set(list?.map((m) => m.target)).size === (list?.length ?? 0)),
  timeoutS: numberField("超时时间", { min: 1, max: interfaceLimits.timeoutS }).required("请输入超时时间"),
  maxTries: numberField("最多尝试次数", { min: 1, max: interfaceLimits.tries }).required("请输入最多尝试次数"),
  sendFullNumbers: flagField("发送完整号码").required(),
  enabled: flagField("启用").required(),
  remark: remarkField(),
};
