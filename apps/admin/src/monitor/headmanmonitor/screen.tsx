import { useMemo, useState } from "react";
import { SimpleGrid } from "@chakra-ui/react";
import { EmergencyList } from "../../queues/parts/emergency.tsx";
import { HelpList } from "../../queues/parts/help-list.tsx";
import { noFilter, useSeats, useStates } from "../parts/model.ts";
import { SeatsLive } from "../parts/seats-live.tsx";
import { useFollowing } from "../parts/use-live.ts";
import { GroupCard, groupsOf } from "./group-card.tsx";

const screen = "headmanmonitor";
const none: readonly never[] = [];

/** 组长监控 */
export default function HeadmanMonitorScreen() {
  const live = useFollowing(screen);
  const query = useSeats();
  const states = useStates(live);
  const seats = query.data?.seats ?? none;
  const groups = useMemo(() => groupsOf(seats, states), [seats, states]);
  const [groupId, setGroupId] = useState("");
  const filter = useMemo(() => ({ ...noFilter(), groupId }), [groupId]);
  return (
    <SeatsLive screen={screen} label="本组坐席" live={live} query={query} filter={filter}>
      <HelpList />
      <EmergencyList />
      <SimpleGrid minChildWidth="230px" gap="3" flex="none">
        {groups.map((group) => (
          <GroupCard
            key={group.id}
            group={group}
            chosen={group.id === groupId}
            onChoose={() => setGroupId(group.id === groupId ? "" : group.id)}
          />
        ))}
      </SimpleGrid>
    </SeatsLive>
  );
}
