import { queriesOf, useSeesCalls } from "@liantai/api/client";
import { formatTime, type ReplyOf } from "@liantai/api/contract";
import { voicemailApi, voicemailStates } from "@liantai/api/contract/admin";
import { AppDrawer, formatDuration, SelectField, StatusBadge, TextField, type Column } from "@liantai/ui";
import { AudioPlayer, formOf, ResourceScreen, TextAreaField, useResourceList, type Action } from "@liantai/ui/resource";
import { useState } from "react";
import { Transcript } from "../../call-records/transcript.tsx";
import { useRecordingRights } from "../../call-records/rights.ts";
import { useSeatOptions } from "../../seats/seats/queries.ts";
import { useLive } from "../parts/live.ts";
import { without, type ViewProps } from "../parts/narrow.ts";
import { useMayWatch } from "../../parts/watching.ts";

type Voicemail = ReplyOf<typeof voicemailApi.list>["list"][number];

const voicemails = queriesOf(voicemailApi);
const filterSchema = voicemailApi.list.body!.pick(["state", "number"]);
const defaults = () => ({ state: "" as const, number: "" });
const stateOptions = Object.entries(voicemailStates).map(([value, label]) => ({ value, label }));

const columns: readonly Column<Voicemail>[] = [
  { id: "number", title: "号码", width: 116, value: (v) => v.number },
  { id: "groupName", title: "技能组", width: 116, value: (v) => v.groupName },
  { id: "accessNumber", title: "接入号", width: 84, value: (v) => v.accessNumber },
  { id: "leftAt", title: "留言时间", width: 156, value: (v) => v.leftAt, cell: (v) => formatTime(v.leftAt) },
  {
    id: "lengthS",
    title: "时长",
    width: 68,
    align: "end",
    value: (v) => v.lengthS,
    cell: (v) => (v.lengthS === null ? "—" : formatDuration(v.lengthS)),
  },
  {
    id: "state",
    title: "状态",
    width: 88,
    value: (v) => voicemailStates[v.state],
    cell: (v) => <StatusBadge tone={v.state === "open" ? "held" : "ready"}>{voicemailStates[v.state]}</StatusBadge>,
  },
  {
    id: "agent",
    title: "处理坐席",
    width: 112,
    value: (v) => (v.agentId === null ? "" : `${v.agentName} ${v.agentId}`.trim()),
  },
  {
    id: "doneAt",
    title: "处理时间",
    width: 158,
    value: (v) => v.doneAt,
    cell: (v) => (v.doneAt === null ? "—" : formatTime(v.doneAt)),
    optional: true,
  },
  { id: "doneBy", title: "处理人", width: 84, value: (v) => v.doneBy, optional: true },
];
const aside = without(columns, ["groupName", "accessNumber", "lengthS"]);

const empty = { title: "没有留言", hint: "客户在排队菜单中选择留言后会出现在这里。" };

/** Who is to see to it. */
function SeatChoice() {
  return <SelectField name="agentId" label="处理坐席" options={useSeatOptions()} none="不分配" />;
}

function useVoicemailActions(play: (voicemail: Voicemail) => void): readonly Action<Voicemail>[] {
  const press = useMayWatch("/queuelist");
  // The right to see to the call itself.
  const maySee = useSeesCalls();
  const [assign] = voicemails.assign.useMutation();
  const [setDone] = voicemails.setDone.useMutation();
  const [setTranscript] = voicemails.setTranscript.useMutation();
  const { play: mayPlay } = useRecordingRights();
  return [
    { label: "收听", may: mayPlay, disabled: (v) => v.lengthS === null, run: play },
    {
      label: "分配",
      may: press("queuelist.assignVoicemail"),
      shown: (v) => v.state === "open",
      form: ({ id, agentId, number }) =>
        formOf({
          title: `分配留言：${number}`,
          small: true,
          width: "400px",
          schema: voicemailApi.assign.body!.pick(["agentId"]),
          values: { agentId: agentId ?? "" },
          fields: <SeatChoice />,
          send: (values) => assign({ body: { id, agentId: values.agentId } }),
        }),
      done: ["留言", "分配"],
    },
    {
      label: "文字",
      may: press("queuelist.transcribeVoicemail"),
      form: ({ id, number, transcript }) =>
        formOf({
          title: `留言文字：${number}`,
          small: true,
          schema: voicemailApi.setTranscript.body!.pick(["transcript"]),
          values: { transcript: transcript ?? "" },
          fields: <TextAreaField name="transcript" label="留言文字" rows={6} placeholder="留言的内容" />,
          send: (values) => setTranscript({ body: { id, transcript: values.transcript } }),
        }),
      done: ["留言文字", "保存"],
    },
    {
      label: "处理完成",
      may: maySee,
      shown: (v) => v.state === "open",
      run: ({ id }) => setDone({ body: { id, done: 1 } }),
      done: ["留言", "处理完成"],
    },
    {
      label: "重新打开",
      may: maySee,
      shown: (v) => v.state === "done",
      run: ({ id }) => setDone({ body: { id, done: 0 } }),
      done: ["留言", "重新打开"],
    },
  ];
}

/** 排队列表, 留言 */
export function Voicemails({ narrow }: ViewProps) {
  const resource = useResourceList<Voicemail, ReturnType<typeof defaults>>({
    id: "queuelist.voicemails",
    endpoint: voicemails.list,
    filterSchema,
    defaults,
  });
  useLive(resource.refetch);
  const [playing, setPlaying] = useState<Voicemail>();
  return (
    <ResourceScreen
      label="留言"
      columns={narrow ? aside : columns}
      rowId={(v) => v.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      rowActions={useVoicemailActions(setPlaying)}
      empty={empty}
      query={
        <>
          <TextField name="number" label="号码" width="132px" inputMode="numeric" />
          <SelectField name="state" label="状态" options={stateOptions} width="110px" />
        </>
      }
    >
      <AppDrawer
        open={playing !== undefined}
        title={`留言：${playing?.number ?? ""}`}
        width="560px"
        onClose={() => setPlaying(undefined)}
      >
        {playing && <AudioPlayer callId={playing.callId} missing={[]} />}
        <Transcript text={playing?.transcript ?? null} />
      </AppDrawer>
    </ResourceScreen>
  );
}
