import { Badge, HStack } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { workFlowApi } from "@liantai/api/contract/workorder";
import { StatusBadge, type Column } from "@liantai/ui";
import type { Pairs } from "@liantai/ui/board";
import {
  formOf,
  Outcome,
  ResourceScreen,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useResourceList,
  type Action,
} from "@liantai/ui/resource";
import { useMemo } from "react";
import { DelegatesDrawer } from "../../parts/delegates.tsx";
import { FlowSeatField } from "../parts/seats.tsx";
import { useOrderForms } from "../parts/surroundings.ts";
import { flows, type ListedFlow } from "../queries.ts";
import { WarnsDrawer } from "./sides/warns.tsx";

const filterSchema = workFlowApi.list.body!.pick(["name", "formId"]);
const defaults = () => ({ name: "", formId: "" });
const addSchema = workFlowApi.add.body!.pick(["name", "formId", "remark", "enabled"]);
const cloneSchema = workFlowApi.clone.body!.pick(["name"]);

function columnsOf(forms: Pairs): readonly Column<ListedFlow>[] {
  const formName = (id: string): string => forms.find(([one]) => one === id)?.[1] ?? (id === "" ? "未选择" : "已删除");
  return [
    { id: "name", title: "流程名称", width: 170, value: (row) => row.name, sortBy: "name" },
    { id: "formId", title: "工单表单", width: 130, value: (row) => formName(row.formId) },
    {
      id: "version",
      title: "版本",
      width: 150,
      value: (row) => (row.version === 0 ? "未发布" : `第${row.version}版`),
      cell: (row) => (
        <HStack gap="1">
          {row.version === 0 ? "未发布" : `第${row.version}版`}
          {row.version > 0 && row.changed === 1 && (
            <Badge size="xs" colorPalette="orange">
              有草稿
            </Badge>
          )}
        </HStack>
      ),
    },
    {
      id: "enabled",
      title: "状态",
      width: 70,
      value: (row) => (row.enabled === 1 ? "启用" : "停用"),
      cell: (row) => (
        <StatusBadge tone={row.enabled === 1 ? "ready" : "offline"}>{row.enabled === 1 ? "启用" : "停用"}</StatusBadge>
      ),
    },
    { id: "running", title: "流转中", width: 70, align: "end", value: (row) => row.running },
    { id: "updatedBy", title: "修改人", width: 80, value: (row) => row.updatedBy },
    { id: "updateTime", title: "修改时间", width: 156, value: (row) => row.updateTime, sortBy: "updateTime" },
  ];
}

function useFlowActions(onDesign: (id: string) => void, forms: Pairs) {
  const press = useMayPress("/workorderflow");
  const [add] = flows.add.useMutation();
  const [update] = flows.update.useMutation();
  const [clone] = flows.clone.useMutation();
  const [remove] = flows.delete.useMutation();
  const options = forms.map(([value, label]) => ({ value, label }));
  const fields = (
    <>
      <TextField name="name" label="流程名称" />
      <SelectField name="formId" label="工单表单" options={options} hint="条件和字段规则用它的字段" />
      <TextAreaField name="remark" label="备注" />
      <SwitchField name="enabled" label="启用" on="启用" off="停用" />
    </>
  );
  const rows: readonly Action<ListedFlow>[] = [
    { label: "设计", run: ({ id }) => onDesign(id) },
    {
      label: "编辑",
      may: press("workFlow.update"),
      form: ({ id, name, formId, remark, enabled, revision }) =>
        formOf({
          title: "编辑流程",
          small: true,
          schema: addSchema,
          values: { name, formId, remark, enabled },
          fields,
          send: (body) => update({ body: { ...body, id, revision } }).unwrap(),
        }),
      done: ["流程", "保存"],
    },
    {
      label: "复制",
      may: press("workFlow.add"),
      form: ({ id, name }) =>
        formOf({
          title: "复制流程",
          small: true,
          schema: cloneSchema,
          values: { name: `${name}的副本`.slice(0, 30) },
          fields: <TextField name="name" label="流程名称" hint="复制正在设计的草稿，不含版本" />,
          send: (body) => clone({ body: { ...body, id } }).unwrap(),
        }),
      done: ["流程", "复制"],
    },
    {
      label: "删除",
      may: press("workFlow.delete"),
      danger: true,
      confirm: ({ name }) => ({
        title: "删除流程",
        text: `确定要删除“${name}”吗？所有版本一并删除，不能恢复。已有工单的流程不能删除，可以停用。`,
      }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["流程", "删除"],
    },
  ];
  const bar: readonly Action[] = [
    {
      label: "新增",
      may: press("workFlow.add"),
      adds: true,
      form: () =>
        formOf({
          title: "新增流程",
          small: true,
          schema: addSchema,
          values: { name: "", formId: options.length === 1 ? options[0]!.value : "", remark: "", enabled: 1 },
          fields,
          submit: "新增并设计",
          send: async (body) => {
            const { id } = await add({ body }).unwrap();
            onDesign(id);
            return new Outcome({});
          },
        }),
    },
    {
      label: "状态提醒",
      sheet: (_, close) => <WarnsDrawer onClose={() => close()} />,
    },
    {
      label: "代办人",
      sheet: (_, close) => <FlowDelegates onClose={close} />,
    },
  ];
  return { rows, bar, options };
}

function FlowDelegates({ onClose }: { readonly onClose: () => void }) {
  return <DelegatesDrawer SeatField={FlowSeatField} onClose={onClose} />;
}

export function FlowsList({ onDesign }: { readonly onDesign: (id: string) => void }) {
  const forms = useOrderForms();
  const columns = useMemo(() => columnsOf(forms), [forms]);
  const { rows, bar, options } = useFlowActions(onDesign, forms);
  const resource = useResourceList<ListedFlow, ReturnType<typeof defaults>>({
    id: "workorderflow",
    endpoint: flows.list,
    filterSchema,
    defaults,
  });
  return (
    <ResourceScreen
      label="流程"
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      actionsWidth={200}
      empty={{ title: "没有符合条件的流程", how: "点击“新增”，选择工单表单，再画出工单经过的节点。" }}
      query={
        <>
          <TextField name="name" label="流程名称" />
          <SelectField name="formId" label="工单表单" options={options} width="140px" />
        </>
      }
    />
  );
}
