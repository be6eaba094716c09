import { Button, HStack } from "@chakra-ui/react";
import { mayOperate, notifyDone, selectUser, useMayPress, useSelector } from "@liantai/api/client";
import { dictionarieApi, dictionaryModes, dictionaryScopes } from "@liantai/api/contract/admin";
import { ConfirmDialog, type Column } from "@liantai/ui";
import {
  FormDrawer,
  RadioField,
  ResourceScreen,
  SelectField,
  TextAreaField,
  TextField,
  useResourceList,
} from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { Items } from "./items.tsx";
import { dictionaries, type Dictionary } from "./queries.ts";

const { keyword, scope } = dictionarieApi.list.body!.fields;
const filterSchema = object({ keyword, scope });
const defaults = () => ({ keyword: "", scope: "" });
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

interface May {
  readonly add: boolean;
  readonly update: boolean;
  readonly delete: boolean;
}

/** Operators by their rights, enterprises by their buttons. */
function useMay(): May & { readonly operator: boolean } {
  const user = useSelector(selectUser);
  const press = useMayPress("/dictionarie");
  const operator = user?.roleType === 0;
  const operate = mayOperate(user, "dictionarie.edit");
  const may = (code: string) => (operator ? operate : press(code));
  return {
    operator,
    add: may("dictionarie.add"),
    update: may("dictionarie.update"),
    delete: may("dictionarie.delete"),
  };
}

/** 数据字典 */
export default function DictionaryScreen() {
  const may = useMay();
  const resource = useResourceList<Dictionary, ReturnType<typeof defaults>>({
    id: "dictionarie",
    endpoint: dictionaries.list,
    filterSchema,
    defaults,
  });
  const [add] = dictionaries.add.useMutation();
  const [update] = dictionaries.update.useMutation();
  const [remove, { isLoading: removing }] = dictionaries.delete.useMutation();
  const [form, setForm] = useState<{ readonly row: Dictionary | undefined }>();
  const [leaving, setLeaving] = useState<Dictionary>();
  const [shown, setShown] = useState<Dictionary>();
  const columns = useMemo<readonly Column<Dictionary>[]>(
    () => [
      { id: "code", title: "字典编码", width: 170, value: (r) => r.code, sortBy: "code" },
      { id: "name", title: "字典名称", width: 180, value: (r) => r.name, sortBy: "name" },
      ...(may.operator
        ? []
        : [
            { id: "scope", title: "范围", width: 80, value: (r: Dictionary) => dictionaryScopes[r.scope] },
            {
              id: "mode",
              title: "与全局字典的关系",
              width: 150,
              value: (r: Dictionary) => (r.scope === "enterprise" ? dictionaryModes[r.mode] : ""),
            },
          ]),
      { id: "items", title: "选项数", width: 80, align: "end", value: (r) => r.items },
      { id: "remark", title: "备注", width: 220, value: (r) => r.remark },
      {
        id: "actions",
        title: "操作",
        width: 150,
        value: () => null,
        actions: true,
        cell: (r) => (
          <HStack gap="1">
            <Button size="2xs" variant="ghost" onClick={() => setShown(r)}>
              选项
            </Button>
            {r.editable && may.update && (
              <Button size="2xs" variant="ghost" onClick={() => setForm({ row: r })}>
                编辑
              </Button>
            )}
            {r.editable && may.delete && (
              <Button size="2xs" variant="ghost" colorPalette="red" onClick={() => setLeaving(r)}>
                删除
              </Button>
            )}
          </HStack>
        ),
      },
    ],
    [may.operator, may.update, may.delete],
  );
  const confirmed = async () => {
    try {
      await remove({ body: { ids: [leaving!.id] } }).unwrap();
      notifyDone("数据字典", "删除");
    } catch {
      // Said by the shell.
    }
    setLeaving(undefined);
  };
  return (
    <ResourceScreen
      label="数据字典"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的字典" }}
      query={
        <>
          <TextField name="keyword" label="编码或名称" />
          {!may.operator && (
            <SelectField name="scope" label="范围" options={optionsOf(dictionaryScopes)} width="110px" />
          )}
        </>
      }
      onAdd={may.add ? () => setForm({ row: undefined }) : undefined}
      toolbar={
        may.add && (
          <Button size="xs" onClick={() => setForm({ row: undefined })}>
            <Plus aria-hidden />
            新增
          </Button>
        )
      }
    >
      <FormDrawer
        open={form !== undefined}
        title={form?.row ? "编辑字典" : "新增字典"}
        schema={dictionarieApi.add.body!}
        onClose={() => setForm(undefined)}
        values={{
          code: form?.row?.code ?? "",
          name: form?.row?.name ?? "",
          mode: form?.row?.mode ?? "extend",
          remark: form?.row?.remark ?? "",
        }}
        onSubmit={async (body) => {
          await (form?.row ? update({ body: { ...body, id: form.row.id } }) : add({ body })).unwrap();
          notifyDone("数据字典", form?.row ? "保存" : "新增");
        }}
      >
        <TextField
          name="code"
          label="字典编码"
          hint={
            may.operator ? "字母开头，可用字母、数字、点、横线和下划线" : "与全局字典编码相同时，补充或替换全局字典"
          }
        />
        <TextField name="name" label="字典名称" />
        {!may.operator && <RadioField name="mode" label="与全局字典的关系" options={optionsOf(dictionaryModes)} />}
        <TextAreaField name="remark" label="备注" maxLength={200} rows={3} />
      </FormDrawer>
      <ConfirmDialog
        open={leaving !== undefined}
        title="删除字典"
        text={`确定要删除“${leaving?.name ?? ""}”和它的全部选项吗？删除后不能恢复。`}
        confirm="删除"
        dangerous
        busy={removing}
        onConfirm={() => void confirmed()}
        onClose={() => setLeaving(undefined)}
      />
      {shown && (
        <Items dictionary={shown} editable={shown.editable && may.update} onClose={() => setShown(undefined)} />
      )}
    </ResourceScreen>
  );
}
