import { Button, HStack } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import { voiceApi, voiceSources } from "@liantai/api/contract/admin";
import { ConfirmDialog, formatDuration, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList } from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { AllotDialog, UsesDialog } from "./allot.tsx";
import { ListenDialog } from "./listen.tsx";
import { EditVoice, NewVoice, ReplaceVoice } from "./voice-form.tsx";
import { sourceOptions, voices, type Voice } from "./words.ts";

const body = voiceApi.list.body!;
const filterSchema = object({ name: body.fields.name, source: body.fields.source });
const defaults = () => ({ name: "", source: "" });

type Act = "listen" | "edit" | "replace" | "allot" | "uses" | "delete";
type Open = { readonly act: Act; readonly voice: Voice };

const columnsOf = (
  open: (act: Act, voice: Voice) => void,
  may: { readonly allot: boolean; readonly update: boolean; readonly removal: boolean },
): readonly Column<Voice>[] => [
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
      <Button size="2xs" variant="ghost" onClick={() => open("uses", v)}>
        {v.uses} 处
      </Button>
    ),
  },
  { id: "text", title: "合成文字", width: 160, value: (v) => v.text },
  { id: "remark", title: "备注", width: 150, value: (v) => v.remark, optional: true },
  { id: "createdBy", title: "添加人", width: 84, value: (v) => v.createdBy },
  { id: "createdAt", title: "添加时间", width: 150, value: (v) => v.createdAt, sortBy: "createdAt" },
  {
    id: "actions",
    title: "操作",
    width: 232,
    value: () => null,
    actions: true,
    cell: (v) => (
      <HStack gap="1">
        <Button size="2xs" variant="ghost" onClick={() => open("listen", v)}>
          试听
        </Button>
        {may.allot && (
          <Button size="2xs" variant="ghost" onClick={() => open("allot", v)}>
            分配
          </Button>
        )}
        {may.update && (
          <Button size="2xs" variant="ghost" onClick={() => open("edit", v)}>
            编辑
          </Button>
        )}
        {may.update && v.source !== "tts" && (
          <Button size="2xs" variant="ghost" onClick={() => open("replace", v)}>
            替换
          </Button>
        )}
        {may.removal && (
          <Button size="2xs" variant="ghost" colorPalette="red" onClick={() => open("delete", v)}>
            删除
          </Button>
        )}
      </HStack>
    ),
  },
];

/** 语音管理: voices uploaded, recorded in the browser or spoken from text; listened to, allotted. */
export default function VoiceManageScreen() {
  const press = useMayPress("/voicemanage");
  const resource = useResourceList<Voice, ReturnType<typeof defaults>>({
    id: "voicemanage",
    endpoint: voices.list,
    filterSchema,
    defaults,
  });
  const [opened, setOpened] = useState<Open>();
  const [adding, setAdding] = useState(false);
  const [remove, removing] = voices.delete.useMutation();
  const [allot, update, removal] = [press("voice.allot"), press("voice.update"), press("voice.delete")];
  const columns = useMemo(
    () => columnsOf((act, voice) => setOpened({ act, voice }), { allot, update, removal }),
    [allot, update, removal],
  );
  const of = (act: Act): Voice | undefined => (opened?.act === act ? opened.voice : undefined);
  const close = () => setOpened(undefined);
  const confirmed = async () => {
    if (!("error" in (await remove({ body: { ids: [opened!.voice.id] } })))) notifyDone("语音", "删除");
    close();
  };
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
      onAdd={press("voice.add") ? () => setAdding(true) : undefined}
      toolbar={
        press("voice.add") && (
          <Button size="xs" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            新增
          </Button>
        )
      }
    >
      <NewVoice open={adding} onClose={() => setAdding(false)} />
      <EditVoice voice={of("edit")} onClose={close} />
      <ReplaceVoice voice={of("replace")} onClose={close} />
      <ListenDialog voice={of("listen")} onClose={close} />
      <AllotDialog voice={of("allot")} onClose={close} />
      <UsesDialog voice={of("uses")} onClose={close} />
      <ConfirmDialog
        open={of("delete") !== undefined}
        title="删除语音"
        dangerous
        confirm="删除"
        busy={removing.isLoading}
        text={`确定要删除“${of("delete")?.name ?? ""}”吗？删除后不能恢复。`}
        onConfirm={() => void confirmed()}
        onClose={close}
      />
    </ResourceScreen>
  );
}
