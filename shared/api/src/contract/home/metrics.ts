/**
 * The figures of the home pages: what is counted, how a figure is made of it, in words and as arithmetic, and when it
 * is good. One source for the screen, its tooltips and docs/metrics.md.
 *
 * A call belongs to the day it began in (Asia/Shanghai). Calls that go on are in no rate and no mean. Rates are quotients of whole
 * numbers, never means of rates; nothing to divide by is no figure.
 */
import { shortAbandonText, type CallFigure } from "../call-records/figures.ts";

/** What 通话记录 is asked for to list exactly the calls that were counted. */
export interface CallsBehind {
  readonly direction?: "inbound" | "outbound";
  readonly answered?: "yes";
  readonly figure?: CallFigure;
  readonly skillGroupId?: string;
}

interface Sum {
  readonly name: string;
  /** Absent: calls. */
  readonly unit?: "ms";
  readonly calls?: CallsBehind;
}

/** What is summed up of a stretch of a day. */
export const sums = {
  inbound: { name: "呼入量", calls: { direction: "inbound" } },
  answered: { name: "呼入接听量", calls: { direction: "inbound", answered: "yes" } },
  queued: { name: "进队量", calls: { figure: "queued" } },
  abandoned: { name: "放弃量", calls: { figure: "abandoned" } },
  shortAbandoned: { name: `短放弃（${shortAbandonText}）`, calls: { figure: "shortAbandoned" } },
  lost: { name: "放弃量（不含短放弃）", calls: { figure: "lost" } },
  decided: { name: "接听量 + 放弃量（不含短放弃）", calls: { figure: "decided" } },
  leveled: { name: "排队后接听或放弃的来电（不含短放弃）", calls: { figure: "leveled" } },
  withinLevel: { name: "时限内接听量", calls: { figure: "withinLevel" } },
  queueAnswered: { name: "排队后接听量", calls: { figure: "queueAnswered" } },
  waitMs: { name: "排队后接听的等待时长合计", unit: "ms" },
  dialled: { name: "外呼量", calls: { direction: "outbound" } },
  connected: { name: "外呼接通量", calls: { direction: "outbound", answered: "yes" } },
  handled: { name: "处理量", calls: { figure: "handled" } },
  talkMs: { name: "通话时长合计（含保持）", unit: "ms" },
  wrapMs: { name: "话后处理时长合计", unit: "ms" },
  occupiedMs: { name: "占用时长合计", unit: "ms" },
  idleMs: { name: "空闲时长合计", unit: "ms" },
} as const satisfies Readonly<Record<string, Sum>>;
export type SumName = keyof typeof sums;
export type Sums = Readonly<Record<SumName, number>>;
export const sumOf = (name: SumName): Sum => sums[name];

export type Tone = "met" | "near" | "missed";
export const toneTexts: Readonly<Record<Tone, string>> = { met: "达标", near: "接近", missed: "未达标" };

interface Threshold {
  /** From here on (or up to here where less is better) it is good. */
  readonly met: number;
  /** Beyond this it is not. */
  readonly missed: number;
}

export interface Metric {
  readonly id: string;
  readonly name: string;
  readonly formula: string;
  readonly unit: "count" | "percent" | "seconds";
  /** Which way is good; absent: neither. */
  readonly better?: "more" | "less";
  readonly threshold?: Threshold;
  /** What it is made of, in the order of the formula. */
  readonly parts: readonly SumName[];
  /** null: nothing to divide by. */
  readonly of: (sums: Sums) => number | null;
}

const counted = (name: SumName, rest: Pick<Metric, "id" | "name" | "formula" | "better">): Metric => ({
  ...rest,
  unit: "count",
  parts: [name],
  of: (s) => s[name],
});
const percent = (part: number, whole: number): number | null => (whole > 0 ? (part / whole) * 100 : null);
const seconds = (ms: number, count: number): number | null => (count > 0 ? ms / count / 1_000 : null);

/**
 * Thresholds are the usual ones of the field and not settable yet: the specification names none outside the wallboard's
 * targets. 80 % within the group's time limit is the customary service level; more than one caller of twenty lost, or
 * less than nine of ten answered, is looked into everywhere; 20 s is the time limit that skill groups begin with;
 * agents occupied over 90 % of their time for hours wear out.
 */
export const metrics = [
  counted("inbound", {
    id: "inbound",
    name: "呼入量",
    formula: "今天开始的呼入通话数，包括没有进入排队的",
  }),
  counted("answered", {
    id: "answered",
    name: "接听量",
    formula: "今天开始的呼入通话中，坐席接听了的通话数",
    better: "more",
  }),
  counted("abandoned", {
    id: "abandoned",
    name: "放弃量",
    formula: "今天开始的呼入通话中，进入排队后没有坐席接听就结束的通话数，包括短放弃",
    better: "less",
  }),
  {
    id: "answerRate",
    name: "接听率",
    formula: `接听量 ÷（接听量 + 放弃量 − 短放弃）。短放弃是${shortAbandonText}的来电，按首次排队的技能组当时的时限`,
    unit: "percent",
    better: "more",
    threshold: { met: 90, missed: 80 },
    parts: ["answered", "decided"],
    of: (s) => percent(s.answered, s.decided),
  },
  {
    id: "abandonRate",
    name: "放弃率",
    formula: `（放弃量 − 短放弃）÷（接听量 + 放弃量 − 短放弃）。短放弃是${shortAbandonText}的来电，按首次排队的技能组当时的时限`,
    unit: "percent",
    better: "less",
    threshold: { met: 5, missed: 10 },
    parts: ["lost", "decided"],
    of: (s) => percent(s.lost, s.decided),
  },
  {
    id: "serviceLevel",
    name: "服务水平",
    formula:
      "进入排队的来电中，从排队到接听没有超过首次排队的技能组当时的服务水平时限的 ÷（排队后接听的 + 放弃的 − 短放弃的），仍在排队的不计",
    unit: "percent",
    better: "more",
    threshold: { met: 80, missed: 60 },
    parts: ["withinLevel", "leveled"],
    of: (s) => percent(s.withinLevel, s.leveled),
  },
  {
    id: "answerSpeed",
    name: "平均应答速度",
    formula: "排队后接听的来电，从排队到接听的时长合计（含振铃）÷ 通话数",
    unit: "seconds",
    better: "less",
    threshold: { met: 20, missed: 60 },
    parts: ["waitMs", "queueAnswered"],
    of: (s) => seconds(s.waitMs, s.queueAnswered),
  },
  counted("dialled", {
    id: "dialled",
    name: "外呼量",
    formula: "今天开始的外呼通话数，不含坐席之间的内部呼叫",
  }),
  counted("connected", {
    id: "connected",
    name: "外呼接通量",
    formula: "今天开始的外呼通话中，对方接听了的通话数",
    better: "more",
  }),
  {
    id: "connectRate",
    name: "外呼接通率",
    formula: "外呼接通量 ÷ 外呼量",
    unit: "percent",
    better: "more",
    parts: ["connected", "dialled"],
    of: (s) => percent(s.connected, s.dialled),
  },
  {
    id: "handleTime",
    name: "平均处理时长",
    formula: "（通话时长（含保持）+ 话后处理时长）÷ 处理量。处理量是已结束的、有坐席通话的呼入和外呼",
    unit: "seconds",
    parts: ["talkMs", "wrapMs", "handled"],
    of: (s) => seconds(s.talkMs + s.wrapMs, s.handled),
  },
  {
    id: "talkTime",
    name: "通话时长",
    formula: "已结束的、有坐席通话的呼入和外呼的通话时长合计，含保持",
    unit: "seconds",
    parts: ["talkMs", "handled"],
    of: (s) => s.talkMs / 1_000,
  },
  {
    id: "occupancy",
    name: "占用率",
    formula: "占用时长 ÷（占用时长 + 空闲时长）。占用是振铃、通话、保持、咨询、会议和话后处理，忙碌和未签入的时间不计",
    unit: "percent",
    threshold: { met: 85, missed: 90 },
    parts: ["occupiedMs", "idleMs"],
    of: (s) => percent(s.occupiedMs, s.occupiedMs + s.idleMs),
  },
] as const satisfies readonly Metric[];
export type MetricId = (typeof metrics)[number]["id"];

const byId: ReadonlyMap<string, Metric> = new Map(metrics.map((metric) => [metric.id, metric]));
export const metricOf = (id: MetricId): Metric => byId.get(id)!;

/** What the moment has: not compared with yesterday. `figure`: the calls, whenever they began. */
export const liveMetrics = [
  { id: "waiting", name: "排队中", formula: "此刻在排队的通话数，含转接后重新排队的", calls: { figure: "waiting" } },
  { id: "talking", name: "通话中", formula: "此刻已接通、不在排队、还没有结束的通话数", calls: { figure: "talking" } },
] as const satisfies readonly {
  readonly id: string;
  readonly name: string;
  readonly formula: string;
  readonly calls: CallsBehind;
}[];

/** What 通话记录 calls the calls of a figure. */
export const figureNames: ReadonlyMap<CallFigure, string> = new Map([
  ...Object.values<Sum>(sums).flatMap(({ name, calls }) => (calls?.figure ? [[calls.figure, name] as const] : [])),
  ...liveMetrics.map(({ name, calls }) => [calls.figure, name] as const),
]);

/** How good a value is; undefined: nobody says, or there is none. */
export function toneOfMetric({ threshold, better }: Metric, value: number | null): Tone | undefined {
  if (!threshold || value === null) return undefined;
  const { met, missed } = threshold;
  // Where less is better, and where too much is bad (occupancy), the limits are upper ones.
  const below = better === "more" ? -value : value;
  const [good, bad] = better === "more" ? [-met, -missed] : [met, missed];
  return below <= good ? "met" : below > bad ? "missed" : "near";
}
