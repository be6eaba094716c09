import { Button, Flex, HStack } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { dictionarieApi } from "@liantai/api/contract/admin";
import { AppDrawer, ConfirmDialog, DataTable, StatusBadge, type Column, type ListView } from "@liantai/ui";
import { FormDialog, NumberField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
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

/** The options of one dictionary, beside the list. */
export function Items({ dictionary, editable, onClose }: ItemsProps) {
  const { data, isError, error, isFetching, refetch } = dictionaries.items.useQuery(
    { body: { dictionaryId: dictionary.id } },
    { refetchOnMountOrArgChange: true },
  );
  const [add] = dictionaries.itemAdd.useMutation();
  const [update] = dictionaries.itemUpdate.useMutation();
  const [remove, { isLoading: removing }] = dictionaries.itemDelete.useMutation();
  const [form, setForm] = useState<{ readonly row: Item | undefined }>();
  const [leaving, setLeaving] = useState<Item>();
  const list: ListView<Item> = {
    rows: data,
    fetching: isFetching,
    error: isError ? error : undefined,
    retry: () => void refetch(),
  };
  const columns = useMemo<readonly Column<Item>[]>(
    () => [
      ...plain,
      ...(editable
        ? [
            {
              id: "actions",
              title: "操作",
              width: 104,
              value: () => null,
              actions: true,
              cell: (row: Item) => (
                <HStack gap="1">
                  <Button size="2xs" variant="ghost" onClick={() => setForm({ row })}>
                    编辑
                  </Button>
                  <Button size="2xs" variant="ghost" colorPalette="red" onClick={() => setLeaving(row)}>
                    删除
                  </Button>
                </HStack>
              ),
            },
          ]
        : []),
    ],
    [editable],
  );
  const confirmed = async () => {
    try {
      await remove({ body: { ids: [leaving!.id] } }).unwrap();
      notifyDone("字典选项", "删除");
    } catch {
      // Said by the shell.
    }
    setLeaving(undefined);
  };
  const next = Math.max(0, ...(data ?? []).map(({ sort }) => sort)) + 1;
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
          toolbar={
            editable ? (
              <Button size="xs" onClick={() => setForm({ row: undefined })}>
                <Plus aria-hidden />
                新增选项
              </Button>
            ) : undefined
          }
        />
      </Flex>
      <FormDialog
        open={form !== undefined}
        title={form?.row ? "编辑选项" : "新增选项"}
        schema={dictionarieApi.itemAdd.body!}
        onClose={() => setForm(undefined)}
        values={{
          dictionaryId: dictionary.id,
          value: form?.row?.value ?? "",
          label: form?.row?.label ?? "",
          sort: form?.row?.sort ?? next,
          enabled: form?.row?.enabled ?? 1,
          remark: form?.row?.remark ?? "",
        }}
        onSubmit={async (body) => {
          await (form?.row ? update({ body: { ...body, id: form.row.id } }) : add({ body })).unwrap();
          notifyDone("字典选项", form?.row ? "保存" : "新增");
        }}
      >
        <TextField name="value" label="选项值" hint="保存在数据里的值" />
        <TextField name="label" label="选项名称" hint="页面上看到的文字" />
        <NumberField name="sort" label="排序" max={99_999} />
        <SwitchField name="enabled" label="启用" on="启用" off="停用" />
        <TextAreaField name="remark" label="备注" maxLength={200} rows={2} />
      </FormDialog>
      <ConfirmDialog
        open={leaving !== undefined}
        title="删除选项"
        text={`确定要删除“${leaving?.label ?? ""}”吗？已经使用该选项的数据不会改变。`}
        confirm="删除"
        dangerous
        busy={removing}
        onConfirm={() => void confirmed()}
        onClose={() => setLeaving(undefined)}
      />
    </AppDrawer>
  );
}
