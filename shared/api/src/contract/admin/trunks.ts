/** Trunks, their groups, routes, call limits and blacklists (screens.md, "admin: call centre" and "admin: system"). */
import { array, boolean, number, object, string } from "yup";
import { defineEndpoint, defineResource, filesField, listOf, roles, timeouts, type Endpoint } from "../resource.ts";
import { crudButtons, type PageButtons } from "./buttons.ts";
import { compField, countReply, crud, deleteBody, idField, idReply, listBody } from "./crud.ts";
import {
  dialField,
  digitListField,
  flagField,
  isDomain,
  isIpAddress,
  limits,
  nameField,
  numberField,
  remarkField,
  timeField,
} from "./fields.ts";
import { importReply } from "./imports.ts";

const operators = roles([0]);
const routing = roles([0], { operate: "route.edit" });
const name = nameField;

/** How a trunk is reached. */
export const transports = ["udp", "tcp", "tls", "ws", "wss"] as const;
/** What an embedded or Asterisk switch speaks, in order of preference. */
export const codecs = ["PCMA", "PCMU", "G729", "opus"] as const;
export const codecField = () =>
  array().label("编码").of(string().oneOf(codecs).required()).min(1, "请选择编码").max(codecs.length).required();

/** A host, a name or an address, with an optional port. */
export function isSipAddress(text: string): boolean {
  const [host = "", port, ...more] = text.split(":");
  if (
    more.length > 0 ||
    (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= 65_535))
  )
    return false;
  return isIpAddress(host) || isDomain(host) || host === "localhost";
}

const nodeFields = {
  name: name("节点名称"),
  address: string()
    .label("地址")
    .trim()
    .required("请输入IP地址")
    .max(255)
    .test("address", "请输入正确的IP地址或域名", (v) => !v || isSipAddress(v)),
  transport: string().label("传输协议").oneOf(transports).required("请选择"),
  codecs: codecField(),
  /** Calls at the same time; 0: no limit. */
  concurrency: numberField("并发数", { max: 100_000 }).required("请输入并发数"),
  /** Registration, where the far side asks for it. */
  userName: string().label("注册账号").trim().max(64),
  /** '' keeps the one that is stored. */
  password: string().label("注册密码").max(128),
  enabled: flagField("启用").required(),
  remark: remarkField(),
};

/** What the last check of a trunk found; unknown: never checked. */
export const nodeStates = ["unknown", "up", "down"] as const;

export const routeNodeApi = defineResource({
  ...crud({
    name: "routeNode",
    prefix: "/pbx/api/v1/routeNode",
    noun: "trunk",
    tag: "RouteNode",
    row: object({
      id: string().required(),
      name: string().required(),
      address: string().required(),
      transport: string().required(),
      codecs: array().of(string().required()).required(),
      concurrency: number().required(),
      userName: string().defined(),
      hasPassword: boolean().required(),
      enabled: number().required(),
      remark: string().defined(),
      state: string().oneOf(nodeStates).required(),
      stateText: string().defined(),
      checkedAt: string().nullable().defined(),
      latencyMs: number().nullable().defined(),
      groups: array().of(string().required()).required(),
    }),
    filters: {
      name: string().label("节点名称").max(limits.input),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
    },
    sortable: ["name", "address", "concurrency"],
    fields: nodeFields,
    permission: { list: operators, add: routing, update: routing, delete: routing },
  }),
  /** Sends a SIP OPTIONS request (RFC 3261 section 11) and waits for any answer. */
  check: defineEndpoint({
    name: "routeNodeCheck",
    method: "POST",
    path: "/pbx/api/v1/routeNode/check",
    summary: "Whether a trunk answers",
    permission: operators,
    body: object({ id: idField() }),
    reply: object({
      state: string().oneOf(nodeStates).required(),
      stateText: string().defined(),
      latencyMs: number().nullable().defined(),
    }),
    tags: ["RouteNode"],
    ratePerMinute: 60,
  }),
});

/** How the nodes of a group are chosen: by weight at random, or the first that is up. */
export const groupModes = ["weight", "failover"] as const;
const memberField = () =>
  array()
    .label("节点")
    .of(
      object({ nodeId: string().required("请选择节点"), weight: numberField("权重", { min: 1, max: 100 }).required() }),
    )
    .min(1, "请至少选择一个节点")
    .max(50)
    .required()
    .test("once", "同一节点只能添加一次", (list) => new Set(list?.map((m) => m.nodeId)).size === (list?.length ?? 0));

export const routeGroupApi = defineResource(
  crud({
    name: "routeGroup",
    prefix: "/pbx/api/v1/routeGroup",
    noun: "trunk group",
    tag: "RouteGroup",
    row: object({
      id: string().required(),
      name: string().required(),
      mode: string().oneOf(groupModes).required(),
      enabled: number().required(),
      remark: string().defined(),
      members: array()
        .of(
          object({
            nodeId: string().required(),
            nodeName: string().required(),
            weight: number().required(),
            enabled: number().required(),
            state: string().required(),
          }),
        )
        .required(),
    }),
    filters: { name: string().label("组名称").max(limits.input) },
    sortable: ["name"],
    fields: {
      name: name("组名称"),
      mode: string().label("选择方式").oneOf(groupModes).required("请选择"),
      members: memberField(),
      enabled: flagField("启用").required(),
      remark: remarkField(),
    },
    permission: { list: operators, add: routing, update: routing, delete: routing },
  }),
);

const prefixes = (label: string) => digitListField(label, 500);
/** Smaller comes first. */
const priority = () => numberField("优先级", { min: 1, max: 9_999 }).required("请输入优先级");

export const routeConfigApi = defineResource(
  crud({
    name: "routeConfig",
    prefix: "/pbx/api/v1/routeConfig",
    noun: "route",
    tag: "RouteConfig",
    row: object({
      id: string().required(),
      name: string().required(),
      ownerCompId: string().nullable().defined(),
      ownerName: string().nullable().defined(),
      callerPrefixes: string().defined(),
      calleePrefixes: string().defined(),
      groupId: string().required(),
      groupName: string().required(),
      priority: number().required(),
      enabled: number().required(),
      remark: string().defined(),
    }),
    filters: { name: string().label("路由名称").max(limits.input), groupId: string().label("节点组").max(64) },
    sortable: ["priority", "name"],
    fields: {
      name: name("路由名称"),
      /** '' : every enterprise. */
      ownerCompId: compField(),
      /** '' : every caller. */
      callerPrefixes: prefixes("主叫前缀"),
      calleePrefixes: prefixes("被叫前缀"),
      groupId: string().label("节点组").required("请选择").max(64),
      priority: priority(),
      enabled: flagField("启用").required(),
      remark: remarkField(),
    },
    permission: { list: operators, add: routing, update: routing, delete: routing },
  }),
);

/** What the called side is shown: the default access number, a fixed number, or one of a list in turn. */
export const displayModes = ["default", "fixed", "rotate"] as const;
const enterprise = (button: string) => roles([0, 1, 4], { button });

export const routeOutApi = defineResource({
  ...crud({
    name: "routeOut",
    prefix: "/pbx/api/v1/routeOut",
    noun: "outbound route",
    tag: "RouteOut",
    row: object({
      id: string().required(),
      name: string().required(),
      prefixes: string().defined(),
      minLength: number().required(),
      maxLength: number().required(),
      strip: number().required(),
      prepend: string().defined(),
      display: string().oneOf(displayModes).required(),
      displayNumbers: string().defined(),
      priority: number().required(),
      enabled: number().required(),
      remark: string().defined(),
    }),
    filters: {
      name: string().label("路由名称").max(limits.input),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
    },
    sortable: ["priority", "name"],
    fields: {
      name: name("路由名称"),
      /** '' : every number. */
      prefixes: prefixes("号码前缀"),
      minLength: numberField("最短位数", { min: 1, max: 32 }).required("请输入最短位数"),
      maxLength: numberField("最长位数", { min: 1, max: 32 })
        .required("请输入最长位数")
        .test(
          "order",
          "最长位数不能小于最短位数",
          (v, { parent }) => v === undefined || parent.minLength === undefined || v >= parent.minLength,
        ),
      /** Leading digits to take off, then what to put before. */
      strip: numberField("去除前几位", { max: 16 }).required("请输入去除位数"),
      prepend: dialField("添加前缀", 16),
      display: string().label("外显方式").oneOf(displayModes).required("请选择"),
      displayNumbers: digitListField("外显号码", 500).when("display", {
        is: (v: string) => v !== "default",
        then: (s) => s.required("请输入外显号码"),
      }),
      priority: priority(),
      enabled: flagField("启用").required(),
      remark: remarkField(),
    },
    permission: {
      list: roles([0, 1, 4]),
      add: enterprise("routeOut.add"),
      update: enterprise("routeOut.update"),
      delete: enterprise("routeOut.delete"),
    },
  }),
  /** Type a caller and a number, see which route and which rewriting applies and why. */
  test: defineEndpoint({
    name: "routeOutTest",
    method: "POST",
    path: "/pbx/api/v1/routeOut/test",
    summary: "Which outbound route and trunk a call would take, and why",
    permission: roles([0, 1, 4]),
    reads: true,
    body: object({
      compId: compField(),
      caller: dialField("主叫号码").required("请输入主叫号码"),
      callee: dialField("被叫号码").required("请输入被叫号码"),
    }),
    reply: object({
      ok: boolean().required(),
      reason: string().defined(),
      dialled: string().defined(),
      displayed: string().defined(),
      routeName: string().nullable().defined(),
      trunkRoute: string().nullable().defined(),
      trunks: array().of(string().required()).required(),
      steps: array()
        .of(
          object({
            title: string().required(),
            detail: string().defined(),
            outcome: string().oneOf(["matched", "skipped", "blocked", "info"]).required(),
          }),
        )
        .required(),
    }),
  }),
});

export const callDirections = ["in", "out", "both"] as const;
const ranges = () =>
  array()
    .label("允许时段")
    .of(
      object({
        from: timeField("开始时间").required("请选择时间"),
        to: timeField("结束时间")
          .required("请选择时间")
          .test("order", "结束时间应晚于开始时间", (v, { parent }) => !v || !parent.from || v > parent.from),
      }),
    )
    .max(10)
    .required();
const limitFields = {
  name: name("限制名称"),
  direction: string().label("呼叫方向").oneOf(callDirections).required("请选择"),
  /** Numbers of the far side it concerns; '' : all. */
  prefixes: prefixes("号码前缀"),
  /** 'bar': such numbers are barred; 'limit': they are limited by hours and counts. */
  kind: string().label("限制类型").oneOf(["bar", "limit"]).required("请选择"),
  hours: ranges(),
  /** Calls of one number a day; 0: no limit. */
  perNumberPerDay: numberField("每号码每日次数", { max: 1_000 }).required("请输入次数"),
  /** Seconds between two calls of one number; 0: none. */
  minIntervalS: numberField("最短间隔", { max: 86_400 }).required("请输入间隔秒数"),
  enabled: flagField("启用").required(),
  remark: remarkField(),
};
const limitRow = object({
  id: string().required(),
  name: string().required(),
  direction: string().oneOf(callDirections).required(),
  prefixes: string().defined(),
  kind: string().required(),
  hours: array()
    .of(object({ from: string().required(), to: string().required() }))
    .required(),
  perNumberPerDay: number().required(),
  minIntervalS: number().required(),
  enabled: number().required(),
  remark: string().defined(),
  blockedToday: number().required(),
});
const admins = roles([1, 4]);
const adminButton = (button: string) => roles([1, 4], { button });

export const callLimitApi = defineResource({
  ...crud({
    name: "callLimit",
    prefix: "/pbx/api/v1/callLimit",
    noun: "call limit",
    tag: "CallLimit",
    row: limitRow,
    filters: {
      name: string().label("限制名称").max(limits.input),
      direction: string()
        .label("呼叫方向")
        .oneOf(["", ...callDirections]),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
    },
    sortable: ["name", "direction"],
    fields: limitFields,
    permission: {
      list: admins,
      add: adminButton("callLimit.add"),
      update: adminButton("callLimit.update"),
      delete: adminButton("callLimit.delete"),
    },
  }),
  /** Type two numbers and a time, see whether a call would be refused and by what. */
  test: defineEndpoint({
    name: "callLimitTest",
    method: "POST",
    path: "/pbx/api/v1/callLimit/test",
    summary: "Whether a call would be barred, and why",
    permission: roles([0, 1, 4]),
    reads: true,
    body: object({
      compId: compField(),
      direction: string().label("呼叫方向").oneOf(["in", "out"]).required("请选择"),
      number: dialField("对方号码").required("请输入对方号码"),
      at: string()
        .label("时间")
        .matches(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, {
          message: "时间格式应为 yyyy-MM-dd HH:mm:ss",
          excludeEmptyString: true,
        }),
    }),
    reply: object({
      blocked: boolean().required(),
      reason: string().defined(),
      steps: array()
        .of(
          object({
            title: string().required(),
            detail: string().defined(),
            outcome: string().oneOf(["matched", "skipped", "blocked", "info"]).required(),
          }),
        )
        .required(),
    }),
  }),
});

/** Tells administrators when one number calls, or is called, often; nothing is refused. */
export const callNotifyLimitApi = defineResource(
  crud({
    name: "callNotifyLimit",
    prefix: "/pbx/api/v1/callNotifyLimit",
    noun: "call notice",
    tag: "CallNotifyLimit",
    row: object({
      id: string().required(),
      name: string().required(),
      direction: string().oneOf(callDirections).required(),
      calls: number().required(),
      withinHours: number().required(),
      enabled: number().required(),
      remark: string().defined(),
    }),
    filters: { name: string().label("提醒名称").max(limits.input) },
    sortable: ["name"],
    fields: {
      name: name("提醒名称"),
      direction: string().label("呼叫方向").oneOf(callDirections).required("请选择"),
      calls: numberField("次数", { min: 1, max: 1_000 }).required("请输入次数"),
      withinHours: numberField("小时内", { min: 1, max: 24 }).required("请输入小时数"),
      enabled: flagField("启用").required(),
      remark: remarkField(),
    },
    permission: {
      list: admins,
      add: adminButton("callLimit.add"),
      update: adminButton("callLimit.update"),
      delete: adminButton("callLimit.delete"),
    },
  }),
);

/** blackListType: 0 the installation's (operators), 1 the enterprise's. */
export const blackListTypes = { system: 0, enterprise: 1 } as const;
/** blackListCallType: 0 in, 1 out, 2 both. */
export const blackListCallTypes = [0, 1, 2] as const;
const blackListType = () => number().label("名单类型").oneOf([0, 1]).required();
const blackListCallType = () =>
  number()
    .label("限制方向")
    .oneOf([...blackListCallTypes]);
const blackFields = {
  phone: dialField("号码", 20).required("请输入号码"),
  /** 1: every number that begins so. */
  isPrefix: flagField("按前缀").required(),
  blackListCallType: blackListCallType().required("请选择"),
  /** '' : for good. */
  expiresAt: string()
    .label("失效时间")
    .matches(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, {
      message: "失效时间格式应为 yyyy-MM-dd HH:mm:ss",
      excludeEmptyString: true,
    }),
  remark: remarkField("原因"),
};
const blackRow = object({
  id: string().required(),
  phone: string().required(),
  isPrefix: number().required(),
  blackListCallType: number().required(),
  expiresAt: string().nullable().defined(),
  remark: string().defined(),
  createdAt: string().required(),
  createdBy: string().defined(),
});
const black = (verb: string) => roles([0, 1, 4], { button: `blackList.${verb}`, operate: "systemBlack.edit" });

/** One resource for both lists: operators keep the installation's (/systemblack), administrators their enterprise's (/enterpriseblack). */
export const blackListApi = defineResource({
  list: defineEndpoint({
    name: "blackListList",
    method: "POST",
    path: "/pbx/api/v1/blackList/list",
    summary: "Barred numbers",
    permission: roles([0, 1, 4]),
    reads: true,
    body: listBody(
      {
        blackListType: blackListType(),
        phone: string().label("号码").max(20),
        blackListCallType: number()
          .label("限制方向")
          .oneOf([...blackListCallTypes]),
      },
      ["phone", "createdAt", "expiresAt"],
    ),
    reply: listOf(blackRow),
    tags: ["BlackList"],
  }),
  add: defineEndpoint({
    name: "blackListAdd",
    method: "POST",
    path: "/pbx/api/v1/blackList/add",
    summary: "Bars a number",
    permission: black("add"),
    body: object({ compId: compField(), blackListType: blackListType(), ...blackFields }),
    reply: idReply,
    tags: ["BlackList"],
  }),
  update: defineEndpoint({
    name: "blackListUpdate",
    method: "POST",
    path: "/pbx/api/v1/blackList/update",
    summary: "Changes a barred number",
    permission: black("update"),
    body: object({ compId: compField(), blackListType: blackListType(), id: idField(), ...blackFields }),
    tags: ["BlackList"],
  }),
  delete: defineEndpoint({
    name: "blackListDelete",
    method: "POST",
    path: "/pbx/api/v1/blackList/delete",
    summary: "Lifts bars",
    permission: black("delete"),
    body: deleteBody().shape({ blackListType: blackListType() }),
    reply: countReply,
    tags: ["BlackList"],
  }),
  importData: defineEndpoint({
    name: "blackListImport",
    method: "POST",
    path: "/pbx/api/v1/blackList/importData",
    summary: "Bars the numbers of a sheet",
    permission: black("add"),
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: object({ compId: compField(), blackListType: blackListType(), files: filesField() }),
    reply: importReply,
    tags: ["BlackList"],
  }),
  template: defineEndpoint({
    name: "blackListTemplate",
    method: "GET",
    path: "/pbx/api/v1/blackList/template",
    summary: "The sheet to fill in",
    permission: roles([0, 1, 4]),
    produces: "binary",
  }),
  check: defineEndpoint({
    name: "checkNumContainBlackList",
    method: "POST",
    path: "/pbx/api/v1/blackList/checkNumContainBlackList",
    summary: "Whether a number is barred",
    permission: roles([0, 1, 2, 3, 4]),
    reads: true,
    body: object({
      compId: compField(),
      phone: dialField("号码", 20).required("请输入号码"),
      blackListType: number().label("名单类型").oneOf([0, 1]),
      blackListCallType: blackListCallType(),
    }),
    reply: object({ contained: boolean().required(), reason: string().defined() }),
  }),
});

export const trunksEndpoints: readonly Endpoint[] = [
  routeNodeApi,
  routeGroupApi,
  routeConfigApi,
  routeOutApi,
  callLimitApi,
  callNotifyLimitApi,
  blackListApi,
].flatMap((api) => Object.values<Endpoint>(api));

export const trunksButtons: PageButtons = {
  "/routercalout": crudButtons("routeOut", ["O", "A"]),
  "/callBarring": crudButtons("callLimit", ["A"]),
  "/enterpriseblack": [...crudButtons("blackList", ["A"])],
};
