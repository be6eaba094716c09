/** The list that 企业管理员 and 用户账号 share; what is theirs alone comes from them. */
import { selectUser, useSelector } from "@liantai/api/client";
import { companyAccountApi } from "@liantai/api/contract/admin";
import {
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  type Option,
  type Action,
} from "@liantai/ui/resource";
import { Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { companyAccounts, enabledOptions, type CompanyAccount } from "../parts/model.ts";
import { useAccountForms, roleTypeOptions } from "./account-form.tsx";
import { accountColumns } from "./columns.tsx";
import { resetForm } from "./password.tsx";
import { resetTotp } from "./totp.ts";

const { name, enabled, roleTypes, agentId, compId } = companyAccountApi.listComp.body!.fields;
const filterSchema = object({ name, enabled, roleTypes, agentId, compId });

interface AccountListProps {
  readonly id: string;
  readonly noun: string;
  readonly types: readonly (1 | 2 | 3 | 4)[];
  /** Operators: all enterprises; undefined: the own. */
  readonly enterprises?: readonly Option[];
  readonly may: {
    readonly add: boolean;
    readonly update: boolean;
    readonly password: boolean;
    readonly delete: boolean;
  };
  readonly remove: (body: { ids: string[] }) => Promise<unknown>;
  /** Further buttons of a row, before 编辑. */
  readonly rowActions?: readonly Action<CompanyAccount>[];
  /** Further buttons over the list, after 新增. */
  readonly actions?: readonly Action[];
  /** Columns that the screen does not have, and those that show when they are asked for. */
  readonly hidden: readonly string[];
  readonly optional?: readonly string[];
}

const none: readonly never[] = [];
const deletion = "其登录立即退出，删除后不能恢复。";

function useRowActions({ types, enterprises, may, remove, rowActions = none }: AccountListProps) {
  const own = useSelector(selectUser)?.userId;
  const [reload] = companyAccounts.reloadPasswordComp.useMutation();
  const [totp] = companyAccounts.resetTotpComp.useMutation();
  const { edited } = useAccountForms({ types, enterprises });
  const all: readonly Action<CompanyAccount>[] = [
    ...rowActions,
    { label: "编辑", may: may.update, form: edited, done: ["账号", "保存"] },
    {
      label: "重置密码",
      may: may.password,
      form: ({ id, compId, account }) =>
        resetForm(account, (body) => reload({ body: { ...body, id, ...(enterprises ? { compId } : {}) } }).unwrap()),
      done: ["密码", "重置"],
    },
    resetTotp(may.password, own, ({ id, compId }) => totp({ body: { id, ...(enterprises ? { compId } : {}) } })),
    {
      label: "删除",
      may: may.delete,
      danger: true,
      shown: (row) => row.id !== own && row.ofSeat === 0,
      confirm: ({ account }) => ({ title: "删除账号", text: `确定要删除账号“${account}”吗？${deletion}` }),
      run: ({ id }) => remove({ ids: [id] }),
      done: ["账号", "删除"],
    },
  ];
  return all;
}

function useBarActions(
  { types, enterprises, may, remove, actions = none }: AccountListProps,
  chosen: readonly CompanyAccount[],
  clear: () => void,
) {
  const { added } = useAccountForms({ types, enterprises });
  const count = chosen.length;
  const all: readonly Action[] = [
    { label: "新增", may: may.add, adds: true, form: () => added, done: ["账号", "新增"] },
    ...actions,
    {
      label: "删除",
      may: may.delete,
      danger: true,
      icon: <Trash2 aria-hidden />,
      disabled: count === 0,
      confirm: () => ({ title: "删除账号", text: `确定要删除选中的 ${count} 个账号吗？${deletion}` }),
      run: () => remove({ ids: chosen.map((row) => row.id) }).then(clear),
      done: ["账号", "删除", { count }],
    },
  ];
  return all;
}

export function AccountList(props: AccountListProps) {
  const { id, noun, types, enterprises, may, hidden, optional } = props;
  const defaults = () => ({ name: "", enabled: "", roleTypes: types.join(","), agentId: "", compId: "" });
  const resource = useResourceList<CompanyAccount, ReturnType<typeof defaults>>({
    id,
    endpoint: companyAccounts.listComp,
    filterSchema,
    defaults,
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = (resource.list.rows ?? []).filter((row) => selected.has(row.id));
  const actions = useBarActions(props, chosen, () => setSelected(new Set()));
  const rowActions = useRowActions(props);
  const columns = useMemo(
    () =>
      accountColumns
        .filter((column) => !hidden.includes(column.id))
        .map((column) => (optional?.includes(column.id) ? { ...column, optional: true } : column)),
    [hidden, optional],
  );
  return (
    <ResourceScreen
      label={noun}
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: `没有符合条件的${noun}` }}
      {...(may.delete ? { selection: { selected, onChange: setSelected } } : {})}
      query={
        <>
          {enterprises && <SelectField name="compId" label="企业" options={enterprises} width="220px" />}
          <TextField name="name" label="账号或姓名" />
          {types.length > 1 && (
            <SelectField
              name="roleTypes"
              label="账号类型"
              options={[{ value: types.join(","), label: "全部" }, ...roleTypeOptions(types)]}
              none={false}
            />
          )}
          {types.includes(2) && <TextField name="agentId" label="坐席工号" inputMode="numeric" />}
          <SelectField name="enabled" label="状态" options={enabledOptions} />
        </>
      }
      actions={actions}
      rowActions={rowActions}
    />
  );
}
