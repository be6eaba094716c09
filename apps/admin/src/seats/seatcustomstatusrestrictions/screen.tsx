import { SimpleGrid } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { overEntryTexts, overTimeTexts, seatStatusApi } from "@liantai/api/contract/admin";
import { usePolling, type Column } from "@liantai/ui";
import {
  NumberField,
  RadioField,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  type Action,
  formOf,
} from "@liantai/ui/resource";
import { object } from "yup";
import { EnabledBadge, enabledOptions } from "../../parts/rows.tsx";
import { optionsOf, seatStatuses, type SeatStatus } from "../seats/queries.ts";
import { overEntryText, overTimeText } from "../seatcustomstatus/words.ts";

const { name, enable } = seatStatusApi.list.body!.fields;
const filterSchema = object({ name, enable });
const defaults = () => ({ name: "", enable: "" });
const limit = (id: string, title: string, unit: string, value: (s: SeatStatus) => number): Column<SeatStatus> => ({
  id,
  title,
  width: 100,
  align: "end",
  value,
  cell: (s) => (value(s) > 0 ? `${value(s)}${unit}` : "不限"),
});

const columns: readonly Column<SeatStatus>[] = [
  { id: "statusName", title: "状态名称", width: 104, value: (s) => s.statusName, sortBy: "statusName" },
  { id: "enable", title: "启用", width: 84, value: (s) => s.enable, cell: (s) => <EnabledBadge enabled={s.enable} /> },
  { id: "inUse", title: "当前人数", width: 84, align: "end", value: (s) => s.inUse },
  limit("maxAtOnce", "同时人数", "人", (s) => s.maxAtOnce),
  limit("maxAtOnceGroup", "每组同时人数", "人", (s) => s.maxAtOnceGroup),
  limit("maxPerDay", "每坐席每日", "次", (s) => s.maxPerDay),
  limit("maxMinutes", "单次时长", "分钟", (s) => s.maxMinutes),
  { id: "overEntry", title: "人数或次数超限时", width: 160, value: overEntryText },
  { id: "overTime", title: "超过时长时", width: 124, value: overTimeText },
];

const fields = (
  <>
    <SimpleGrid columns={2} gap="3">
      <NumberField name="maxAtOnce" label="同时人数上限" max={9_999} unit="人" hint="0 表示不限" />
      <NumberField name="maxAtOnceGroup" label="每组同时人数上限" max={9_999} unit="人" hint="0 表示不限" />
      <NumberField name="maxPerDay" label="每日次数上限" max={999} unit="次" hint="按坐席计，0 表示不限" />
      <NumberField name="maxMinutes" label="单次时长上限" max={1_440} unit="分钟" hint="0 表示不限" />
    </SimpleGrid>
    <RadioField name="overEntry" label="人数或次数超限时" options={optionsOf(overEntryTexts)} />
    <RadioField
      name="overTime"
      label="超过时长时"
      options={optionsOf(overTimeTexts)}
      hint="提醒会发给坐席本人和所在组的班长。"
    />
  </>
);

/** 自定义状态限制 */
export default function SeatCustomStatusRestrictionsScreen() {
  const may = useMayPress("/seatcustomstatusrestrictions")("seatStatus.restrict");
  const resource = useResourceList<SeatStatus, ReturnType<typeof defaults>>({
    id: "seatcustomstatusrestrictions",
    endpoint: seatStatuses.list,
    filterSchema,
    defaults,
  });
  usePolling(resource.refetch);
  const [restrict] = seatStatuses.restrict.useMutation();
  const rowActions: readonly Action<SeatStatus>[] = [
    {
      label: "设置",
      may,
      form: (status) =>
        formOf({
          title: `设置限制：${status.statusName}`,
          width: "460px",
          schema: seatStatusApi.restrict.body!,
          values: status,
          fields,
          send: (body) => restrict({ body }),
        }),
      done: ["限制", "保存", { note: "从下一次进入该状态起生效。" }],
    },
  ];
  return (
    <ResourceScreen
      label="自定义状态限制"
      columns={columns}
      rowId={(s) => s.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的自定义状态", hint: "先在“自定义状态”中新增。" }}
      query={
        <>
          <TextField name="name" label="状态名称" />
          <SelectField name="enable" label="启用" options={enabledOptions} width="96px" />
        </>
      }
      rowActions={rowActions}
    />
  );
}
