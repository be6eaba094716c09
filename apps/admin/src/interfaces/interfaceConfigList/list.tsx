import { useMayPress } from "@liantai/api/client";
import { interfaceConfigApi } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList, type Action } from "@liantai/ui/resource";
import { object } from "yup";
import { openInterface } from "../parts/chosen.ts";
import { eventOptions, eventsText, interfaces, type Interface } from "../parts/queries.ts";
import { Allowances } from "./allowances.tsx";

const { keyword, enabled, event } = interfaceConfigApi.list.body!.fields;
const filterSchema = object({ keyword, enabled, event });
const defaults = () => ({ keyword: "", enabled: "", event: "" });
const enabledOptions = [
  { value: "1", label: "启用" },
  { value: "0", label: "停用" },
];

const columns: readonly Column<Interface>[] = [
  { id: "name", title: "接口名称", width: 130, value: (r) => r.name, sortBy: "name" },
  { id: "events", title: "事件", width: 160, value: (r) => eventsText(r.events) },
  { id: "url", title: "接口地址", width: 226, value: (r) => r.url },
  { id: "signed", title: "签名", width: 64, value: (r) => (r.signed === 1 ? "是" : "否"), optional: true },
  { id: "numbers", title: "号码", width: 64, value: (r) => (r.sendFullNumbers === 1 ? "完整" : "隐藏") },
  {
    id: "enabled",
    title: "状态",
    width: 76,
    value: (r) => r.enabled,
    cell: (r) => (
      <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{r.enabled === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
  { id: "waiting", title: "待推送", width: 72, align: "end", value: (r) => r.waiting },
  { id: "failed", title: "失败", width: 56, align: "end", value: (r) => r.failed },
  { id: "last", title: "最近送达", width: 156, value: (r) => r.lastDeliveredAt },
];

/** 接口: the outward interfaces of the enterprise. */
export function Interfaces() {
  const may = useMayPress("/interfaceConfigList");
  const [remove] = interfaces.delete.useMutation();
  const resource = useResourceList<Interface, ReturnType<typeof defaults>>({
    id: "interfaceConfigList",
    endpoint: interfaces.list,
    filterSchema,
    defaults,
  });
  const actions: readonly Action[] = [
    { label: "新增", may: may("interface.add"), adds: true, run: () => openInterface("new") },
    { label: "可访问的内网地址", sheet: (_, close) => <Allowances onClose={close} /> },
  ];
  const rowActions: readonly Action<Interface>[] = [
    { label: may("interface.update") ? "编辑" : "查看", run: (r) => openInterface(r.id) },
    {
      label: "删除",
      may: may("interface.delete"),
      danger: true,
      confirm: (r) => ({ title: "删除接口", text: `确定要删除“${r.name}”吗？它的推送记录会一起删除。` }),
      run: (r) => remove({ body: { ids: [r.id] } }),
      done: ["接口", "删除"],
    },
  ];
  return (
    <ResourceScreen
      label="接口列表"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的接口", hint: "新增一个接口，把通话事件推送到自己的系统。" }}
      query={
        <>
          <TextField name="keyword" label="名称或地址" />
          <SelectField name="event" label="事件" options={eventOptions} width="120px" />
          <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
        </>
      }
      actions={actions}
      rowActions={rowActions}
    />
  );
}
