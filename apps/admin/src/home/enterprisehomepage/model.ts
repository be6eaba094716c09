/** 企业首页: what is asked, and the figures, columns and chart made of it. */
import { queriesOf } from "@liantai/api/client";
import { telephonyApi, type ReplyOf } from "@liantai/api/contract";
import { homeApi } from "@liantai/api/contract/admin";
import { formatDuration, usePolling, type Figure } from "@liantai/ui";
import { useMemo } from "react";
import type { ChartData } from "../chart/model.ts";
import type { Figured } from "../chart/numbers.tsx";

const home = queriesOf(homeApi);
const own = queriesOf(telephonyApi);

export type Day = ReplyOf<typeof homeApi.enterprise>;
export type Hours = ReplyOf<typeof homeApi.trend>;
type Group = Day["groups"][number];
type Seat = Day["agents"][number];

/** Read at once, and every 10 s while on show. */
export function useEnterpriseHome() {
  const day = home.enterprise.useQuery({ body: {} });
  const hours = home.trend.useQuery({ body: {} });
  const states = own.enterpriseDay.useQuery({});
  const refetch = () => {
    for (const one of [day, hours, states]) void one.refetch();
  };
  usePolling(refetch);
  const trend = useMemo(() => hours.data && trendOf(hours.data), [hours.data]);
  return { day, hours, states, trend, error: day.error ?? hours.error ?? states.error, refetch };
}

const percent = (value: number | null): string => (value === null ? "—" : `${value.toFixed(1)}%`);

export const figuresOf = (day: Day): readonly Figure[] => [
  { name: "呼入", value: day.inbound },
  { name: "接听", value: day.answered },
  { name: "接听率", value: percent(day.answerRate), hint: "接听 ÷（接听 + 放弃）" },
  { name: "放弃", value: day.abandoned, hint: "未接通就结束的呼入" },
  { name: "呼出", value: day.outbound, hint: "包括坐席之间的内部呼叫" },
  { name: "呼出接通", value: day.connected },
  { name: "排队中", value: day.waiting },
  { name: "通话中", value: day.live },
  { name: "服务水平", value: percent(day.serviceLevel), hint: "在技能组的服务水平时限内接听的比例" },
  { name: "平均等待", value: formatDuration(day.averageWaitS) },
  { name: "平均通话", value: formatDuration(day.averageTalkS) },
];

const units = ["B", "KB", "MB", "GB", "TB"] as const;

/** 1,024 a step. */
export function formatBytes(bytes: number): string {
  const step = bytes > 0 ? Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10)) : 0;
  return `${step > 0 ? (bytes / 1024 ** step).toFixed(1) : bytes} ${units[step]}`;
}

const trendOf = (hours: Hours): ChartData => ({
  categories: hours.map(({ hour }) => `${hour}时`),
  unit: "次",
  series: [
    { name: "呼入", kind: "bar", color: "accent", values: hours.map((h) => h.inbound) },
    { name: "接听", kind: "bar", color: "green", values: hours.map((h) => h.answered) },
    { name: "呼出", kind: "bar", color: "orange", values: hours.map((h) => h.outbound) },
    { name: "昨日呼入", kind: "line", color: "gray", dashed: true, values: hours.map((h) => h.yesterday) },
  ],
});

export function trendSummary(hours: Hours): string {
  const sum = (of: (h: Hours[number]) => number) => hours.reduce((all, h) => all + of(h), 0);
  const inbound = sum((h) => h.inbound);
  if (inbound + sum((h) => h.outbound) + sum((h) => h.yesterday) === 0) return "今天和昨天都没有通话";
  const peak = hours.reduce((most, h) => (h.inbound > most.inbound ? h : most));
  return `今日呼入${inbound}次，接听${sum((h) => h.answered)}次，呼出${sum((h) => h.outbound)}次，昨日呼入${sum((h) => h.yesterday)}次${inbound > 0 ? `；今日呼入最多的是${peak.hour}时，${peak.inbound}次` : ""}`;
}

export const groupColumns: readonly Figured<Group>[] = [
  { title: "技能组", value: (g) => g.name },
  { title: "进入排队", value: (g) => g.offered },
  { title: "接听", value: (g) => g.answered },
  { title: "放弃", value: (g) => g.abandoned },
  { title: "排队中", value: (g) => g.waiting },
  { title: "平均等待", value: (g) => formatDuration(g.averageWaitS) },
  { title: "服务水平", value: (g) => percent(g.serviceLevel), hint: "在时限内接听的比例，仍在排队的不计" },
  { title: "时限", value: (g) => `${g.thresholdS}秒` },
];

export const seatColumns: readonly Figured<Seat>[] = [
  { title: "工号", value: (s) => s.agentId },
  { title: "姓名", value: (s) => s.name, text: true },
  { title: "通话", value: (s) => s.calls },
  { title: "接通", value: (s) => s.answered },
  { title: "通话时长", value: (s) => formatDuration(s.talkS) },
];
