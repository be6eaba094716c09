/** A figure of the home pages in words: its value, how it has changed since yesterday, how good it is. Pure. */
import {
  metricOf,
  sumOf,
  toneOfMetric,
  toneTexts,
  type CallsBehind,
  type Metric,
  type MetricId,
  type SumName,
  type Sums,
  type Tone,
} from "@liantai/api/contract/admin";
import { formatDuration } from "@liantai/ui";

export const dash = "—";

export function valueText({ unit }: Pick<Metric, "unit">, value: number | null): string {
  if (value === null) return dash;
  // All of it needs no decimal: beside the call card a tile holds five characters.
  if (unit === "percent") return `${value.toFixed(1).replace("100.0", "100")}%`;
  return unit === "seconds" ? formatDuration(Math.round(value)) : value.toLocaleString("en-US");
}

export interface Change {
  /** Absent: nothing to compare with, or no change. */
  readonly arrow?: "↑" | "↓";
  /** Short, beside the arrow. */
  readonly text: string;
  /** The whole sentence. */
  readonly words: string;
  /** Absent: neither. */
  readonly good?: boolean;
}

/** Counts change by a share, rates by percentage points, lengths by seconds. */
function difference({ unit }: Pick<Metric, "unit">, now: number, before: number): string {
  const by = Math.abs(now - before);
  if (unit === "percent") return `${by.toFixed(1)}个百分点`;
  if (unit === "seconds") return `${Math.round(by)}秒`;
  return `${((by / before) * 100).toFixed(1)}%`;
}

/** Against yesterday up to the same time of day. */
export function changeOf(metric: Metric, now: number | null, before: number | null): Change {
  if (now === null || before === null) return { text: dash, words: "昨日同时段无法比较" };
  // What reads alike is alike.
  if (valueText(metric, now) === valueText(metric, before)) return { text: "持平", words: "与昨日同时段持平" };
  const up = now > before;
  const arrow = up ? "↑" : "↓";
  const good = metric.better ? { good: up === (metric.better === "more") } : {};
  if (metric.unit === "count" && before === 0) return { arrow, text: "昨日为0", words: "昨日同时段为0", ...good };
  const text = difference(metric, now, before);
  return { arrow, text, words: `较昨日同时段${up ? "上升" : "下降"}${text}`, ...good };
}

export interface Compared {
  readonly today: Sums;
  readonly yesterday: Sums;
}

export interface Tile {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly change?: Change;
  readonly tone?: Tone;
  /** Beside the value, e.g. how long the first one has waited. */
  readonly since?: string | null;
}

export function tileOf(id: MetricId, { today, yesterday }: Compared): Tile {
  const metric = metricOf(id);
  const value = metric.of(today);
  const tone = toneOfMetric(metric, value);
  return {
    id,
    name: metric.name,
    value: valueText(metric, value),
    change: changeOf(metric, value, metric.of(yesterday)),
    ...(tone ? { tone } : {}),
  };
}

/** All that a tile says, as one sentence. */
export const tileWords = ({ name, value, change, tone }: Tile): string =>
  [`${name} ${value === dash ? "暂无" : value}`, tone && toneTexts[tone], change?.words].filter(Boolean).join("，");

/** What a limit says, in words. */
export function thresholdWords({ threshold, better, unit }: Metric): string | undefined {
  if (!threshold) return undefined;
  const text = (value: number) => (unit === "percent" ? `${value}%` : `${value}秒`);
  const { met, missed } = threshold;
  return better === "more"
    ? `不低于${text(met)}为达标，低于${text(missed)}为未达标`
    : `不高于${text(met)}为达标，高于${text(missed)}为未达标`;
}

export interface PartRow {
  readonly name: string;
  readonly today: string;
  readonly yesterday: string;
  readonly calls?: CallsBehind;
}

const partText = (name: SumName, sums: Sums): string =>
  sumOf(name).unit === "ms" ? formatDuration(Math.round(sums[name] / 1_000)) : sums[name].toLocaleString("en-US");

/** What a figure is made of, and itself last. */
export function partRows(id: MetricId, { today, yesterday }: Compared): readonly PartRow[] {
  const metric = metricOf(id);
  const parts = metric.parts.map((name): PartRow => {
    const { name: title, calls } = sumOf(name);
    return {
      name: title,
      today: partText(name, today),
      yesterday: partText(name, yesterday),
      ...(calls ? { calls } : {}),
    };
  });
  if (metric.unit === "count") return parts;
  return [
    ...parts,
    {
      name: metric.name,
      today: valueText(metric, metric.of(today)),
      yesterday: valueText(metric, metric.of(yesterday)),
    },
  ];
}
