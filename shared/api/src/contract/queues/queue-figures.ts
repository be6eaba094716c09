/** Figures of 排队列表 that may be watched: of its whole, or of the caller who has most of it. One source for columns and alarms. */
import type { AlarmFigure } from "../alarm-rules.ts";
import { estimateRules } from "./wait-estimate.ts";
import type { queueListApi } from "./queue-list.ts";
import type { ReplyOf } from "../resource.ts";

type Queue = ReplyOf<typeof queueListApi.list>;
type QueuedCall = Queue["calls"][number];

export interface QueueFigure extends AlarmFigure {
  /** Of the column; absent: it is of the whole list. */
  readonly title?: string;
  /** null: not known. */
  readonly of?: (call: QueuedCall, at: number) => number | null;
}

export const queueFigures = [
  { id: "waiting", name: "排队人数", formula: "此刻在排队的人数，含等待回呼的", unit: "count", worse: "more" },
  {
    id: "longestWait",
    title: "已等",
    name: "最长等待",
    formula: "从进入排队到此刻的时长",
    unit: "seconds",
    worse: "more",
    of: ({ queuedAt }, at) => Math.max(0, Math.floor((at - queuedAt) / 1_000)),
  },
  {
    id: "expected",
    title: "预计还需",
    name: "预计还需",
    formula: `（前面人数 + 1）× 最近${estimateRules.calls}通的平均处理时长 ÷ 已签入且不在自定义状态的坐席数；在几个技能组排队的取最短`,
    unit: "seconds",
    worse: "more",
    of: ({ expected, ringing }) => (ringing === null ? expected : null),
  },
  {
    id: "priority",
    title: "优先级",
    name: "优先级（分钟）",
    formula: "按等待计的分钟数，等待时间加上它决定先后；↑ 表示班长上移过",
    unit: "count",
    worse: "more",
    of: ({ priority }) => priority,
  },
  {
    id: "offered",
    title: "已振坐席",
    name: "已振坐席数",
    formula: "为该来电振过铃的坐席，按先后",
    unit: "count",
    worse: "more",
    of: ({ offered }) => offered.length,
  },
] as const satisfies readonly QueueFigure[];
export type QueueFigureId = (typeof queueFigures)[number]["id"];

const byId: ReadonlyMap<string, QueueFigure> = new Map(queueFigures.map((figure) => [figure.id, figure]));
export const queueFigureOf = (id: QueueFigureId): QueueFigure => byId.get(id)!;

/** Of the list as it was answered. */
export function queueValue(id: string, { calls, at }: Pick<Queue, "calls" | "at">): number | null {
  const of = byId.get(id)?.of;
  if (!of) return calls.length;
  const values = calls.flatMap((call) => of(call, at) ?? []);
  return values.length > 0 ? Math.max(...values) : null;
}
