import { useMayPress } from "@liantai/api/client";
import { meetingMemberApi, meetingMemberKinds } from "@liantai/api/contract/admin";
import { SelectField, TextField, type Column } from "@liantai/ui";
import { formOf, ResourceScreen, SwitchField, useResourceList, type Action } from "@liantai/ui/resource";
import { string } from "yup";
import { MemberFields } from "../parts/member-fields.tsx";
import { meetingMembers, useRoomOptions, type Member } from "../parts/queries.ts";

const filterSchema = meetingMemberApi.list.body!.pick(["roomId", "name"]);
const defaults = () => ({ roomId: "", name: "" });
const schema = meetingMemberApi.create.body!.shape({ keyword: string() });

const columns: readonly Column<Member>[] = [
  { id: "room", title: "会议室", width: 160, value: (m) => m.roomName },
  { id: "kind", title: "类型", width: 90, value: (m) => meetingMemberKinds[m.kind], sortBy: "kind" },
  { id: "name", title: "姓名", width: 130, value: (m) => m.name, sortBy: "name" },
  { id: "number", title: "号码", width: 140, value: (m) => m.number },
  { id: "host", title: "主持人", width: 80, value: (m) => (m.host === 1 ? "是" : "") },
  { id: "autoInvite", title: "自动邀请", width: 80, value: (m) => (m.autoInvite === 1 ? "是" : "") },
];

function Fields() {
  const rooms = useRoomOptions(true);
  return (
    <>
      <SelectField name="roomId" label="会议室" options={rooms} none="请选择" />
      <MemberFields />
      <SwitchField name="host" label="主持人" hint="可以召开会议、静音和移出成员、结束会议。" />
      <SwitchField name="autoInvite" label="自动邀请" hint="召开会议时自动呼叫。" />
    </>
  );
}

const fresh = { roomId: "", kind: "seat", value: "", name: "", host: 0, autoInvite: 1, keyword: "" };

/** What is chosen stands among the choices when the form opens. */
const valuesOf = ({ roomId, kind, value, name, host, autoInvite }: Member) => ({
  ...{ roomId, kind, value, name, host, autoInvite },
  keyword: kind === "seat" || kind === "extension" ? value : "",
});

function useMemberActions(roomId: string): {
  readonly rows: readonly Action<Member>[];
  readonly bar: readonly Action[];
} {
  const press = useMayPress("/meetingmember");
  const [create] = meetingMembers.create.useMutation();
  const [update] = meetingMembers.update.useMutation();
  const [remove] = meetingMembers.delete.useMutation();
  const sheet = (row: Member | undefined) =>
    formOf({
      title: row ? "编辑会议成员" : "新增会议成员",
      schema,
      width: "440px",
      values: row ? valuesOf(row) : { ...fresh, roomId },
      fields: <Fields />,
      send: ({ keyword: _, compId: __, ...body }) =>
        (row ? update({ body: { id: row.id, ...body } }) : create({ body })).unwrap(),
    });
  const rows: readonly Action<Member>[] = [
    { label: "编辑", may: press("meetingMember.update"), form: sheet, done: ["会议成员", "保存"] },
    {
      label: "删除",
      may: press("meetingMember.delete"),
      danger: true,
      confirm: (row) => ({ title: "删除会议成员", text: `确定要删除“${row.name || row.number}”吗？` }),
      run: (row) => remove({ params: { id: row.id }, query: {} }),
      done: ["会议成员", "删除"],
    },
  ];
  const bar: readonly Action[] = [
    {
      label: "新增",
      may: press("meetingMember.add"),
      adds: true,
      form: () => sheet(undefined),
      done: ["会议成员", "新增"],
    },
  ];
  return { rows, bar };
}

/** 会议成员 */
export default function MeetingMemberScreen() {
  const resource = useResourceList<Member, ReturnType<typeof defaults>>({
    id: "meetingmember",
    endpoint: meetingMembers.list,
    filterSchema,
    defaults,
  });
  const rooms = useRoomOptions();
  const { rows, bar } = useMemberActions(resource.filters.roomId);
  return (
    <ResourceScreen
      label="会议成员"
      columns={columns}
      rowId={(member) => member.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      empty={{ title: "没有符合条件的会议成员", how: "点击“新增”添加固定成员。" }}
      query={
        <>
          <SelectField name="roomId" label="会议室" options={rooms} width="180px" />
          <TextField name="name" label="姓名" width="130px" />
        </>
      }
    />
  );
}
