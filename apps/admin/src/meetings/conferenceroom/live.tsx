import { HStack, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { liveMemberStates, meetingRoomApi, type MeetingRecordAction } from "@liantai/api/contract/admin";
import {
  AppDrawer,
  DataTable,
  EmptyState,
  FailureState,
  formatDuration,
  LoadingState,
  StatusBadge,
  usePolling,
  type Column,
} from "@liantai/ui";
import { ActionBar, formOf, useActionColumn, type Action } from "@liantai/ui/resource";
import { useMemo } from "react";
import { string } from "yup";
import { MemberFields } from "../parts/member-fields.tsx";
import { meetingRooms, type Live, type LiveMember, type Room } from "../parts/queries.ts";

const invitation = meetingRoomApi.invite.body!.pick(["kind", "value", "name"]).shape({ keyword: string() });
const tones = { in: "talking", ringing: "ringing", lost: "held" } as const;

const memberColumns = (at: number): readonly Column<LiveMember>[] => [
  { id: "name", title: "成员", width: 120, value: (m) => m.name || m.agentId || m.number },
  { id: "number", title: "号码", width: 116, value: (m) => m.number },
  { id: "host", title: "身份", width: 72, value: (m) => (m.host ? "主持人" : "成员") },
  {
    id: "state",
    title: "状态",
    width: 88,
    value: (m) => liveMemberStates[m.state],
    cell: (m) => <StatusBadge tone={tones[m.state]}>{liveMemberStates[m.state]}</StatusBadge>,
  },
  { id: "muted", title: "静音", width: 76, value: (m) => (m.muted ? "是" : "") },
  {
    id: "since",
    title: "时长",
    width: 72,
    align: "end",
    value: (m) => (m.since === null ? null : at - m.since),
    cell: (m) => (m.since === null ? "—" : formatDuration(Math.max(0, Math.round((at - m.since) / 1_000)))),
  },
];

/** What a host does with one of them. */
function useMemberActions(id: string, may: boolean): readonly Action<LiveMember>[] {
  const [mute] = meetingRooms.mute.useMutation();
  const [unmute] = meetingRooms.unmute.useMutation();
  const [remove] = meetingRooms.remove.useMutation();
  const nameOf = (m: LiveMember) => m.name || m.agentId || m.number;
  return [
    {
      label: "静音",
      may,
      shown: (m) => !m.muted && m.state !== "ringing",
      run: (m) => mute({ body: { id, member: m.id } }),
    },
    { label: "取消静音", may, shown: (m) => m.muted, run: (m) => unmute({ body: { id, member: m.id } }) },
    {
      label: "移出",
      may,
      danger: true,
      confirm: (m) => ({ title: "移出会议", text: `确定要将“${nameOf(m)}”移出会议吗？` }),
      run: (m) => remove({ body: { id, member: m.id } }),
      done: ["成员", "移出"],
    },
  ];
}

/** What fits the recording as it is; one that the room's setting began is not stopped. */
function useRecordingActions(id: string, may: boolean, { recording, paused, autoRecord }: Live): readonly Action[] {
  const [control] = meetingRooms.recordControl.useMutation();
  const order = (label: string, action: MeetingRecordAction, shown: boolean): Action => ({
    label: `${label}录音`,
    may,
    shown: () => shown,
    run: () => control({ body: { id, action } }),
    done: ["会议录音", label],
  });
  return [
    order("开始", "start", !recording),
    order("暂停", "pause", recording && !paused),
    order("恢复", "resume", paused),
    order("停止", "stop", recording && !autoRecord),
  ];
}

const recordingText = ({ recording, paused }: Live): string => {
  if (!recording) return "未录音";
  return paused ? "录音已暂停" : "录音中";
};

function useMeetingActions(id: string, may: boolean, live: Live): readonly Action[] {
  const [invite] = meetingRooms.invite.useMutation();
  const [muteAll] = meetingRooms.muteAll.useMutation();
  const [unmuteAll] = meetingRooms.unmuteAll.useMutation();
  const [end] = meetingRooms.end.useMutation();
  const recording = useRecordingActions(id, may, live);
  return [
    {
      label: "邀请",
      may,
      adds: true,
      form: () =>
        formOf({
          title: "邀请入会",
          small: true,
          submit: "邀请",
          schema: invitation,
          values: { kind: "seat", value: "", name: "", keyword: "" },
          fields: <MemberFields />,
          send: ({ keyword: _, ...to }) => invite({ body: { id, ...to } }).unwrap(),
        }),
      done: ["成员", "邀请", { note: "对方接听后入会。" }],
    },
    {
      label: "全员静音",
      may,
      run: () => muteAll({ body: { id } }),
      done: ["成员", "静音", { note: "主持人不受影响。" }],
    },
    { label: "取消全员静音", may, run: () => unmuteAll({ body: { id } }), done: ["成员", "取消静音"] },
    ...recording,
    {
      label: "结束会议",
      may,
      danger: true,
      confirm: () => ({ title: "结束会议", text: "确定要结束会议吗？所有成员都会被挂断。" }),
      run: () => end({ body: { id } }),
      done: ["会议", "结束"],
    },
  ];
}

function Members({ live, room }: { readonly live: Live; readonly room: Room }) {
  const press = useMayPress("/conferenceroom");
  const may = press("meetingRoom.lead") && room.leads;
  const columns = useMemo(() => memberColumns(live.at), [live.at]);
  const shown = useActionColumn(columns, useMemberActions(room.id, may));
  return (
    <>
      <HStack gap="4" color="fg.muted" mb="2">
        <Text>已开会 {formatDuration(Math.max(0, Math.round((live.at - (live.startedAt ?? live.at)) / 1_000)))}</Text>
        <Text>{recordingText(live)}</Text>
        <Text>
          {live.members.filter(({ state }) => state !== "ringing").length} 人在会，最多 {room.maxMembers} 人
        </Text>
      </HStack>
      <DataTable
        id="meetinglive"
        label="参会成员"
        columns={shown.columns}
        rowId={(member) => member.id}
        list={{ rows: live.members, fetching: false, error: undefined, retry: () => undefined }}
        empty={{ title: "还没有成员入会", hint: may ? "点击“邀请”，或让成员拨打会议号。" : "成员拨打会议号入会。" }}
        toolbar={
          <HStack gap="1">
            <ActionBar row={undefined} actions={useMeetingActions(room.id, may, live)} />
          </HStack>
        }
      />
      {shown.opened}
    </>
  );
}

/** The meeting of a room as it goes on. */
export function LiveMeeting({ room, onClose }: { readonly room: Room; readonly onClose: () => void }) {
  const { data, error, refetch } = meetingRooms.live.useQuery(
    { body: { id: room.id } },
    { refetchOnMountOrArgChange: true },
  );
  usePolling(() => void refetch());
  return (
    <AppDrawer open title={`${room.name}（${room.code}）`} width="760px" onClose={onClose}>
      {!data ? (
        error ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )
      ) : data.meetingId ? (
        <Members live={data} room={room} />
      ) : (
        <EmptyState title="会议已结束" hint="可以在会议室列表中重新召开。" />
      )}
    </AppDrawer>
  );
}
