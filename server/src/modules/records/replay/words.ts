/** A replay as it is printed. Pure. */
import { formatTime } from "@liantai/api/contract";
import { strategies } from "@liantai/api/contract/admin";
import type { replay } from "../../routing/index.ts";
import { length } from "../track-length.ts";
import type { GroupFigures } from "./figures.ts";
import type { RuleChanges } from "./question.ts";

type Decisions = ReturnType<typeof replay>;

export interface GroupReplay {
  readonly name: string;
  readonly past: GroupFigures;
  readonly replayed: GroupFigures;
}

const share = (percent: number | null): string => (percent === null ? "无" : `${percent}%`);
const minutes = (label: string, min: number | undefined) => (min === undefined ? [] : [`${label}${min}分钟`]);

/** The changes, in words; none: today's rules as they are. */
export function changesText(rules: RuleChanges): string {
  const { strategy, rings, stickyS, missLimit, added = [], removed = [] } = rules;
  const said = [
    ...(strategy ? [`分配策略“${strategies[strategy]}”`] : []),
    ...(rings
      ? [rings.length === 0 ? "不分级别" : `扩展步骤${rings.map((r) => `${r.afterS}秒起级别1到${r.level}`).join("、")}`]
      : []),
    ...(stickyS === undefined ? [] : [stickyS === 0 ? "不等待熟悉坐席" : `等待熟悉坐席${stickyS}秒`]),
    ...(missLimit === undefined ? [] : [`连续${missLimit}次未接置忙`]),
    ...minutes("技能组优先级", rules.priorityMin),
    ...minutes("转接来电优先级", rules.transferMin),
    ...minutes("接入号码优先级", rules.numberMin),
    ...minutes("贵宾优先级", rules.vipMin),
    ...minutes("客户优先级", rules.customerMin),
    ...(added.length > 0 ? [`加入坐席${added.map((a) => `${a.agentId}（级别${a.level}）`).join("、")}`] : []),
    ...(removed.length > 0 ? [`移出坐席${removed.join("、")}`] : []),
  ];
  return said.length > 0 ? said.join("，") : "现行规则不变";
}

const rows: readonly (readonly [string, (f: GroupFigures) => string])[] = [
  ["来电", (f) => String(f.callers)],
  ["接听", (f) => String(f.answered)],
  ["放弃", (f) => String(f.abandoned)],
  ["短放弃", (f) => String(f.short)],
  ["转出", (f) => String(f.flowed)],
  ["平均等待", (f) => length(f.meanWaitMs)],
  ["最长等待", (f) => length(f.longestWaitMs)],
  ["服务水平", (f) => share(f.serviceLevel)],
  ["回呼接通", (f) => String(f.calledBack)],
  ["回呼平均等待", (f) => length(f.callbackWaitMs)],
  ["坐席占用率", (f) => share(f.occupancy)],
];

export const groupText = ({ name, past, replayed }: GroupReplay): string =>
  [`【${name}】`, ...rows.map(([label, of]) => `${label}：实际${of(past)}，重演${of(replayed)}`)].join("\n");

/** Each decision in the situation it was made in, under another strategy. */
export function decisionsText({ decisions, chosen, changed }: Decisions, rules: RuleChanges): string[] {
  const { strategy } = rules;
  const head = `${decisions}次分配，其中${chosen}次由策略选择坐席`;
  if (!strategy || strategy === "random") return [head];
  const lines = changed.map(
    (c) =>
      `${formatTime(c.at)}  ${c.call}  ${strategies[c.strategy]}：${c.before} → ${strategies[strategy]}：${c.after}`,
  );
  return [head, ...lines, `改用“${strategies[strategy]}”后有${changed.length}次会分配给其他坐席。`];
}
