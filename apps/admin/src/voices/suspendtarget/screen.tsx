import { queriesOf, useMayPress } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { suspendTargetApi, suspendWants } from "@liantai/api/contract/admin";
import { StatusBadge, TextField, type Column } from "@liantai/ui";
import { CrudScreen } from "@liantai/ui/resource";
import { object } from "yup";
import { Fields } from "./fields.tsx";

type Target = ReplyOf<typeof suspendTargetApi.list>["list"][number];

const targets = queriesOf(suspendTargetApi);
const filterSchema = object({ name: suspendTargetApi.list.body!.fields.name });
const defaults = () => ({ name: "" });

/** 1 本人、2 他人; 4-6位，保密 */
function wanted({ want, options, leastDigits, mostDigits, secret }: Target): string {
  if (want === "nothing") return "";
  if (want === "choice") return options.map(({ key, name }) => `${key} ${name}`).join("、");
  const size = leastDigits === mostDigits ? `${mostDigits}位` : `${leastDigits}-${mostDigits}位`;
  return secret === 1 ? `${size}，保密` : size;
}

const columns: readonly Column<Target>[] = [
  { id: "name", title: "目标名称", width: 140, value: (t) => t.name, sortBy: "name" },
  {
    id: "text",
    title: "播放",
    width: 240,
    value: (t) => (t.voiceId === "" ? t.text : t.voiceName === null ? "语音已被删除" : `语音：${t.voiceName}`),
  },
  { id: "want", title: "需要客户", width: 96, value: (t) => suspendWants[t.want] },
  { id: "wanted", title: "按键", width: 168, value: wanted },
  { id: "dataKey", title: "随路数据名称", width: 120, value: (t) => t.dataKey },
  { id: "recorded", title: "录音", width: 72, value: (t) => (t.recorded === 1 ? "录音" : "暂停") },
  {
    id: "enabled",
    title: "状态",
    width: 76,
    value: (t) => t.enabled,
    cell: (t) => (
      <StatusBadge tone={t.enabled === 1 ? "ready" : "offline"}>{t.enabled === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
  { id: "remark", title: "备注", width: 140, value: (t) => t.remark, optional: true },
];

const blank = {
  name: "",
  enabled: 1,
  text: "",
  voiceId: "",
  want: "digits",
  options: [],
  leastDigits: 6,
  mostDigits: 6,
  secret: 0,
  seconds: 15,
  turns: 3,
  dataKey: "",
  recorded: 1,
  remark: "",
} as const;

function values(row: Target | undefined) {
  if (!row) return { ...blank, options: [] };
  const { id: _, voiceName: __, ...typed } = row;
  return { ...typed, options: row.options.map((option) => ({ ...option })) };
}

/** 挂起转目标 */
export default function SuspendTargetScreen() {
  const press = useMayPress("/suspendtarget");
  return (
    <CrudScreen<Target, ReturnType<typeof defaults>>
      id="suspendtarget"
      noun="挂起转目标"
      queries={targets}
      may={{
        add: press("suspendTarget.add"),
        update: press("suspendTarget.update"),
        delete: press("suspendTarget.delete"),
      }}
      list={{ columns, idOf: (t) => t.id, nameOf: (t) => t.name }}
      filters={{ schema: filterSchema, defaults, fields: <TextField name="name" label="目标名称" /> }}
      form={{ schema: suspendTargetApi.add.body!, values, fields: <Fields /> }}
    />
  );
}
