import { queriesOf, useMayPress } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { vipApi, vipMinutes } from "@liantai/api/contract/admin";
import { TextField, type Column } from "@liantai/ui";
import { CrudScreen, NumberField } from "@liantai/ui/resource";
import { object } from "yup";
import { without, type ViewProps } from "../parts/narrow.ts";

type Vip = ReplyOf<typeof vipApi.list>["list"][number];

const vips = queriesOf(vipApi);
const { phone, name } = vipApi.list.body!.fields;
const filterSchema = object({ phone, name });
const defaults = () => ({ phone: "", name: "" });

const columns: readonly Column<Vip>[] = [
  { id: "phone", title: "号码", width: 132, value: (v) => v.phone, sortBy: "phone" },
  { id: "name", title: "客户", width: 160, value: (v) => v.name, sortBy: "name" },
  {
    id: "priorityMin",
    title: "优先分钟数",
    hint: "来电排队时，等待时间按多等了这么久来算，加上接入号码的优先级",
    width: 112,
    align: "end",
    value: (v) => v.priorityMin,
    sortBy: "priorityMin",
  },
  { id: "createdBy", title: "添加人", width: 96, value: (v) => v.createdBy },
  { id: "createdAt", title: "添加时间", width: 156, value: (v) => v.createdAt, sortBy: "createdAt" },
];
const aside = without(columns, ["createdBy"]);

/** 排队列表, 贵宾名单: whose calls count as having waited longer. */
export function Vips({ narrow }: ViewProps) {
  const press = useMayPress("/queuelist");
  return (
    <CrudScreen<Vip, ReturnType<typeof defaults>>
      id="queuelist.vips"
      noun="贵宾客户"
      queries={vips}
      may={{ add: press("vip.add"), update: press("vip.update"), delete: press("vip.delete") }}
      list={{ columns: narrow ? aside : columns, idOf: (v) => v.id, nameOf: (v) => v.name || v.phone }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="phone" label="号码" width="132px" inputMode="numeric" />
            <TextField name="name" label="客户" width="132px" />
          </>
        ),
      }}
      form={{
        schema: vipApi.add.body!,
        values: (row) => ({ phone: row?.phone ?? "", name: row?.name ?? "", priorityMin: row?.priorityMin ?? 5 }),
        fields: (
          <>
            <TextField name="phone" label="号码" inputMode="tel" />
            <TextField name="name" label="客户" />
            <NumberField
              name="priorityMin"
              label="优先分钟数"
              hint={`${vipMinutes.least}～${vipMinutes.most}，从下一通来电起生效`}
            />
          </>
        ),
      }}
    />
  );
}
