import { Button, HStack } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import { interfaceConfigApi } from "@liantai/api/contract/admin";
import { ConfirmDialog, StatusBadge, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList } from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
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

const plain: readonly Column<Interface>[] = [
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
  const [remove, { isLoading: removing }] = interfaces.delete.useMutation();
  const [leaving, setLeaving] = useState<Interface>();
  const [addresses, setAddresses] = useState(false);
  const resource = useResourceList<Interface, ReturnType<typeof defaults>>({
    id: "interfaceConfigList",
    endpoint: interfaces.list,
    filterSchema,
    defaults,
  });
  const [mayUpdate, mayDelete] = [may("interface.update"), may("interface.delete")];
  const columns = useMemo<readonly Column<Interface>[]>(
    () => [
      ...plain,
      {
        id: "actions",
        title: "操作",
        width: 104,
        value: () => null,
        actions: true,
        cell: (r) => (
          <HStack gap="1">
            <Button size="2xs" variant="ghost" onClick={() => openInterface(r.id)}>
              {mayUpdate ? "编辑" : "查看"}
            </Button>
            {mayDelete && (
              <Button size="2xs" variant="ghost" colorPalette="red" onClick={() => setLeaving(r)}>
                删除
              </Button>
            )}
          </HStack>
        ),
      },
    ],
    [mayUpdate, mayDelete],
  );
  const confirmed = async () => {
    try {
      await remove({ body: { ids: [leaving!.id] } }).unwrap();
      notifyDone("接口", "删除");
    } catch {
      // Said by the shell.
    }
    setLeaving(undefined);
  };
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
      onAdd={may("interface.add") ? () => openInterface("new") : undefined}
      toolbar={
        <>
          {may("interface.add") && (
            <Button size="xs" onClick={() => openInterface("new")}>
              <Plus aria-hidden />
              新增
            </Button>
          )}
          <Button size="xs" variant="outline" colorPalette="gray" onClick={() => setAddresses(true)}>
            可访问的内网地址
          </Button>
        </>
      }
    >
      <ConfirmDialog
        open={leaving !== undefined}
        title="删除接口"
        text={`确定要删除“${leaving?.name ?? ""}”吗？它的推送记录会一起删除。`}
        confirm="删除"
        dangerous
        busy={removing}
        onConfirm={() => void confirmed()}
        onClose={() => setLeaving(undefined)}
      />
      {addresses && <Allowances onClose={() => setAddresses(false)} />}
    </ResourceScreen>
  );
}
