/** Trunks (路由节点): the SIP peers calls leave and come by. */
import { array, boolean, number, object, string } from "yup";
import { crud, idField } from "../crud.ts";
import { flagField, isDomain, isIpAddress, limits, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages } from "../resource.ts";
import { operators, routing } from "./parts.ts";

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
  name: nameField("节点名称"),
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
  /** Of a call that comes in: X- headers that become its data. */
  dataHeaders: string()
    .label("来话随路数据")
    .trim()
    .max(500)
    .test(
      "headers",
      "请填写X-开头的SIP头名称，可用*结尾表示前缀，多个用逗号分隔",
      (v) => !v || v.split(",").every((name) => /^X-(?!Liantai-)[A-Za-z0-9-]{0,60}\*?$/i.test(name.trim())),
    ),
  sendsData: flagField("去话随路数据"),
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
      dataHeaders: string().defined(),
      sendsData: number().required(),
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
    permission: {
      list: onPages(operators, "/routernode", "/routernodegroup"),
      add: routing,
      update: routing,
      delete: routing,
    },
  }),
  /** Sends a SIP OPTIONS request (RFC 3261 section 11) and waits for any answer. */
  check: defineEndpoint({
    name: "routeNodeCheck",
    method: "POST",
    path: "/pbx/api/v1/routeNode/check",
    summary: "Whether a trunk answers",
    permission: onPages(operators, "/routernode"),
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
