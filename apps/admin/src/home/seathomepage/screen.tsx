import { Box, Flex, Grid } from "@chakra-ui/react";
import { useMaySee } from "@liantai/api/client";
import { Section } from "@liantai/ui";
import { memo } from "react";
import { Chart } from "../chart/chart.tsx";
import { MetricTiles } from "../parts/metric-sheet.tsx";
import { cell, Freshness, halves, Loaded, stack } from "../parts/parts.tsx";
import { OwnState } from "../parts/own-state.tsx";
import { StateBar } from "../parts/state-bar.tsx";
import { RefreshOnChange } from "../parts/refresh.tsx";
import { Timeline } from "../parts/timeline.tsx";
import { Orders } from "../parts/orders.tsx";
import { Announcements, Todos } from "../parts/waiting.tsx";
import { QuickKeys } from "./quick-keys.tsx";
import { changes, groupChanges, useGroupStates, useIsMonitor, useSeatHome, weekSummary } from "./model.ts";

type Home = ReturnType<typeof useSeatHome>;

// One component a section: an answer draws the sections that show it.

const Groups = memo(function Groups() {
  const states = useGroupStates();
  const refetch = () => void states.refetch();
  return (
    <Section title="班组坐席状态" aside={<Freshness error={states.data && states.error} refetch={refetch} />}>
      <RefreshOnChange events={groupChanges} refetch={refetch} />
      <Loaded part={states}>{({ agents }) => <StateBar agents={agents} />}</Loaded>
    </Section>
  );
});

interface FiguresProps extends Pick<Home, "figures" | "tiles" | "clockOffset"> {
  readonly monitor: boolean;
}

const Figures = memo(function Figures({ figures, tiles, clockOffset, monitor }: FiguresProps) {
  return (
    <Section title="我的今天" aside={<OwnState />}>
      <Loaded part={figures}>
        {(data) =>
          tiles && (
            <MetricTiles
              tiles={tiles}
              offset={clockOffset}
              day={data}
              {...(monitor ? { agentId: data.agentId } : {})}
            />
          )
        }
      </Loaded>
    </Section>
  );
});

interface OwnDayProps extends Pick<Home, "day" | "now" | "error" | "refetch"> {
  readonly asOf: string | undefined;
}

const OwnDay = memo(function OwnDay({ day, now, error, asOf, refetch }: OwnDayProps) {
  const freshness = <Freshness error={error} asOf={asOf} refetch={refetch} />;
  return (
    <Section title="今日状态" grow="fill" aside={freshness}>
      <Loaded part={day}>{({ states }) => <Timeline states={states} now={now} />}</Loaded>
    </Section>
  );
});

const Week = memo(function Week({ days, week }: Pick<Home, "days" | "week">) {
  return (
    <Section title="近七天" grow="fill">
      <Loaded part={days}>
        {(data) => week && <Chart label="近七天" summary={weekSummary(data)} categoryTitle="日期" data={week} />}
      </Loaded>
    </Section>
  );
});

const Keys = memo(function Keys() {
  return (
    <Section title="快捷键">
      <QuickKeys />
    </Section>
  );
});

/** 坐席首页, the first tab of agents and monitors: the own state, day and week; a monitor's groups; the keys. */
export default function SeatHomePage() {
  const { day, days, figures, tiles, week, now, clockOffset, error, refetch } = useSeatHome();
  const monitor = useIsMonitor();
  // The states of others need a page; what is the own needs none.
  const groups = useMaySee("/", "/enterprisehomepage", "/seathomepage") === true && monitor;
  return (
    <Flex direction="column" gap="3" p="3">
      <RefreshOnChange events={changes} refetch={refetch} />
      <Figures figures={figures} tiles={tiles} clockOffset={clockOffset} monitor={monitor} />
      <Grid templateColumns={halves} gap="3">
        <Flex {...stack}>
          <Todos />
          <Orders />
        </Flex>
        <Announcements />
        <Box {...cell}>
          <OwnDay day={day} now={now} error={error} asOf={figures.data?.asOf} refetch={refetch} />
        </Box>
        <Flex {...stack}>
          {groups && <Groups />}
          <Week days={days} week={week} />
        </Flex>
      </Grid>
      <Keys />
    </Flex>
  );
}
