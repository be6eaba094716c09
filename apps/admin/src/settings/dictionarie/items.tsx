import { Flex } from "@chakra-ui/react";
import { dictionarieApi } from "@liantai/api/contract/admin";
import { AppDrawer, DataTable, StatusBadge, type Column, type ListView } from "@liantai/ui";
import {
  NumberField,
  SwitchField,
  TextAreaField,
  TextField,
  useActionColumn,
  type Action,
  formOf,
  ActionBar,
} from "@liantai/ui/resource";
import { dictionaries, type Dictionary, type Item } from "./queries.ts";

const plain: readonly Column<Item>[] = [
  { id: "value", title: "选项值", width: 120, value: (r) => r.value },
  { id: "label", title: "选项名称", width: 150, value: (r) => r.label },
  { id: "sort", title: "排序", width: 64, align: "end", value: (r) => r.sort },
  {
    id: "enabled",
    title: "状态",
    width: 76,
    value: (r) => r.enabled,
    cell: (r) => (
      <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{r.enabled === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
  { id: "remark", title: "备注", width: 140, value: (r) => r.remark },
];

interface ItemsProps {
  readonly dictionary: Dictionary;
  readonly editable: boolean;
  readonly onClose: () => void;
}

const Fields = (
  <>
    <TextField name="value" label="选项值" hint="保存在数据里的值" />
    <TextField name="label" label="选项名称" hint="页面上看到的文字" />
    <NumberField name="sort" label="排序" max={99_999} />
    <SwitchField name="enabled" label="启用" on="启用" off="停用" />
    <TextAreaField name="remark" label="备注" rows={2} />
  </>
);

/** `next`: where a new one stands. */
function useItemActions(dictionaryId: string, editable: boolean, next: number) {
  const [add] = dictionaries.itemAdd.useMutation();
  const [update] = dictionaries.itemUpdate.useMutation();
  const [remove] = dictionaries.itemDelete.useMutation();
  const shared = { small: true, schema: dictionarieApi.itemAdd.body!, fields: Fields };
  const actions: readonly Action[] = [
    {
      label: "新增选项",
      may: editable,
      adds: true,
      form: () =>
        formOf({
          ...shared,
          title: "新增选项",
          values: { dictionaryId, value: "", label: "", sort: next, enabled: 1, remark: "" },
          send: (body) => add({ body }),
        }),
      done: ["字典选项", "新增"],
    },
  ];
  const rowActions: readonly Action<Item>[] = [
    {
      label: "编辑",
      may: editable,
      form: ({ id, value, label, sort, enabled, remark }) =>
        formOf({
          ...shared,
          title: "编辑选项",
          values: { dictionaryId, value, label, sort, enabled, remark },
          send: (body) => update({ body: { ...body, id } }),
        }),
      done: ["字典选项", "保存"],
    },
    {
      label: "删除",
      may: editable,
      danger: true,
      confirm: ({ label }) => ({
        title: "删除选项",
        text: `确定要删除“${label}”吗？已经使用该选项的数据不会改变。`,
      }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["字典选项", "删除"],
    },
  ];
  return { actions, rowActions };
}

/** The options of one dictionary, beside the list. */
export function Items({ dictionary, editable, onClose }: ItemsProps) {
  const { data, isError, error, isFetching, refetch } = dictionaries.items.useQuery(
    { body: { dictionaryId: dictionary.id } },
    { refetchOnMountOrArgChange: true },
  );
  const next = Math.max(0, ...(data ?? []).map(({ sort }) => sort)) + 1;
  const { actions, rowActions } = useItemActions(dictionary.id, editable, next);
  const { columns, opened } = useActionColumn(plain, rowActions);
  const list: ListView<Item> = {
    rows: data,
    fetching: isFetching,
    error: isError ? error : undefined,
    retry: () => void refetch(),
  };
  return (
    <AppDrawer open title={`${dictionary.name}的选项`} width="720px" onClose={onClose}>
      <Flex direction="column" h="full" minH="320px">
        <DataTable
          id="dictionarie-items"
          label="字典选项"
          columns={columns}
          rowId={(r) => r.id}
          list={list}
          empty={{ title: "还没有选项" }}
          toolbar={<ActionBar actions={actions} row={undefined} />}
        />
      </Flex>
      {opened}
    </AppDrawer>
  );
}
