/** 为何分配给该坐席: what there was to choose from, by what rule, and who could not be chosen. Pure. */
import { agentReasons, seatStatusText } from "@liantai/api/contract";
import { strategies } from "@liantai/api/contract/admin";
import type { DecisionFact, ExcludedAgent } from "../event-log/index.ts";
import { length, minutes } from "./track-length.ts";

interface Names {
  readonly group: (id: string) => string;
  /** Agent id to name. */
  readonly agents: ReadonlyMap<string, string>;
}

export function explained(fact: DecisionFact, names: Names): string {
  return fact.among === "callers" ? amongCallers(fact, names) : amongAgents(fact, names);
}

function amongCallers(
  { callers, waiting, others = 0, excluded }: Extract<DecisionFact, { among: "callers" }>,
  { group, agents }: Names,
): string {
  const [own, ...next] = callers.map(({ scoreMs }) => minutes(scoreMs));
  const rest = next.length > 0 ? `，其后客户得分${next.join("、")}` : "，没有其他客户可选";
  const left = others > 0 ? `；其他已签入坐席${others}人未参与${named(excluded, others, agents)}` : "";
  return `坐席空闲时${group(callers[0]?.skillGroupId ?? "")}有${waiting}位客户排队，本通得分${own}${rest}（得分=已等待+优先级）${left}`;
}

function amongAgents(
  { agents, idle, beyond, notReady, strategy, excluded }: Extract<DecisionFact, { among: "agents" }>,
  names: Names,
): string {
  const rule = strategy ? `按“${strategies[strategy]}”选择` : "优先分配给上次服务的坐席";
  const shown = agents.map(({ agentId, idleMs, calls, level }) =>
    person(agentId, names.agents, `空闲${length(idleMs)}，今日接听${calls}，级别${level}`),
  );
  const left = [
    ...(beyond > 0 ? [`扩展步骤之外${beyond}人`] : []),
    ...(notReady > 0 ? [`已签入但不空闲${notReady}人`] : []),
  ];
  const who = left.length > 0 ? `；未参与：${left.join("，")}${named(excluded, beyond + notReady, names.agents)}` : "";
  return `空闲坐席${idle}人，${rule}：${shown.join("、")}${who}`;
}

/** 1001（张三，…） */
function person(agentId: string, names: Names["agents"], more: string): string {
  const name = names.get(agentId);
  return `${agentId}（${name ? `${name}，` : ""}${more}）`;
}

/** Those whom the log names, of so many. */
function named(excluded: readonly ExcludedAgent[] = [], count: number, names: Names["agents"]): string {
  if (excluded.length === 0) return "";
  const shown = excluded.map((one) => person(one.agentId, names, whyText(one)));
  return `：${shown.join("、")}${count > excluded.length ? `等${count}人` : ""}`;
}

function whyText(one: ExcludedAgent): string {
  switch (one.why) {
    case "state": {
      const text = seatStatusText(one.code, one.customStatusName);
      return one.customStatusName ? text : `${text}，${agentReasons[one.reason]}`;
    }
    case "level":
      return `级别${one.level}，扩展步骤未到`;
    case "noTelephone":
      return "空闲，话机未注册";
    case "noPage":
      return "空闲，页面连接中断";
    case "forwards":
      return "已设置全部呼转";
    case "kept":
      return "空闲，客户优先等待熟悉坐席";
  }
}
