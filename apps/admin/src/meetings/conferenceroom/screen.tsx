import { useMayPress } from "@liantai/api/client";
import { meetingRoomApi } from "@liantai/api/contract/admin";
import { SelectField, TextField, usePolling } from "@liantai/ui";
import { Outcome, ResourceScreen, useResourceList, type Action } from "@liantai/ui/resource";
import { meetingRooms, type Room } from "../parts/queries.ts";
import { roomColumns } from "./columns.tsx";
import { roomForm } from "./form.tsx";
import { HeldMeetings } from "./held.tsx";
import { LiveMeeting } from "./live.tsx";

const filterSchema = meetingRoomApi.list.body!.pick(["name", "code", "enable"]);
const defaults = () => ({ name: "", code: "", enable: "" });
const states = [
  { value: "1", label: "启用" },
  { value: "0", label: "停用" },
];

function useRoomActions(): { readonly rows: readonly Action<Room>[]; readonly bar: readonly Action[] } {
  const press = useMayPress("/conferenceroom");
  const [create] = meetingRooms.create.useMutation();
  const [update] = meetingRooms.update.useMutation();
  const [remove] = meetingRooms.delete.useMutation();
  const [init] = meetingRooms.init.useMutation();
  const live: Action<Room>["sheet"] = (room, close) => <LiveMeeting room={room} onClose={() => close()} />;
  const rows: readonly Action<Room>[] = [
    {
      label: "召开会议",
      may: press("meetingRoom.lead"),
      shown: (room) => room.leads && room.state === 0,
      disabled: (room) => room.enable === 0 && "会议室已停用",
      async run(room) {
        const { missed } = await init({ body: { id: room.id } }).unwrap();
        return new Outcome({
          done: ["会议", "召开", missed.length > 0 ? { note: `未能邀请：${missed.join("；")}` } : {}],
          show: (close) => <LiveMeeting room={room} onClose={close} />,
        });
      },
    },
    { label: "参会成员", shown: (room) => room.state === 1, sheet: live },
    { label: "历次会议", sheet: (room, close) => <HeldMeetings room={room} onClose={() => close()} /> },
    {
      label: "编辑",
      may: press("meetingRoom.update"),
      shown: (room) => room.mine,
      form: (room) => roomForm(room, (body) => update({ body: { id: room.id, ...body } }).unwrap()),
      done: ["会议室", "保存", { note: "从下一次会议起生效。" }],
    },
    {
      label: "删除",
      may: press("meetingRoom.delete"),
      shown: (room) => room.mine && room.state === 0,
      danger: true,
      confirm: (room) => ({
        title: "删除会议室",
        text: `确定要删除“${room.name}”吗？固定成员一并删除，会议记录保留。`,
      }),
      run: (room) => remove({ params: { id: room.id }, query: {} }),
      done: ["会议室", "删除"],
    },
  ];
  const bar: readonly Action[] = [
    {
      label: "新增",
      may: press("meetingRoom.add"),
      adds: true,
      form: () => roomForm(undefined, (body) => create({ body }).unwrap()),
      done: ["会议室", "新增"],
    },
  ];
  return { rows, bar };
}

/** 会议室 */
export default function ConferenceRoomScreen() {
  const resource = useResourceList<Room, ReturnType<typeof defaults>>({
    id: "conferenceroom",
    endpoint: meetingRooms.list,
    filterSchema,
    defaults,
  });
  usePolling(resource.refetch);
  const { rows, bar } = useRoomActions();
  return (
    <ResourceScreen
      label="会议室"
      columns={roomColumns}
      rowId={(room) => room.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      actionsWidth={250}
      empty={{ title: "没有符合条件的会议室", how: "点击“新增”创建会议室。" }}
      query={
        <>
          <TextField name="name" label="会议室名称" width="150px" />
          <TextField name="code" label="会议号" width="110px" inputMode="numeric" />
          <SelectField name="enable" label="状态" options={states} width="96px" />
        </>
      }
    />
  );
}
