import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import { engineApi, engineKinds, providerOf } from "@liantai/api/contract/flow-editor";
import { StatusBadge, type Column } from "@liantai/ui";
import { formOf, ResourceScreen, SelectField, TextField, useResourceList, type Action } from "@liantai/ui/resource";
import { object } from "yup";
import { enabledOptions, enabledTexts, engines, kindOptions, type Engine } from "../parts/engines.ts";
import { EngineFields, valuesOf } from "./fields.tsx";
import { TestDialog } from "./test-dialog.tsx";

const { name, kind, enabled } = engineApi.list.body!.fields;
const filterSchema = object({ name, kind, enabled });
const defaults = () => ({ name: "", kind: "", enabled: "" });

const columns: readonly Column<Engine>[] = [
  { id: "name", title: "引擎名称", width: 116, value: (r) => r.name, sortBy: "name" },
  { id: "kind", title: "用途", width: 72, value: (r) => engineKinds[r.kind] },
  { id: "provider", title: "类型", width: 120, value: (r) => providerOf(r.provider).label },
  { id: "address", title: "引擎地址", width: 140, value: (r) => r.address || "内置" },
  {
    id: "concurrency",
    title: "并发数",
    width: 76,
    align: "end",
    value: (r) => (r.concurrency === 0 ? "不限" : r.concurrency),
    sortBy: "concurrency",
  },
  { id: "timeoutMs", title: "超时毫秒数", width: 90, align: "end", value: (r) => r.timeoutMs, optional: true },
  {
    id: "voices",
    title: "发音人",
    width: 150,
    value: (r) => r.voices.map(({ label }) => label).join("、"),
    optional: true,
  },
  { id: "enterprises", title: "已分配企业", width: 90, align: "end", value: (r) => r.enterprises },
  {
    id: "enabled",
    title: "状态",
    width: 72,
    value: (r) => enabledTexts[r.enabled]!,
    cell: (r) => <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{enabledTexts[r.enabled]}</StatusBadge>,
  },
  { id: "note", title: "说明", width: 220, value: (r) => providerOf(r.provider).note },
  { id: "remark", title: "备注", width: 140, value: (r) => r.remark, optional: true },
];

function useEngineActions() {
  const may = mayOperate(useSelector(selectUser), "engine.edit");
  const [add] = engines.add.useMutation();
  const [update] = engines.update.useMutation();
  const [remove] = engines.delete.useMutation();
  const form = (row: Engine | undefined) =>
    formOf({
      title: `${row ? "编辑" : "新增"}语音引擎`,
      schema: engineApi.add.body!,
      values: valuesOf(row),
      fields: (of) => <EngineFields form={of} row={row} />,
      send: (body) => (row ? update({ body: { ...body, id: row.id } }) : add({ body })),
    });
  const actions: readonly Action[] = [
    { label: "新增", may, adds: true, form: () => form(undefined), done: ["语音引擎", "新增"] },
  ];
  const rowActions: readonly Action<Engine>[] = [
    { label: "测试", sheet: (row, close) => <TestDialog engine={row} onClose={close} /> },
    { label: "编辑", may, form, done: ["语音引擎", "保存", { note: "5秒内生效" }] },
    {
      label: "删除",
      may,
      shown: ({ builtIn }) => !builtIn,
      danger: true,
      confirm: (row) => ({ title: "删除语音引擎", text: `确定要删除“${row.name}”吗？删除后不能恢复。` }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["语音引擎", "删除"],
    },
  ];
  return { actions, rowActions };
}

/** 引擎管理: what speaks and what recognises, built in and elsewhere. */
export default function EngineManageScreen() {
  const resource = useResourceList<Engine, ReturnType<typeof defaults>>({
    id: "enginemanage",
    endpoint: engines.list,
    filterSchema,
    defaults,
  });
  const { actions, rowActions } = useEngineActions();
  return (
    <ResourceScreen
      label="语音引擎"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty="没有符合条件的语音引擎"
      query={
        <>
          <TextField name="name" label="引擎名称" />
          <SelectField name="kind" label="用途" options={kindOptions} width="112px" />
          <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
        </>
      }
      actions={actions}
      rowActions={rowActions}
    />
  );
}
