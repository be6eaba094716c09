/** 接口配置 and 接口列表: an enterprise's outward interfaces, their deliveries, and the addresses operators allow (docs/decisions/019). */
import { array, boolean, number, object, string } from "yup";
import { defineEndpoint, defineResource, listOf, roles, type Endpoint } from "../resource.ts";
import { dateTimeField } from "../validators.ts";
import { crudButtons, type PageButtons } from "./buttons.ts";
import { compField, countReply, crud, deleteBody, idField, idReply, listBody } from "./crud.ts";
import { flagField, lengthField, linkField, nameField, numberField, remarkField } from "./fields.ts";

const administrators = roles([1, 4]);
const press = (button: string) => roles([1, 4], { button });

/** What an interface is told of. */
export const interfaceEvents = {
  ringing: "振铃",
  answered: "接听",
  ended: "通话结束",
  recorded: "录音已保存",
} as const;
export type InterfaceEvent = keyof typeof interfaceEvents;
const eventNames = Object.keys(interfaceEvents) as InterfaceEvent[];

/** Fields a message can be made of. Times yyyy-MM-dd HH:mm:ss (Asia/Shanghai), lengths in seconds; null before they are known. */
export const interfaceSources = [
  { key: "event", label: "事件", hint: "ringing、answered、ended、recorded" },
  { key: "eventTime", label: "事件时间", hint: "yyyy-MM-dd HH:mm:ss" },
  { key: "deliveryId", label: "推送编号", hint: "重试时不变，用于去重" },
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
] as const;
export type InterfaceSource = (typeof interfaceSources)[number]["key"];
export const isInterfaceSource = (key: string): key is InterfaceSource => interfaceSources.some((s) => s.key === key);

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

const forbiddenHeader =
  /^(?:host|content-length|content-type|connection|transfer-encoding|te|upgrade|expect|trailer|keep-alive|cookie|set-cookie|idempotency-key|forwarded|x-forwarded-.*|proxy-.*|x-liantai-.*)$/i;
const header = object({
  name: string()
    .label("请求头名称")
    .trim()
    .required("请输入请求头名称")
    .max(64)
    .matches(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "请求头名称只能包含字母、数字和横线")
    .test("own", "该请求头由系统设置，不能自定义", (v) => !v || !forbiddenHeader.test(v)),
  value: string()
    .label("请求头的值")
    .defined()
    .max(500)
    .matches(/^[\x20-\x7e]*$/, "请求头的值不能包含中文或换行"),
});
const mapping = object({
  target: string()
    .label("目标字段")
    .trim()
    .required("请输入目标字段")
    .matches(/^[A-Za-z_][\w.-]{0,59}$/, "目标字段为字母、数字、点、横线或下划线，以字母或下划线开头"),
  kind: string().oneOf(["field", "constant"]).required(),
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

const fields = {
  name: nameField("接口名称"),
  events: array()
    .label("事件")
    .of(string().oneOf(eventNames).required())
    .min(1, "请至少选择一个事件")
    .max(eventNames.length)
    .required("请至少选择一个事件"),
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

export const interfaceRow = object({
  id: string().required(),
  name: string().required(),
  events: array().of(string().oneOf(eventNames).required()).required(),
  url: string().required(),
  method: string().required(),
  headers: array()
    .of(object({ name: string().required(), value: string().defined() }))
    .required(),
  signed: number().required(),
  hasSecret: boolean().required(),
  mapping: array()
    .of(
      object({
        target: string().required(),
        kind: string().oneOf(["field", "constant"]).required(),
        value: string().defined(),
      }),
    )
    .required(),
  timeoutS: number().required(),
  maxTries: number().required(),
  sendFullNumbers: number().required(),
  enabled: number().required(),
  remark: string().defined(),
  /** Of the days the log is kept. */
  waiting: number().required(),
  failed: number().required(),
  lastDeliveredAt: string().nullable().defined(),
});

const testReply = object({
  request: object({
    method: string().required(),
    url: string().required(),
    headers: array()
      .of(object({ name: string().required(), value: string().defined() }))
      .required(),
    body: string().defined(),
  }).required(),
  ok: boolean().required(),
  status: number().nullable().defined(),
  ms: number().required(),
  response: string().defined(),
  /** Why there is no response, or the response counts as a failure. */
  error: string().nullable().defined(),
  /** Addresses it was sent on to. */
  redirects: array().of(string().required()).required(),
});

export const interfaceConfigApi = defineResource({
  ...crud({
    name: "interfaceConfig",
    prefix: "/pbx/api/v1/interfaceConfig",
    noun: "outward interface",
    tag: "InterfaceConfig",
    row: interfaceRow,
    filters: {
      keyword: lengthField("名称或地址", 60),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
      event: string()
        .label("事件")
        .oneOf(["", ...eventNames]),
    },
    sortable: ["name"],
    fields,
    permission: {
      list: administrators,
      add: press("interface.add"),
      update: press("interface.update"),
      delete: press("interface.delete"),
    },
  }),
  get: defineEndpoint({
    name: "interfaceConfigGet",
    method: "POST",
    path: "/pbx/api/v1/interfaceConfig/get",
    summary: "One outward interface",
    permission: administrators,
    reads: true,
    body: object({ compId: compField(), id: idField() }),
    reply: interfaceRow,
    tags: ["InterfaceConfig"],
  }),
  /** What stands in the form, saved or not; with the id of a saved one its secrets are used where the form has none. */
  test: defineEndpoint({
    name: "interfaceConfigTest",
    method: "POST",
    path: "/pbx/api/v1/interfaceConfig/test",
    summary: "Sends a sample message to an interface",
    permission: press("interface.test"),
    body: object({
      compId: compField(),
      id: string().label("编号").max(64),
      event: string().label("事件").oneOf(eventNames).required("请选择"),
      ...fields,
    }),
    reply: testReply,
    ratePerMinute: 30,
    timeoutMs: 60_000,
  }),
});

export const deliveryStates = { waiting: "待推送", delivered: "已送达", failed: "失败" } as const;
export const deliveryFilters = {
  interfaceId: string().label("接口").max(64),
  state: string()
    .label("状态")
    .oneOf(["", ...Object.keys(deliveryStates)]),
  event: string()
    .label("事件")
    .oneOf(["", ...eventNames]),
  callId: lengthField("通话编号", 64),
  startTime: dateTimeField("开始时间"),
  endTime: dateTimeField("结束时间"),
};
const deliveryRow = object({
  id: string().required(),
  interfaceId: string().required(),
  interfaceName: string().required(),
  event: string().oneOf(eventNames).required(),
  callId: string().required(),
  state: string().oneOf(["waiting", "delivered", "failed"]).required(),
  attempts: number().required(),
  createdAt: string().required(),
  triedAt: string().nullable().defined(),
  nextTryAt: string().nullable().defined(),
  status: number().nullable().defined(),
  ms: number().nullable().defined(),
  error: string().defined(),
  response: string().defined(),
  body: string().defined(),
});
export const interfaceDeliveryApi = defineResource({
  list: defineEndpoint({
    name: "interfaceDeliveryList",
    method: "POST",
    path: "/pbx/api/v1/interfaceDelivery/list",
    summary: "Delivery log, newest first",
    permission: administrators,
    reads: true,
    body: listBody(deliveryFilters),
    reply: listOf(deliveryRow),
    tags: ["InterfaceDelivery"],
  }),
  /** Tries again at once, with as many tries as the first time. Delivered ones are left alone. */
  retry: defineEndpoint({
    name: "interfaceDeliveryRetry",
    method: "POST",
    path: "/pbx/api/v1/interfaceDelivery/retry",
    summary: "Delivers again what failed",
    permission: press("interface.retry"),
    body: object({
      compId: compField(),
      ids: array().label("推送记录").of(string().required().max(160)).min(1, "请选择推送记录").max(200).required(),
    }),
    reply: countReply,
    tags: ["InterfaceDelivery"],
  }),
});

export const isPortList = (text: string): boolean =>
  text.split(",").every((part) => {
    const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim());
    const [from, to] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    return match !== null && from >= 1 && from <= to && to <= 65_535;
  });

const readers = roles([0, 1, 4]);
/** An enterprise's own people are refused in the handler: an operator inside the enterprise calls with its role. */
const operators = roles([0, 1, 4], { operate: "interface.allow" });
export const interfaceAllowanceApi = defineResource({
  list: defineEndpoint({
    name: "interfaceAllowanceList",
    method: "POST",
    path: "/pbx/api/v1/interfaceAllowance/list",
    summary: "Private addresses and further ports an enterprise may reach",
    permission: readers,
    reads: true,
    body: object({ compId: compField() }),
    reply: array()
      .of(
        object({
          id: string().required(),
          target: string().required(),
          ports: string().defined(),
          remark: string().defined(),
          createdBy: string().defined(),
          createdAt: string().required(),
        }),
      )
      .required(),
    tags: ["InterfaceAllowance"],
  }),
  add: defineEndpoint({
    name: "interfaceAllowanceAdd",
    method: "POST",
    path: "/pbx/api/v1/interfaceAllowance/add",
    summary: "Allows an enterprise a private host or network",
    permission: operators,
    body: object({
      compId: compField(),
      target: lengthField("主机或网段", 255).required("请输入主机或网段"),
      ports: lengthField("端口", 100).test("ports", "端口格式如 80,443,8000-9000", (v) => !v || isPortList(v)),
      remark: remarkField(),
    }),
    reply: idReply,
    tags: ["InterfaceAllowance"],
  }),
  delete: defineEndpoint({
    name: "interfaceAllowanceDelete",
    method: "POST",
    path: "/pbx/api/v1/interfaceAllowance/delete",
    summary: "Takes allowances back",
    permission: operators,
    body: deleteBody(),
    reply: countReply,
    tags: ["InterfaceAllowance"],
  }),
});

export const interfacesEndpoints: readonly Endpoint[] = [
  ...Object.values(interfaceConfigApi),
  ...Object.values(interfaceDeliveryApi),
  ...Object.values(interfaceAllowanceApi),
];

export const interfacesButtons: PageButtons = {
  "/interfaceConfigList": [
    ...crudButtons("interface", ["A"]),
    { code: "interface.retry", name: "重新推送", who: ["A"] },
  ],
  "/interfaceconfig": [{ code: "interface.test", name: "测试", who: ["A"] }],
};
