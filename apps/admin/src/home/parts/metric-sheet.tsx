/** The tiles of a day, and what is behind a figure: its formula, what it is made of today and yesterday, and the way to the calls. */
import { Button, Flex, Text } from "@chakra-ui/react";
import { liveMetrics, metricOf, metrics, toneOfMetric, toneTexts, type MetricId } from "@liantai/api/contract/admin";
import { AppDrawer } from "@liantai/ui";
import { memo, useState } from "react";
import { FigureTable, type Figured } from "../chart/numbers.tsx";
import { useOpenCalls, type Range } from "./calls-behind.ts";
import {
  changeOf,
  partRows,
  thresholdWords,
  valueText,
  type Compared,
  type PartRow,
  type Tile,
} from "./metric-model.ts";
import { ChangeText, Tiles, toneColors } from "./tiles.tsx";

type Open = ((row: PartRow) => void) | undefined;

const columnsWith = (open: Open, compared: boolean): readonly Figured<PartRow>[] => [
  { title: "项目", value: (row) => row.name },
  { title: compared ? "今日" : "此刻", value: (row) => row.today },
  ...(compared ? [{ title: "昨日同时段", value: (row: PartRow) => row.yesterday }] : []),
  ...(open
    ? [
        {
          title: "通话",
          value: (row: PartRow) =>
            row.calls && (
              <Button size="2xs" variant="outline" aria-label={`查看通话：${row.name}`} onClick={() => open(row)}>
                查看通话
              </Button>
            ),
        },
      ]
    : []),
];

function Formula({ children }: { readonly children: string }) {
  return (
    <Flex direction="column" gap="1">
      <Text color="fg.muted">算法</Text>
      <Text>{children}</Text>
    </Flex>
  );
}

/** The value of a compared figure, how good it is, and the limits in words. */
function Standing({ id, day }: { readonly id: MetricId; readonly day: Compared }) {
  const metric = metricOf(id);
  const value = metric.of(day.today);
  const tone = toneOfMetric(metric, value);
  const change = changeOf(metric, value, metric.of(day.yesterday));
  const limits = thresholdWords(metric);
  return (
    <Flex direction="column" gap="1">
      <Flex align="baseline" gap="3">
        <Text fontSize="28px" fontWeight="600" fontVariantNumeric="tabular-nums">
          {valueText(metric, value)}
        </Text>
        {tone && <Text color={toneColors[tone]}>{toneTexts[tone]}</Text>}
        <Text>
          较昨日同时段 <ChangeText change={change} />
        </Text>
      </Flex>
      {limits && <Text color="fg.muted">{limits}</Text>}
    </Flex>
  );
}

export interface MetricDay extends Compared, Range {
  /** Only of an enterprise. */
  readonly live?: { readonly waiting: number; readonly talking: number; readonly from: string | null };
}

/** `id`: of metrics or of liveMetrics; undefined: closed. `agentId`: the calls of this seat alone. */
function MetricSheet({
  id,
  day,
  agentId,
  onClose,
}: {
  readonly id: string | undefined;
  readonly day: MetricDay;
  readonly agentId?: string;
  readonly onClose: () => void;
}) {
  const openCalls = useOpenCalls(agentId);
  const known = metrics.find((metric) => metric.id === id);
  const live = liveMetrics.find((metric) => metric.id === id);
  if (!known && !live) return null;
  // A call of the moment may have begun yesterday.
  const range = live ? { from: day.live?.from ?? day.from, to: day.to } : day;
  const open: Open =
    openCalls &&
    (({ calls }) => {
      if (!calls) return;
      onClose();
      openCalls(calls, range);
    });
  const rows: readonly PartRow[] = known
    ? partRows(known.id, day)
    : live
      ? [{ name: live.name, today: String(day.live?.[live.id] ?? 0), yesterday: "", calls: live.calls }]
      : [];
  return (
    <AppDrawer open title={(known ?? live)!.name} width="520px" onClose={onClose}>
      <Flex direction="column" gap="4">
        {known && <Standing id={known.id} day={day} />}
        <Formula>{(known ?? live)!.formula}</Formula>
        <FigureTable
          label="数值"
          columns={columnsWith(open, known !== undefined)}
          rows={rows}
          rowId={(row) => row.name}
        />
        {known?.id === "occupancy" && <Text color="fg.muted">占用率由坐席的状态时长算出，不对应某几通电话。</Text>}
      </Flex>
    </AppDrawer>
  );
}

/** Which figure is open is known here alone: to open and to close a sheet draws nothing else of the page. */
export const MetricTiles = memo(function MetricTiles({
  tiles,
  offset,
  ...behind
}: {
  readonly tiles: readonly Tile[];
  /** ms that the server's clock is ahead. */
  readonly offset: number;
  readonly day: MetricDay;
  readonly agentId?: string;
}) {
  const [shown, setShown] = useState<string>();
  return (
    <>
      <Tiles tiles={tiles} offset={offset} onOpen={setShown} />
      <MetricSheet id={shown} onClose={() => setShown(undefined)} {...behind} />
    </>
  );
});
