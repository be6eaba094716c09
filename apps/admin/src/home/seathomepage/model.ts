/** 坐席首页: what is asked, and the chart made of it. */
import { queriesOf, selectTelephony, selectUser, useSelector, type RootState } from "@liantai/api/client";
import { isMonitor, telephonyApi, type ReplyOf } from "@liantai/api/contract";
import { homeApi, type MetricId } from "@liantai/api/contract/admin";
import { formatDuration } from "@liantai/ui";
import { useCallback, useMemo } from "react";
import type { ChartData } from "../chart/model.ts";
import { tileOf } from "../parts/metric-model.ts";
import { quietly, useInSlices } from "../parts/quiet.ts";

const home = queriesOf(homeApi);
const own = queriesOf(telephonyApi);

type Days = ReplyOf<typeof homeApi.seatDays>;

/** What changes a figure of the own day; a monitor's page asks for what changes in the enterprise, too. */
export const changes = ["agent.state", "call.recorded", "link.refetch"] as const;
export const groupChanges = ["day.changed", "link.refetch"] as const;

/** Those of an enterprise that are one seat's as well. */
const shown: readonly MetricId[] = [
  "inbound",
  "answered",
  "dialled",
  "connected",
  "talkTime",
  "handleTime",
  "occupancy",
];

/** The own day and week: read at once, and again when something has changed while on show. */
export function useSeatHome() {
  const clockOffset = useSelector((state: RootState) => selectTelephony(state).clockOffset);
  const day = useInSlices(
    own.myDay.useQuery(
      {},
      { selectFromResult: ({ data, error, fulfilledTimeStamp }) => ({ data, error, fulfilledTimeStamp }) },
    ),
  );
  const days = useInSlices(home.seatDays.useQuery({ body: {} }, { selectFromResult: (read) => quietly(read) }));
  const figures = useInSlices(home.seat.useQuery({ body: {} }, { selectFromResult: (read) => quietly(read) }));
  const [dayAgain, daysAgain, figuresAgain] = [day.refetch, days.refetch, figures.refetch];
  const refetch = useCallback(() => {
    for (const again of [dayAgain, daysAgain, figuresAgain]) void again();
  }, [dayAgain, daysAgain, figuresAgain]);
  const tiles = useMemo(() => figures.data && shown.map((id) => tileOf(id, figures.data!)), [figures.data]);
  const week = useMemo(() => days.data && weekOf(days.data), [days.data]);
  return {
    day,
    days,
    week,
    figures,
    tiles,
    clockOffset,
    refetch,
    /** Epoch ms of the server's clock: of the own day's answer. */
    now: (day.fulfilledTimeStamp ?? 0) + clockOffset,
    error: (day.data && day.error) ?? (days.data && days.error) ?? (figures.data && figures.error),
  };
}

/** Monitors alone have groups to look after. */
export const useIsMonitor = (): boolean => useSelector((state: RootState) => isMonitor(selectUser(state)));

export const useGroupStates = () =>
  useInSlices(own.enterpriseDay.useQuery({}, { selectFromResult: (read) => quietly(read) }));

const weekOf = (days: Days): ChartData => ({
  categories: days.map(({ day }) => day.slice(5)),
  unit: "次",
  rightUnit: "分钟",
  series: [
    { name: "呼入", kind: "bar", color: "accent", values: days.map((d) => d.inbound) },
    { name: "呼出", kind: "bar", color: "orange", values: days.map((d) => d.outbound) },
    { name: "接听", kind: "bar", color: "green", values: days.map((d) => d.answered) },
    {
      name: "通话时长",
      kind: "line",
      color: "purple",
      right: true,
      values: days.map((d) => d.talkS / 60),
      format: (m) => formatDuration(Math.round(m * 60)),
    },
  ],
});

export function weekSummary(days: Days): string {
  const sum = (of: (d: Days[number]) => number) => days.reduce((all, d) => all + of(d), 0);
  const calls = `呼入${sum((d) => d.inbound)}次，呼出${sum((d) => d.outbound)}次，接听${sum((d) => d.answered)}次`;
  return `${calls}，通话时长${formatDuration(sum((d) => d.talkS))}`;
}
