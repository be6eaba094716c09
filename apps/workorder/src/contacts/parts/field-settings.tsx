/** 字段设置: the own fields that an enterprise gives its contacts. */
import { Stack, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { contacterConfApi, contactFieldTypes, maxContactFields } from "@liantai/api/contract/workorder";
import { isChoice, type FormOption } from "@liantai/api/forms";
import { AppDrawer, DataTable, useField, type Column } from "@liantai/ui";
import {
  ActionBar,
  formOf,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
  useActionColumn,
  type Action,
} from "@liantai/ui/resource";
import { useController, useWatch } from "react-hook-form";
import { ItemsEditor } from "../../parts/items-editor.tsx";
import { ownFields, type OwnField } from "./queries.ts";

const types = Object.entries(contactFieldTypes).map(([value, label]) => ({ value, label }));
const yes = (flag: number): string => (flag === 1 ? "是" : "否");

const columns: readonly Column<OwnField>[] = [
  { id: "sort", title: "排序", width: 56, value: (r) => String(r.sort) },
  { id: "label", title: "字段名称", width: 120, value: (r) => r.label },
  { id: "name", title: "字段标识", width: 110, value: (r) => r.name },
  { id: "type", title: "类型", width: 88, value: (r) => contactFieldTypes[r.type] },
  { id: "require", title: "必填", width: 56, value: (r) => yes(r.require) },
  { id: "query", title: "可查询", width: 84, value: (r) => yes(r.query) },
  { id: "distinct", title: "不可重复", width: 76, value: (r) => yes(r.distinct) },
  { id: "enabled", title: "状态", width: 64, value: (r) => (r.enabled === 1 ? "启用" : "停用") },
];

function Options() {
  const { error } = useField("items");
  const { field } = useController({ name: "items" });
  return (
    <ItemsEditor
      items={(field.value as readonly FormOption[] | undefined) ?? []}
      error={error}
      onChange={field.onChange}
    />
  );
}

function Fields() {
  const type = useWatch({ name: "type" }) as string;
  const isText = type === "input" || type === "textarea";
  return (
    <>
      <SelectField name="type" label="类型" options={types} none={false} />
      <TextField name="label" label="字段名称" />
      <TextField name="name" label="字段标识" hint="字母开头，由字母、数字、下划线组成；有数据后不能修改" />
      {isChoice(type) && <Options />}
      {isText && (
        <NumberField name="maxLength" label="最大长度" unit="字" hint={`不填为 ${type === "input" ? 30 : 200} 个字`} />
      )}
      <TextField name="placeholder" label="输入提示" />
      <SwitchField name="require" label="必填" />
      <TextField name="ruleError" label="必填提示" />
      <SwitchField name="listDisplay" label="列表显示" />
      <SwitchField name="query" label="可查询" />
      <SwitchField name="export" label="可导出" />
      <SwitchField name="importRequire" label="导入必填" />
      {(type === "input" || type === "radio" || type === "select" || type === "datepicker") && (
        <SwitchField name="distinct" label="不可重复" />
      )}
      <NumberField name="sort" label="排序" max={9_999} hint="小的在前" />
      <SwitchField name="enabled" label="启用" />
    </>
  );
}

const fresh = {
  ...{ type: "input", label: "", name: "", require: 0, ruleError: "", placeholder: "", items: [], maxLength: null },
  ...{ listDisplay: 1, query: 0, export: 1, importRequire: 0, distinct: 0, sort: 0, enabled: 1 },
};

const valuesOf = ({ id: _, ...row }: OwnField) => row;

function useFieldActions(rows: readonly OwnField[] | undefined) {
  const press = useMayPress("/addresslist");
  const [add] = ownFields.add.useMutation();
  const [update] = ownFields.update.useMutation();
  const [remove] = ownFields.delete.useMutation();
  const sheet = (row: OwnField | undefined) =>
    formOf({
      title: row ? "编辑字段" : "新增字段",
      schema: contacterConfApi.add.body!,
      values: row ? valuesOf(row) : { ...fresh, sort: Math.max(0, ...(rows ?? []).map(({ sort }) => sort)) + 1 },
      fields: <Fields />,
      width: "480px",
      send: (body) => (row ? update({ body: { ...body, id: row.id } }) : add({ body })).unwrap(),
    });
  const bar: readonly Action[] = [
    {
      label: "新增字段",
      may: press("contacterConf.add"),
      adds: true,
      disabled: (rows?.length ?? 0) >= maxContactFields && `最多${maxContactFields}个字段`,
      form: () => sheet(undefined),
      done: ["字段", "新增"],
    },
  ];
  const actions: readonly Action<OwnField>[] = [
    { label: "编辑", may: press("contacterConf.update"), form: sheet, done: ["字段", "保存"] },
    {
      label: "删除",
      may: press("contacterConf.delete"),
      danger: true,
      confirm: ({ label }) => ({ title: "删除字段", text: `确定要删除“${label}”吗？联系人有数据的字段不能删除。` }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["字段", "删除"],
    },
  ];
  return { bar, actions };
}

export function FieldSettings({ onClose }: { readonly onClose: () => void }) {
  const { data, error, isFetching, refetch } = ownFields.list.useQuery(
    { body: { label: "", enabled: "", pageNo: 1, pageSize: maxContactFields } },
    { refetchOnMountOrArgChange: true },
  );
  const { bar, actions } = useFieldActions(data?.list);
  const { columns: shown, opened } = useActionColumn(columns, actions);
  return (
    <AppDrawer open title="字段设置" width="860px" onClose={onClose}>
      <Stack gap="3" h="full" minH="320px">
        <Text color="fg.muted">
          姓名、电话、公司、备注是固有字段。最多再添加 {maxContactFields} 个字段；停用的字段不再显示，数据保留。
        </Text>
        <DataTable
          id="contactFields"
          label="字段设置"
          columns={shown}
          rowId={(r) => r.id}
          list={{ rows: data?.list, fetching: isFetching, error, retry: () => void refetch() }}
          empty={{ title: "还没有自定义字段" }}
          toolbar={<ActionBar actions={bar} row={undefined} />}
        />
      </Stack>
      {opened}
    </AppDrawer>
  );
}
