import type { ReplyOf } from "@liantai/api/contract";
import type { routeConfigApi, routeGroupApi, routeNodeApi, routeOutApi } from "@liantai/api/contract/admin";
import type { Option } from "@liantai/ui";
import { optionsOf } from "../../parts/words.ts";

export type RouteNode = ReplyOf<typeof routeNodeApi.list>["list"][number];
export type RouteGroup = ReplyOf<typeof routeGroupApi.list>["list"][number];
export type RouteConfig = ReplyOf<typeof routeConfigApi.list>["list"][number];
export type RouteOut = ReplyOf<typeof routeOutApi.list>["list"][number];

export const stateTexts = { unknown: "未检测", up: "正常", down: "故障" } as const;
export const stateTones = { unknown: "offline", up: "ready", down: "held" } as const;
export const modeTexts: Readonly<Record<string, string>> = { weight: "按权重", failover: "主备切换" };
export const modeOptions = optionsOf(modeTexts);
export const displayTexts: Readonly<Record<string, string>> = {
  default: "默认接入号码",
  fixed: "指定号码",
  rotate: "轮换号码",
};
export const displayOptions = optionsOf(displayTexts);
export const transportOptions: readonly Option[] = ["udp", "tcp", "tls", "ws", "wss"].map((value) => ({
  value,
  label: value.toUpperCase(),
}));
export const codecOptions: readonly Option[] = ["PCMA", "PCMU", "G729", "opus"].map((value) => ({
  value,
  label: value,
}));
