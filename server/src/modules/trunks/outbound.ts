/** Which outbound route an enterprise's call takes, what is dialled and shown, and which trunks carry it. Pure. */
import { matchedPrefix, type Step } from "./screening.ts";

export interface OutRoute {
  readonly id: string;
  readonly name: string;
  readonly prefixes: readonly string[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly strip: number;
  readonly prepend: string;
  readonly display: string;
  readonly displayNumbers: readonly string[];
  readonly priority: number;
  readonly enabled: boolean;
}

export interface TrunkRoute {
  readonly id: string;
  readonly name: string;
  /** null: every enterprise. */
  readonly ownerCompId: string | null;
  readonly callerPrefixes: readonly string[];
  readonly calleePrefixes: readonly string[];
  readonly groupId: string;
  readonly groupName: string;
  readonly priority: number;
  readonly enabled: boolean;
}

export interface Trunk {
  readonly name: string;
  readonly weight: number;
  readonly enabled: boolean;
  readonly down: boolean;
}

export interface OutboundAnswer {
  readonly dialled: string;
  /** '' : the default access number. */
  readonly displayed: string;
  readonly route: OutRoute | undefined;
  readonly steps: readonly Step[];
}

const byPriority = <T extends { readonly priority: number; readonly id: string }>(a: T, b: T): number =>
  a.priority - b.priority || (a.id < b.id ? -1 : 1);

function fits(route: OutRoute, callee: string): string | undefined {
  if (!route.enabled) return "未启用";
  if (callee.length < route.minLength || callee.length > route.maxLength)
    return `号码 ${callee.length} 位，不在 ${route.minLength} 到 ${route.maxLength} 位之间`;
  return matchedPrefix(route.prefixes, callee) === undefined ? "号码前缀不符" : undefined;
}

/** `turn` picks among several displayed numbers: 0, 1, 2, … a call. Without a route the number goes out as it is. */
export function chooseOutbound(routes: readonly OutRoute[], callee: string, turn: number): OutboundAnswer {
  const steps: Step[] = [];
  for (const route of [...routes].sort(byPriority)) {
    const title = `外呼路由 ${route.name}`;
    const mismatch = fits(route, callee);
    if (mismatch !== undefined) {
      steps.push({ title, detail: mismatch, outcome: "skipped" });
      continue;
    }
    const dialled = `${route.prepend}${callee.slice(route.strip)}`;
    const displayed =
      route.display === "default"
        ? ""
        : (route.displayNumbers[route.display === "rotate" ? turn % Math.max(1, route.displayNumbers.length) : 0] ??
          "");
    const rewriting =
      [route.strip > 0 ? `去除前 ${route.strip} 位` : "", route.prepend ? `添加 ${route.prepend}` : ""]
        .filter(Boolean)
        .join("，") || "号码不变";
    steps.push({ title, detail: `优先级 ${route.priority}，${rewriting}，实际拨打 ${dialled}`, outcome: "matched" });
    return { dialled, displayed, route, steps };
  }
  steps.push({ title: "外呼路由", detail: "没有匹配的外呼路由，号码按原样拨打", outcome: "info" });
  return { dialled: callee, displayed: "", route: undefined, steps };
}

/** The installation's route for a rewritten number: smallest priority first. */
export function chooseTrunkRoute(
  configs: readonly TrunkRoute[],
  compId: string,
  caller: string,
  dialled: string,
): { readonly config: TrunkRoute | undefined; readonly steps: readonly Step[] } {
  const steps: Step[] = [];
  for (const config of [...configs].sort(byPriority)) {
    const title = `路由配置 ${config.name}`;
    const why = !config.enabled
      ? "未启用"
      : config.ownerCompId !== null && config.ownerCompId !== compId
        ? "属于其他企业"
        : matchedPrefix(config.callerPrefixes, caller) === undefined
          ? "主叫前缀不符"
          : matchedPrefix(config.calleePrefixes, dialled) === undefined
            ? "被叫前缀不符"
            : undefined;
    if (why === undefined) {
      steps.push({ title, detail: `使用节点组 ${config.groupName}`, outcome: "matched" });
      return { config, steps };
    }
    // What another enterprise has is not this one's to read.
    if (why !== "属于其他企业") steps.push({ title, detail: why, outcome: "skipped" });
  }
  steps.push({ title: "路由配置", detail: "没有匹配的中继路由，仅能呼叫本系统内的分机和客户页面", outcome: "info" });
  return { config: undefined, steps };
}

/** In the order they are tried. `draw` gives 0..1: by weight the first is drawn, the others follow by weight. */
export function orderTrunks<T extends Trunk>(mode: string, trunks: readonly T[], draw: () => number): readonly T[] {
  const usable = trunks.filter((trunk) => trunk.enabled);
  const up = [...usable.filter((t) => !t.down), ...usable.filter((t) => t.down)];
  if (mode === "failover") return up;
  const left = up.filter((t) => !t.down);
  const drawn: T[] = [];
  while (left.length > 0) {
    let at = draw() * left.reduce((sum, t) => sum + t.weight, 0);
    const found = left.findIndex((t) => (at -= t.weight) < 0);
    drawn.push(...left.splice(found < 0 ? left.length - 1 : found, 1));
  }
  return [...drawn, ...up.filter((t) => t.down)];
}
