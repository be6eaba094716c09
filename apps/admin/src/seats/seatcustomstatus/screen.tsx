import { useMayPress } from "@liantai/api/client";
import { seatStatusApi } from "@liantai/api/contract/admin";
import type { Column } from "@liantai/ui";
import { CrudScreen, NumberField, SelectField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import { object } from "yup";
import { EnabledBadge, enabledOptions } from "../../parts/rows.tsx";
import { seatStatuses, type SeatStatus } from "../seats/queries.ts";
import { limitText, whoText } from "./words.ts";

const { name, enable } = seatStatusApi.list.body!.fields;
const filterSchema = object({ name, enable });
const defaults = () => ({ name: "", enable: "" });
const columns: readonly Column<SeatStatus>[] = [
  { id: "statusName", title: "状态名称", width: 130, value: (s) => s.statusName, sortBy: "statusName" },
  { id: "enable", title: "启用", width: 84, value: (s) => s.enable, cell: (s) => <EnabledBadge enabled={s.enable} /> },
  { id: "sort", title: "排序", width: 72, align: "end", value: (s) => s.sort, sortBy: "sort" },
  { id: "inUse", title: "当前人数", width: 84, align: "end", value: (s) => s.inUse },
  { id: "who", title: "可用坐席", width: 170, value: whoText },
  { id: "limits", title: "限制", width: 226, value: limitText },
  { id: "remark", title: "备注", width: 132, value: (s) => s.remark },
];

/** 自定义状态 */
export default function SeatCustomStatusScreen() {
  const may = useMayPress("/seatcustomstatus");
  return (
    <CrudScreen<SeatStatus, ReturnType<typeof defaults>>
      id="seatcustomstatus"
      noun="自定义状态"
      queries={seatStatuses}
      may={{ add: may("seatStatus.add"), update: may("seatStatus.update"), delete: may("seatStatus.delete") }}
      list={{ columns, idOf: (s) => s.id, nameOf: (s) => s.statusName, hint: "例如休息、用餐、培训。" }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="name" label="状态名称" />
            <SelectField name="enable" label="启用" options={enabledOptions} width="96px" />
          </>
        ),
      }}
      form={{
        schema: seatStatusApi.add.body!,
        values: (row) => row ?? { statusName: "", enable: 1, sort: 0, remark: "" },
        fields: (
          <>
            <TextField name="statusName" label="状态名称" hint="坐席置忙时可选的状态，例如休息、用餐、培训。" />
            <NumberField name="sort" label="排序" max={9_999} hint="数字小的在前" />
            <SwitchField name="enable" label="启用" on="启用" off="停用" />
            <TextAreaField name="remark" label="备注" rows={3} />
          </>
        ),
      }}
    />
  );
}
