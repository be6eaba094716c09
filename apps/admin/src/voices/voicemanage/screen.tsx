import { useMayPress } from "@liantai/api/client";
import { voiceApi, voiceSources } from "@liantai/api/contract/admin";
import { formatDuration, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList, ActionBar, type Action } from "@liantai/ui/resource";
import { object } from "yup";
import { AllotDialog, UsesDialog } from "./allot.tsx";
import { ListenDialog } from "./listen.tsx";
import { useVoiceForms } from "./voice-form.tsx";
import { sourceOptions, voices, type Voice } from "./words.ts";

const body = voiceApi.list.body!;
const filterSchema = object({ name: body.fields.name, source: body.fields.source });
const defaults = () => ({ name: "", source: "" });

const columns: readonly Column<Voice>[] = [
  { id: "name", title: "语音名称", width: 150, value: (v) => v.name, sortBy: "name" },
  { id: "source", title: "来源", width: 80, value: (v) => voiceSources[v.source] },
  {
    id: "duration",
    title: "时长",
    width: 72,
    align: "end",
    value: (v) => v.durationMs,
    sortBy: "durationMs",
    cell: (v) => formatDuration(Math.round(v.durationMs / 1_000)),
  },
  {
    id: "uses",
    title: "使用",
    width: 76,
    value: (v) => v.uses,
    cell: (v) => (
      <ActionBar
        look="row"
        actions={[{ label: `${v.uses} 处`, sheet: (_, close) => <UsesDialog voice={v} onClose={close} /> }]}
        row={undefined}
      />
    ),
  },
  { id: "text", title: "合成文字", width: 160, value: (v) => v.text },
  { id: "remark", title: "备注", width: 150, value: (v) => v.remark, optional: true },
  { id: "createdBy", title: "添加人", width: 84, value: (v) => v.createdBy },
  { id: "createdAt", title: "添加时间", width: 156, value: (v) => v.createdAt, sortBy: "createdAt" },
];

function useVoiceActions() {
  const press = useMayPress("/voicemanage");
  const { added, edited, replaced } = useVoiceForms();
  const [remove] = voices.delete.useMutation();
  const actions: readonly Action[] = [
    { label: "新增", may: press("voice.add"), adds: true, form: () => added, done: ["语音", "新增"] },
  ];
  const rowActions: readonly Action<Voice>[] = [
    { label: "试听", sheet: (voice, close) => <ListenDialog of={voice} endpoint={voiceApi.play} onClose={close} /> },
    {
      label: "分配",
      may: press("voice.allot"),
      sheet: (voice, close) => <AllotDialog voice={voice} onClose={close} />,
    },
    {
      label: "编辑",
      may: press("voice.update"),
      form: edited,
      done: ["语音", "保存"],
    },
    {
      label: "替换",
      may: press("voice.update"),
      shown: ({ source }) => source !== "tts",
      form: replaced,
      done: ["语音", "替换", { note: "下一通电话生效" }],
    },
    {
      label: "删除",
      may: press("voice.delete"),
      danger: true,
      confirm: ({ name }) => ({ title: "删除语音", text: `确定要删除“${name}”吗？删除后不能恢复。` }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["语音", "删除"],
    },
  ];
  return { actions, rowActions };
}

/** 语音管理: voices uploaded, recorded in the browser or spoken from text; listened to, allotted. */
export default function VoiceManageScreen() {
  const resource = useResourceList<Voice, ReturnType<typeof defaults>>({
    id: "voicemanage",
    endpoint: voices.list,
    filterSchema,
    defaults,
  });
  const { actions, rowActions } = useVoiceActions();
  return (
    <ResourceScreen
      label="语音"
      columns={columns}
      rowId={(v) => v.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的语音", hint: "可以上传文件、在网页上录制，或由文字合成。" }}
      query={
        <>
          <TextField name="name" label="语音名称" />
          <SelectField name="source" label="来源" options={sourceOptions} width="120px" />
        </>
      }
      actions={actions}
      rowActions={rowActions}
    />
  );
}
