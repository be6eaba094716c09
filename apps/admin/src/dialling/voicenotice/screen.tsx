import { queriesOf, useMayPress } from "@liantai/api/client";
import { voiceNoticeApi } from "@liantai/api/contract/admin";
import { type Column } from "@liantai/ui";
import { CrudScreen, TextField } from "@liantai/ui/resource";
import { object } from "yup";
import { NoticeFields } from "./fields.tsx";
import type { Notice } from "./notice.ts";
import { HeardDialog } from "./preview.tsx";

const notices = queriesOf({
  list: voiceNoticeApi.list,
  add: voiceNoticeApi.add,
  update: voiceNoticeApi.update,
  delete: voiceNoticeApi.delete,
});
const filterSchema = object({ name: voiceNoticeApi.list.body!.fields.name });
const defaults = () => ({ name: "" });

/** 按1确认；2 稍后再打、9 不再接听（谢绝来电） */
function keysText({ confirmKey, replies }: Notice): string {
  const answers = replies.map(({ key, text, refuses }) => `${key} ${text}${refuses === 1 ? "（谢绝来电）" : ""}`);
  return [confirmKey === "" ? "" : `按${confirmKey}确认`, answers.join("、")].filter(Boolean).join("；");
}

const columns: readonly Column<Notice>[] = [
  { id: "name", title: "模板名称", width: 150, value: (r) => r.name, sortBy: "name" },
  { id: "text", title: "通知内容", width: 220, value: (r) => r.text },
  { id: "variables", title: "变量", width: 140, value: (r) => r.variables.join("、"), optional: true },
  { id: "repeats", title: "播放遍数", width: 84, align: "end", value: (r) => r.repeats },
  { id: "keys", title: "按键", width: 160, value: keysText },
  { id: "tasks", title: "使用任务", width: 84, align: "end", value: (r) => r.tasks },
  { id: "updatedAt", title: "更新时间", width: 156, value: (r) => r.updatedAt, sortBy: "updatedAt" },
  { id: "goodbye", title: "结束语", width: 160, value: (r) => r.goodbye, optional: true },
  { id: "remark", title: "备注", width: 160, value: (r) => r.remark, optional: true },
];

const blank = {
  name: "",
  text: "",
  tts: "",
  repeats: 2,
  confirmKey: "",
  replies: [],
  goodbye: "",
  remark: "",
};

/** 语音通知模板: what voice notifications say, and which keys answer them. */
export default function VoiceNoticeScreen() {
  const press = useMayPress("/voicenotice");
  return (
    <CrudScreen<Notice, ReturnType<typeof defaults>>
      id="voicenotice"
      noun="语音通知模板"
      queries={notices}
      may={{
        add: press("voiceNotice.add"),
        update: press("voiceNotice.update"),
        delete: press("voiceNotice.delete"),
      }}
      list={{
        columns,
        idOf: (r) => r.id,
        nameOf: (r) => r.name,
        hint: "先新增模板，再在语音通知任务中选择它；内容里的变量取号码清单中同名的列。",
        actions: [
          {
            label: "试听",
            sheet: (row, close) => <HeardDialog notice={row} onClose={() => close()} />,
          },
        ],
      }}
      filters={{ schema: filterSchema, defaults, fields: <TextField name="name" label="模板名称" /> }}
      form={{
        schema: voiceNoticeApi.add.body!,
        width: "600px",
        values: (row) =>
          row
            ? {
                ...{ name: row.name, text: row.text, tts: row.tts, repeats: row.repeats, confirmKey: row.confirmKey },
                ...{ replies: row.replies, goodbye: row.goodbye, remark: row.remark },
              }
            : blank,
        fields: <NoticeFields />,
      }}
    />
  );
}
