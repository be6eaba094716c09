import { Flex } from "@chakra-ui/react";
import { dayMs, formatTime } from "@liantai/api/contract";
import { AppDrawer, DataTable, Pager } from "@liantai/ui";
import { useMemo, useState } from "react";
import { useRecordingRights } from "../../call-records/rights.ts";
import { usePage } from "../../parts/use-page.ts";
import { viewOf } from "../../queues/parts/live.ts";
import { meetingColumns } from "../meetingstatistical/columns.tsx";
import { Attendance } from "../meetingstatistical/members.tsx";
import { PlayedMeeting } from "../parts/played-meeting.tsx";
import { meetingRooms, type Meeting, type Room } from "../parts/queries.ts";

const shownDays = 365;

function Held({ room }: { readonly room: Room }) {
  const { page, pager } = usePage("conferenceroom.held");
  const [startTime] = useState(() => formatTime(Date.now() - shownDays * dayMs));
  const answer = meetingRooms.history.useQuery(
    { body: { roomId: room.id, startTime, ...page } },
    { refetchOnMountOrArgChange: true },
  );
  const { play } = useRecordingRights();
  const [attended, setAttended] = useState<Meeting>();
  const [playing, setPlaying] = useState<Meeting>();
  const plays = play && room.leads;
  const columns = useMemo(
    () =>
      meetingColumns({ onMembers: setAttended, onPlay: plays ? setPlaying : undefined })
        .filter(({ id }) => id !== "name")
        .map(({ sortBy: _, ...column }) => column),
    [plays],
  );
  return (
    <Flex direction="column" gap="2" h="full" minH="360px">
      <DataTable
        id="conferenceroom.held"
        label="历次会议"
        columns={columns}
        rowId={({ meetingId }) => meetingId}
        list={viewOf(answer, ({ list }) => list)}
        empty={{ title: "近一年没有开过会" }}
      />
      <Pager total={answer.data?.total ?? 0} {...pager} />
      <Attendance meeting={attended} onClose={() => setAttended(undefined)} />
      <PlayedMeeting meeting={playing} onClose={() => setPlaying(undefined)} />
    </Flex>
  );
}

/** Meetings that were held in a room; who leads it hears what was recorded. */
export const HeldMeetings = ({ room, onClose }: { readonly room: Room; readonly onClose: () => void }) => (
  <AppDrawer open title={`历次会议：${room.name}`} width="860px" onClose={onClose}>
    <Held room={room} />
  </AppDrawer>
);
