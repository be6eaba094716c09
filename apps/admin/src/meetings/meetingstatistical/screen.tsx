import { useMayPress } from "@liantai/api/client";
import { meetingRoomApi } from "@liantai/api/contract/admin";
import { SelectField, TextField } from "@liantai/ui";
import {
  DateRangeField,
  ExportButton,
  ResourceScreen,
  today,
  useResourceList,
  withDateRange,
} from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { RecordingDownloads } from "../../call-records/callrecord/recording-downloads.tsx";
import { useRecordingRights } from "../../call-records/rights.ts";
import { useMayDo } from "../../parts/reveal.tsx";
import { PlayedMeeting } from "../parts/played-meeting.tsx";
import { meetingRooms, useRoomOptions, type Meeting } from "../parts/queries.ts";
import { meetingColumns } from "./columns.tsx";
import { Attendance } from "./members.tsx";

const filterSchema = withDateRange(
  meetingRoomApi.history.body!.pick(["roomId", "name", "startTime", "endTime"]),
  "startTime",
  "endTime",
);

function defaults(now = Date.now()) {
  const { from, to } = today(now);
  return { startTime: from, endTime: to, roomId: "", name: "" };
}

/** 会议统计 */
export default function MeetingStatisticalScreen() {
  const resource = useResourceList<Meeting, ReturnType<typeof defaults>>({
    id: "meetingstatistical",
    endpoint: meetingRooms.history,
    filterSchema,
    defaults,
  });
  const press = useMayPress("/meetingstatistical");
  const exports = useMayDo("export");
  const { play, download } = useRecordingRights();
  const rooms = useRoomOptions();
  const [shown, setShown] = useState<Meeting>();
  const [playing, setPlaying] = useState<Meeting>();
  const columns = useMemo(() => meetingColumns({ onMembers: setShown, onPlay: play ? setPlaying : undefined }), [play]);
  return (
    <ResourceScreen
      label="会议统计"
      columns={columns}
      rowId={(meeting) => meeting.meetingId}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的会议", hint: "可以换一个时间范围，或重置查询条件。" }}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="开始时间" />
          <SelectField name="roomId" label="会议室" options={rooms} width="180px" />
          <TextField name="name" label="会议室名称" width="140px" />
        </>
      }
      toolbar={
        exports &&
        press("meetingHistory.export") && <ExportButton endpoint={meetingRooms.export} body={resource.question} />
      }
    >
      <Attendance meeting={shown} onClose={() => setShown(undefined)} />
      <PlayedMeeting meeting={playing} onClose={() => setPlaying(undefined)}>
        {({ meetingId }) =>
          download && press("meetingHistory.record") && <RecordingDownloads callId={meetingId} whole />
        }
      </PlayedMeeting>
    </ResourceScreen>
  );
}
