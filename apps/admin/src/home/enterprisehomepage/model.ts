/** 企业首页: what is asked, and the figures, columns and chart made of it. */
import { queriesOf, selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import { telephonyApi, type ReplyOf } from "@liantai/api/contract";
import { homeApi, liveMetrics, metrics } from "@liantai/api/contract/admin";
import { formatDuration } from "@liantai/ui";
import { useCallback, useMemo } from "react";
import type { ChartData } from "../chart/model.ts";
import type { Figured } from "../chart/numbers.tsx";
import { tileOf, type Tile } from "../parts/metric-model.ts";
import { quietly, useInSlices } from "../parts/quiet.ts";

const home = queriesOf(homeApi);
const own = queriesOf(telephonyApi);

export type Day = ReplyOf<typeof homeApi.enterprise>;
export type Hours = ReplyOf<typeof homeApi.trend>;
type Group = Day["groups"][number];
type Seat = Day["agents"][number];

/** What changes a figure of the enterprise: its calls and states, or messages that were missed. */
export const changes = ["day.changed", "link.refetch"] as const;

/** Read at once, and again when something has changed while on show. */
export function useEnterpriseHome() {
  const offset = useSelector((state: RootState) => selectTelephony(state).clockOffset);
  const day = useInSlices(home.enterprise.useQuery({ body: {} }, { selectFromResult: (read) => quietly(read) }));
  const hours = useInSlices(home.trend.useQuery({ body: {} }, { selectFromResult: (read) => quietly(read) }));
  const states = useInSlices(own.enterpriseDay.useQuery({}, { selectFromResult: (read) => quietly(read) }));
  const [dayAgain, hoursAgain, statesAgain] = [day.refetch, hours.refetch, states.refetch];
  const refetch = useCallback(() => {
    for (const again of [dayAgain, hoursAgain, statesAgain]) void again();
  }, [dayAgain, hoursAgain, statesAgain]);
  const trend = useMemo(() => hours.data && trendOf(hours.data), [hours.data]);
  const tiles = useMemo(() => day.data && tilesOf(day.data), [day.data]);
  return { day, hours, states, trend, tiles, offset, error: day.error ?? hours.error ?? states.error, refetch };
}

/** Balance and storage; they change slowly. */
export const useAccount = () =>
  home.account.useQuery({ body: {} }, { refetchOnMountOrArgChange: true, selectFromResult: (read) => quietly(read) });

/** Those of the day, and then those of the moment: two rows of seven. Of the time talked the enterprise looks at the mean. */
const tilesOf = (day: Day): readonly Tile[] => [
  ...metrics.filter(({ id }) => id !== "talkTime").map(({ id }) => tileOf(id, day)),
  ...liveMetrics.map(({ id, name }) => ({
    id,
    name,
    value: String(day.live[id]),
    ...(id === "waiting" ? { since: day.live.waitingSince } : {}),
  })),
];

const percent = (value: number | null): string => (value === null ? "—" : `${value.toFixed(1)}%`);

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
  if (hours.every((h) => h.inbound + h.outbound + h.yesterday === 0)) return "今天和昨天都没有通话";
  const peak = hours.reduce((most, h) => (h.inbound > most.inbound ? h : most));
  const answered = sum((h) => h.answered);
  const outbound = sum((h) => h.outbound);
  const yesterday = sum((h) => h.yesterday);
  const busiest = inbound > 0 ? `；今日呼入最多的是${peak.hour}时，${peak.inbound}次` : "";
  return `今日呼入${inbound}次，接听${answered}次，呼出${outbound}次，昨日呼入${yesterday}次${busiest}`;
}

export const groupColumns: readonly Figured<Group>[] = [
  { title: "技能组", value: (g) => g.name },
  { title: "进入排队", value: (g) => g.offered },
  { title: "接听", value: (g) => g.answered },
  { title: "放弃", value: (g) => g.abandoned, hint: "包括短放弃" },
  { title: "排队中", value: (g) => g.waiting },
  { title: "平均应答", value: (g) => formatDuration(g.averageWaitS), hint: "接听的来电从排队到接听，含振铃" },
  { title: "服务水平", value: (g) => percent(g.serviceLevel), hint: "在时限内接听的比例，短放弃和仍在排队的不计" },
  { title: "时限", value: (g) => `${g.thresholdS}秒` },
];

export const seatColumns: readonly Figured<Seat>[] = [
  { title: "工号", value: (s) => s.agentId },
  { title: "姓名", value: (s) => s.name, text: true },
  { title: "通话", value: (s) => s.calls },
  { title: "接通", value: (s) => s.answered },
  { title: "通话时长", value: (s) => formatDuration(s.talkS) },
];
