import { memo, useMemo, useState } from "react";
import { SimpleGrid } from "@chakra-ui/react";
import type { Seat } from "../parts/columns.tsx";
import type { LiveSeats } from "../parts/live-seats.ts";
import { noFilter, useSeats, useStates, type SeatsQuery } from "../parts/model.ts";
import { SeatsLive } from "../parts/seats-live.tsx";
import { useFollowing } from "../parts/use-live.ts";
import { GroupCard, groupsOf } from "./group-card.tsx";

const screen = "headmanmonitor";
const none: readonly never[] = [];

interface GroupsProps {
  readonly live: LiveSeats;
  readonly seats: readonly Seat[];
  readonly chosen: string;
  readonly onChoose: (groupId: string) => void;
}

/** Counts every second, and is drawn anew without the list below it. */
function Groups({ live, seats, chosen, onChoose }: GroupsProps) {
  const states = useStates(live);
  const { known } = live;
  const groups = useMemo(() => groupsOf(seats, known ? states : undefined), [seats, states, known]);
  return (
    <SimpleGrid minChildWidth="230px" gap="3" flex="none">
      {groups.map((group) => (
        <GroupCard
          key={group.id}
          group={group}
          chosen={group.id === chosen}
          onChoose={() => onChoose(group.id === chosen ? "" : group.id)}
        />
      ))}
    </SimpleGrid>
  );
}

interface MonitorProps {
  readonly live: LiveSeats;
  readonly query: SeatsQuery;
}

const Monitor = memo(function Monitor({ live, query }: MonitorProps) {
  const seats = query.data?.seats ?? none;
  const [groupId, setGroupId] = useState("");
  const filter = useMemo(() => ({ ...noFilter(), groupId }), [groupId]);
  return (
    <SeatsLive screen={screen} label="本组坐席" live={live} query={query} filter={filter}>
      <Groups live={live} seats={seats} chosen={groupId} onChoose={setGroupId} />
    </SeatsLive>
  );
});

/** 组长监控 */
export default function HeadmanMonitorScreen() {
  return <Monitor live={useFollowing(screen)} query={useSeats()} />;
}
