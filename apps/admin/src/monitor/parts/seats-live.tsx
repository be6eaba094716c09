/** The list of seats with what they do now; 实时监控 and 组长监控 put different things over it. */
import { Box, Flex } from "@chakra-ui/react";
import { seatFigures, seatValue } from "@liantai/api/contract/admin";
import { ConfirmDialog, DataTable, ScrollBox } from "@liantai/ui";
import { ActionBar, alarmAction, useLimits } from "@liantai/ui/resource";
import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { stateCounts, StateCounts } from "../../home/parts/agent-states.tsx";
import { askToSupervise, HearingField } from "../../parts/hearing.tsx";
import { useAlarms } from "../../parts/use-alarms.ts";
import { AlarmViews } from "../../parts/alarms/views.tsx";
import { seatAlarms } from "../../parts/alarms/words.ts";
import { EmergencyList } from "../../queues/parts/emergency.tsx";
import { HelpList } from "../../queues/parts/help-list.tsx";
import { AskingDialog } from "./asking.tsx";
import { columnsOf, type Seat } from "./columns.tsx";
import type { Command } from "./commands.ts";
import { looks } from "./looks.ts";
import { PoorAudioButton } from "./poor-audio.tsx";
import {
  stateOf,
  useCommands,
  useFollow,
  useMatching,
  useOpenCallsOfToday,
  useStates,
  type SeatFilter,
  type SeatsQuery,
} from "./model.ts";
import type { LiveSeats } from "./live-seats.ts";
import { TasksButton } from "./tasks.tsx";
import { LiveContext, useServerNow } from "./use-live.ts";

interface SeatsLiveProps {
  readonly screen: string;
  readonly label: string;
  readonly live: LiveSeats;
  readonly query: SeatsQuery;
  readonly filter: SeatFilter;
  /** Stands over the list. */
  readonly children: ReactNode;
}

interface Pending {
  readonly command: Command;
  readonly agentId: string;
  readonly name: string;
}

const questions: Readonly<Record<string, string>> = {
  switch: "客户改为和您通话，该坐席会离开通话，进入话后处理。",
  forceHangup:
    "该坐席的通话会立即结束，客户将听到挂断。该坐席只是被咨询、被邀请进会议或在会议室中时，只有他离开，其他人继续通话。",
  forceExit: "该坐席会被签出，需要重新签入才能接听来电。",
};

function titleOf(pending: Pending | undefined): string {
  if (!pending) return "";
  const { command, name } = pending;
  return command.danger === "takes" ? `接过坐席${name}的通话？` : `${command.label}坐席${name}？`;
}

/** Warns of what is beyond the limits; apart from the list, which is not drawn anew every second. */
function Alarms({
  screen,
  seats,
  live,
  limits,
}: {
  screen: string;
  seats: readonly Seat[];
  live: LiveSeats;
  limits: ReturnType<typeof useLimits>[0];
}) {
  const now = useServerNow();
  const any = Object.keys(limits).length > 0;
  const rows = useMemo(
    () =>
      any
        ? seats.map((seat) => ({
            id: seat.agentId,
            name: `${seat.name}（${seat.agentId}）`,
            value: (figure: string) => seatValue(figure, live.get(seat.agentId), seat, now),
          }))
        : [],
    [any, seats, live, now],
  );
  useAlarms(screen, seatFigures, rows, limits);
  return null;
}

/** How many do what; apart from the list for the same reason. */
function Counts({ seats, live }: { readonly seats: readonly Seat[]; readonly live: LiveSeats }) {
  // Drawn in slices: a press comes in between.
  const states = useDeferredValue(useStates(live));
  const counts = useMemo(() => stateCounts(seats.map(({ agentId }) => stateOf(states, agentId))), [seats, states]);
  // Nobody is offline before it is known who is not.
  return live.known ? <StateCounts counts={counts} /> : null;
}

const none: readonly Seat[] = [];

export function SeatsLive({ screen, label, live, query, filter, children }: SeatsLiveProps) {
  const [limits, setLimits] = useLimits(screen);
  const [pending, setPending] = useState<Pending>();
  const commands = useCommands(setPending);
  const seats = query.data?.seats;
  const shown = useMatching(seats, live, filter);
  const follow = useFollow(query.refetch);
  const open = useOpenCallsOfToday();
  const columns = useMemo(() => columnsOf(limits, commands, follow, open), [limits, commands, follow, open]);
  const confirm = () => {
    if (pending && !pending.command.asks) askToSupervise({ command: pending.command.name, agentId: pending.agentId });
    setPending(undefined);
  };
  return (
    <LiveContext value={live}>
      <ScrollBox display="flex" flexDirection="column" gap="3" p="3" h="full">
        <HelpList />
        <EmergencyList />
        <AlarmViews label={label} live="坐席" words={seatAlarms}>
          {children}
          <Box css={looks} display="flex" flexDirection="column" flex="1" minH="320px">
            <DataTable<Seat>
              id={screen}
              label={label}
              columns={columns}
              rowId={(seat) => seat.agentId}
              list={{ rows: shown, fetching: query.isFetching, error: query.error, retry: () => void query.refetch() }}
              empty={
                live.desc
                  ? { title: live.desc }
                  : { title: "没有符合条件的坐席", hint: "可以换一个条件，或重置查询条件。" }
              }
              toolbar={
                <Flex align="center" gap="3">
                  <ActionBar row={undefined} actions={[alarmAction(seatFigures, limits, setLimits)]} />
                  <PoorAudioButton />
                  <TasksButton />
                  <Counts seats={shown ?? none} live={live} />
                  <HearingField />
                </Flex>
              }
            />
          </Box>
        </AlarmViews>
      </ScrollBox>
      <Alarms screen={screen} seats={seats ?? none} live={live} limits={limits} />
      {pending?.command.asks && commands && (
        <AskingDialog
          command={pending.command}
          agentId={pending.agentId}
          name={pending.name}
          seats={seats ?? none}
          live={live}
          own={commands.own}
          agent={live.get(pending.agentId)}
          onClose={() => setPending(undefined)}
        />
      )}
      <ConfirmDialog
        open={pending !== undefined && !pending.command.asks}
        title={titleOf(pending)}
        text={questions[pending?.command.name ?? ""] ?? ""}
        confirm={pending?.command.label ?? ""}
        dangerous={pending?.command.danger === "ends"}
        onConfirm={confirm}
        onClose={() => setPending(undefined)}
      />
    </LiveContext>
  );
}
