import type { ReplyOf } from "@liantai/api/contract";
import type {
  callLimitApi,
  callNotifyLimitApi,
  routeConfigApi,
  routeGroupApi,
  routeNodeApi,
  routeOutApi,
} from "@liantai/api/contract/admin";
import type { Option } from "@liantai/ui";

export type RouteNode = ReplyOf<typeof routeNodeApi.list>["list"][number];
export type RouteGroup = ReplyOf<typeof routeGroupApi.list>["list"][number];
export type RouteConfig = ReplyOf<typeof routeConfigApi.list>["list"][number];
export type RouteOut = ReplyOf<typeof routeOutApi.list>["list"][number];
export type CallLimit = ReplyOf<typeof callLimitApi.list>["list"][number];
export type CallNotice = ReplyOf<typeof callNotifyLimitApi.list>["list"][number];
export type Step = ReplyOf<typeof routeOutApi.test>["steps"][number];

const options = (texts: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

export const enabledTexts: Readonly<Record<string, string>> = { "1": "启用", "0": "停用" };
export const enabledOptions = options(enabledTexts);
export const stateTexts = { unknown: "未检测", up: "正常", down: "故障" } as const;
export const stateTones = { unknown: "offline", up: "ready", down: "held" } as const;
export const modeTexts: Readonly<Record<string, string>> = { weight: "按权重", failover: "主备切换" };
export const modeOptions = options(modeTexts);
export const displayTexts: Readonly<Record<string, string>> = {
  default: "默认接入号",
  fixed: "指定号码",
  rotate: "轮换号码",
};
export const displayOptions = options(displayTexts);
export const directionTexts: Readonly<Record<string, string>> = { in: "呼入", out: "呼出", both: "呼入和呼出" };
export const directionOptions = options(directionTexts);
export const limitKindTexts: Readonly<Record<string, string>> = { bar: "禁止通话", limit: "限制时段和次数" };
export const limitKindOptions = options(limitKindTexts);
export const transportOptions: readonly Option[] = ["udp", "tcp", "tls", "ws", "wss"].map((value) => ({
  value,
  label: value.toUpperCase(),
}));
export const codecOptions: readonly Option[] = ["PCMA", "PCMU", "G729", "opus"].map((value) => ({
  value,
  label: value,
}));
export const allPrefixes = (text: string): string => text || "全部";
