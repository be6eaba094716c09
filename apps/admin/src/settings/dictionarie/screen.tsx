import { isOperator } from "@liantai/api/contract";
import { mayOperate, selectUser, useMayPress, useSelector } from "@liantai/api/client";
import { dictionarieApi, dictionaryModes, dictionaryScopes } from "@liantai/api/contract/admin";
import type { Column } from "@liantai/ui";
import {
  RadioField,
  ResourceScreen,
  SelectField,
  TextAreaField,
  TextField,
  useResourceList,
  type Action,
  formOf,
} from "@liantai/ui/resource";
import { useMemo } from "react";
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
  const operator = isOperator(user);
  const operate = mayOperate(user, "dictionarie.edit");
  const may = (code: string) => (operator ? operate : press(code));
  return {
    operator,
    add: may("dictionarie.add"),
    update: may("dictionarie.update"),
    delete: may("dictionarie.delete"),
  };
}

const columnsOf = (operator: boolean): readonly Column<Dictionary>[] => [
  { id: "code", title: "字典编码", width: 170, value: (r) => r.code, sortBy: "code" },
  { id: "name", title: "字典名称", width: 180, value: (r) => r.name, sortBy: "name" },
  ...(operator
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
];

const Fields = ({ operator }: { readonly operator: boolean }) => (
  <>
    <TextField
      name="code"
      label="字典编码"
      hint={operator ? "字母开头，可用字母、数字、点、横线和下划线" : "与全局字典编码相同时，补充或替换全局字典"}
    />
    <TextField name="name" label="字典名称" />
    {!operator && <RadioField name="mode" label="与全局字典的关系" options={optionsOf(dictionaryModes)} />}
    <TextAreaField name="remark" label="备注" rows={3} />
  </>
);

const blank = { code: "", name: "", mode: "extend", remark: "" };

function useDictionaryActions(may: ReturnType<typeof useMay>) {
  const [add] = dictionaries.add.useMutation();
  const [update] = dictionaries.update.useMutation();
  const [remove] = dictionaries.delete.useMutation();
  const shared = { schema: dictionarieApi.add.body!, fields: <Fields operator={may.operator} /> };
  const actions: readonly Action[] = [
    {
      label: "新增",
      may: may.add,
      adds: true,
      form: () => formOf({ ...shared, title: "新增字典", values: blank, send: (body) => add({ body }) }),
      done: ["数据字典", "新增"],
    },
  ];
  const rowActions: readonly Action<Dictionary>[] = [
    {
      label: "选项",
      sheet: (r, close) => <Items dictionary={r} editable={r.editable && may.update} onClose={close} />,
    },
    {
      label: "编辑",
      may: may.update,
      shown: (r) => r.editable,
      form: ({ id, code, name, mode, remark }) =>
        formOf({
          ...shared,
          title: "编辑字典",
          values: { code, name, mode, remark },
          send: (body) => update({ body: { ...body, id } }),
        }),
      done: ["数据字典", "保存"],
    },
    {
      label: "删除",
      may: may.delete,
      danger: true,
      shown: (r) => r.editable,
      confirm: (r) => ({ title: "删除字典", text: `确定要删除“${r.name}”和它的全部选项吗？删除后不能恢复。` }),
      run: (r) => remove({ body: { ids: [r.id] } }),
      done: ["数据字典", "删除"],
    },
  ];
  return { actions, rowActions };
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
  const columns = useMemo(() => columnsOf(may.operator), [may.operator]);
  const { actions, rowActions } = useDictionaryActions(may);
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
      actions={actions}
      rowActions={rowActions}
    />
  );
}
