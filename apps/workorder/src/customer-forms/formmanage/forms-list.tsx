import { Badge, HStack } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { customerFormConfApi } from "@liantai/api/contract/workorder";
import { formTypes } from "@liantai/api/forms";
import type { Column } from "@liantai/ui";
import {
  formOf,
  Outcome,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  type Action,
} from "@liantai/ui/resource";
import { forms, type ListedForm } from "../queries.ts";
import { popupAction } from "./popup.tsx";
import { PopupLayoutsDrawer } from "./popup-layouts.tsx";
import { RoleFieldsDrawer } from "./role-fields.tsx";
import { VersionsDrawer } from "./versions.tsx";

const filterSchema = customerFormConfApi.list.body!.pick(["name", "formType"]);
const defaults = () => ({ name: "", formType: "" });
const types = Object.entries(formTypes).map(([value, label]) => ({ value, label }));
const addSchema = customerFormConfApi.add.body!.pick(["name", "formType"]);

const popupText = ({ formType, popup }: ListedForm): string =>
  formType !== "customer" ? "—" : popup.isPopup === 1 ? "弹屏" : "不弹";

const columns: readonly Column<ListedForm>[] = [
  { id: "name", title: "表单名称", width: 200, value: (row) => row.name, sortBy: "name" },
  { id: "formType", title: "类型", width: 90, value: (row) => formTypes[row.formType] },
  {
    id: "version",
    title: "版本",
    width: 150,
    value: (row) => (row.version === 0 ? "未发布" : `第${row.version}版`),
    cell: (row) => (
      <HStack gap="1">
        {row.version === 0 ? "未发布" : `第${row.version}版`}
        {row.hasDraft && (
          <Badge size="xs" colorPalette="orange">
            有草稿
          </Badge>
        )}
        {row.indexing && (
          <Badge size="xs" colorPalette="blue">
            索引建立中
          </Badge>
        )}
      </HStack>
    ),
  },
  { id: "fieldCount", title: "字段数", width: 76, align: "end", value: (row) => row.fieldCount, optional: true },
  { id: "popup", title: "弹屏", width: 76, value: popupText },
  { id: "updatedBy", title: "修改人", width: 90, value: (row) => row.updatedBy, optional: true },
  { id: "updateTime", title: "修改时间", width: 160, value: (row) => row.updateTime, sortBy: "updateTime" },
];

function useFormActions(onDesign: (id: string) => void) {
  const press = useMayPress("/formmanage");
  const [add] = forms.add.useMutation();
  const [remove] = forms.delete.useMutation();
  const [setPopup] = forms.setPopup.useMutation();
  const rows: readonly Action<ListedForm>[] = [
    { label: "设计", run: ({ id }) => onDesign(id) },
    {
      label: "弹屏设置",
      may: press("customerForm.update"),
      // Only customers' forms come up with a call.
      shown: ({ formType }) => formType === "customer",
      ...popupAction((body) => setPopup({ body }).unwrap()),
    },
    {
      label: "弹屏布局",
      may: press("customerForm.update"),
      shown: ({ formType, version }) => formType === "customer" && version > 0,
      sheet: (row, close) => <PopupLayoutsDrawer form={row} onClose={() => close()} />,
    },
    {
      label: "角色字段",
      may: press("customerForm.update"),
      // 通讯录 shows contacts in columns of its own.
      shown: ({ formType, version }) => formType !== "contact" && version > 0,
      sheet: (row, close) => <RoleFieldsDrawer id={row.id} name={row.name} onClose={() => close()} />,
    },
    { label: "版本", sheet: (row, close) => <VersionsDrawer id={row.id} name={row.name} onClose={() => close()} /> },
    {
      label: "删除",
      may: press("customerForm.delete"),
      danger: true,
      confirm: ({ name }) => ({
        title: "删除表单",
        text: `确定要删除“${name}”吗？所有版本一并删除，不能恢复。有数据的表单不能删除。`,
      }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["表单", "删除"],
    },
  ];
  const bar: readonly Action[] = [
    {
      label: "新增",
      may: press("customerForm.add"),
      adds: true,
      form: () =>
        formOf({
          title: "新增表单",
          small: true,
          width: "420px",
          schema: addSchema,
          values: { name: "", formType: "customer" },
          fields: (
            <>
              <TextField name="name" label="表单名称" />
              <SelectField name="formType" label="表单类型" options={types} none={false} hint="带有该类型的系统字段" />
            </>
          ),
          submit: "新增并设计",
          send: async (body) => {
            const { id } = await add({ body: { ...body, draft: 1 } }).unwrap();
            onDesign(id);
            return new Outcome({});
          },
        }),
    },
  ];
  return { rows, bar };
}

export function FormsList({ onDesign }: { readonly onDesign: (id: string) => void }) {
  const { rows, bar } = useFormActions(onDesign);
  const resource = useResourceList<ListedForm, ReturnType<typeof defaults>>({
    id: "formmanage",
    endpoint: forms.list,
    filterSchema,
    defaults,
  });
  return (
    <ResourceScreen
      label="表单"
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      actionsWidth={350}
      empty={{ title: "没有符合条件的表单", how: "点击“新增”，从客户、工单、任务或联系人的系统字段开始设计。" }}
      query={
        <>
          <TextField name="name" label="表单名称" />
          <SelectField name="formType" label="类型" options={types} width="110px" />
        </>
      }
    />
  );
}
