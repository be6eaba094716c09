/** 个人/共享: entries of one's own, and those that somebody shares with everybody. */
import { useMayPress } from "@liantai/api/client";
import { contactsApi } from "@liantai/api/contract/workorder";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  formOf,
  MaskedField,
  ResourceScreen,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useResourceList,
  type Action,
} from "@liantai/ui/resource";
import type { ReactNode } from "react";
import { useToRecord, type ToRecord } from "../../records/parts/asked-record.ts";
import { dial, entries, type Entry } from "./queries.ts";

const noun = "联系人";
const nowhere = () => undefined;
const filterSchema = contactsApi.list.body!.pick(["groupName", "name", "phone", "shared"]);
const defaults = () => ({ groupName: "", name: "", phone: "", shared: "" });
const scopes = [
  { value: "0", label: "个人" },
  { value: "1", label: "共享" },
];
const scopeOf = ({ shared }: Entry): string => (shared === 1 ? "共享" : "个人");

const columns: readonly Column<Entry>[] = [
  { id: "name", title: "姓名", width: 110, value: (r) => r.name, sortBy: "name" },
  { id: "phone", title: "电话", width: 130, value: (r) => r.phone },
  { id: "groupName", title: "分组", width: 120, value: (r) => r.groupName, sortBy: "groupName" },
  {
    ...{ id: "shared", title: "范围", width: 72, value: scopeOf },
    cell: (r) => <StatusBadge tone={r.shared === 1 ? "ready" : "offline"}>{scopeOf(r)}</StatusBadge>,
  },
  { id: "remark", title: "备注", width: 180, value: (r) => r.remark },
  { id: "ownerName", title: "创建人", width: 90, value: (r) => r.ownerName },
];

const fields = (
  <>
    <TextField name="name" label="姓名" />
    <MaskedField name="phone" label="电话" hint="手机号码，或带区号的座机号码" />
    <TextField name="groupName" label="分组" />
    <SwitchField name="shared" label="共享" on="所有人可见" off="仅自己和管理员可见" />
    <TextAreaField name="remark" label="备注" rows={3} />
  </>
);

/** Somebody else's entry is changed and deleted by administrators alone. */
function useEntryActions() {
  const press = useMayPress("/addresslist");
  const [add] = entries.add.useMutation();
  const [update] = entries.update.useMutation();
  const [remove] = entries.delete.useMutation();
  const sheet = (row: Entry | undefined) =>
    formOf({
      ...{ title: `${row ? "编辑" : "新增"}${noun}`, schema: contactsApi.add.body!, fields },
      values: {
        ...{ name: row?.name ?? "", phone: row?.phone ?? "", groupName: row?.groupName ?? "" },
        ...{ shared: row?.shared ?? 0, remark: row?.remark ?? "" },
      },
      send: (body) => (row ? update({ body: { ...body, id: row.id } }) : add({ body })).unwrap(),
    });
  const bar: readonly Action[] = [
    {
      ...{ label: "新增", may: press("contacts.add"), adds: true },
      ...{ form: () => sheet(undefined), done: [noun, "新增"] },
    },
  ];
  const rows: readonly Action<Entry>[] = [
    { label: "呼叫", main: true, shown: ({ dialRef }) => dialRef !== "", run: dial },
    {
      ...{ label: "编辑", may: press("contacts.update"), shown: ({ editable }: Entry) => editable },
      ...{ form: sheet, done: [noun, "保存"] },
    },
    {
      ...{ label: "删除", may: press("contacts.delete"), shown: ({ editable }: Entry) => editable, danger: true },
      confirm: ({ name }) => ({ title: `删除${noun}`, text: `确定要删除“${name}”吗？删除后不能恢复。` }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: [noun, "删除"],
    },
  ];
  return { bar, rows };
}

/** `to`: its records are in the other views. */
export function AddressBook({ views, to }: { readonly views: ReactNode; readonly to: ToRecord }) {
  useToRecord(to, "", true, nowhere);
  const resource = useResourceList<Entry, ReturnType<typeof defaults>>({
    ...{ id: "addressbook", endpoint: entries.list, filterSchema, defaults },
  });
  const { bar, rows } = useEntryActions();
  return (
    <ResourceScreen
      label="通讯录"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      toolbar={views}
      empty={{
        title: "没有符合条件的联系人",
        how: "点击“新增”添加常用联系人，可以只自己看，也可以共享给所有人。",
      }}
      query={
        <>
          <TextField name="name" label="姓名" width="120px" />
          <TextField name="phone" label="电话" width="130px" />
          <TextField name="groupName" label="分组" width="120px" />
          <SelectField name="shared" label="范围" options={scopes} width="100px" />
        </>
      }
    />
  );
}
