import { mayAccount, selectUser, useSelector } from "@liantai/api/client";
import { operatorAccountApi } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList, type Action } from "@liantai/ui/resource";
import { object } from "yup";
import { resetForm } from "../accounts/password.tsx";
import { resetTotp, totpColumn } from "../accounts/totp.ts";
import { enabledOptions, operatorAccounts, useUnitOptions, type OperatorAccount } from "../parts/model.ts";
import { useOperatorForms } from "./account-form.tsx";

const { name, unitId, enabled } = operatorAccountApi.listOpt.body!.fields;
const filterSchema = object({ name, unitId, enabled });
const defaults = () => ({ name: "", unitId: "", enabled: "" });
const rightsOf = (r: OperatorAccount) =>
  [
    r.isSuper && "超级",
    r.isSys && "系统",
    r.operator ? "全部操作" : `${Object.values(r.empowerJson).filter(Boolean).length} 项操作`,
  ]
    .filter(Boolean)
    .join("、");

const columns: readonly Column<OperatorAccount>[] = [
  { id: "account", title: "账号", width: 110, value: (r) => r.account, sortBy: "account" },
  { id: "nickName", title: "姓名", width: 96, value: (r) => r.nickName, sortBy: "nickName" },
  { id: "unitName", title: "运营单位", width: 140, value: (r) => r.unitName },
  { id: "roleName", title: "角色", width: 104, value: (r) => r.roleName },
  { id: "rights", title: "权限", width: 170, value: rightsOf },
  {
    id: "enabled",
    title: "状态",
    width: 84,
    value: (r) => (r.enabled === 1 ? "启用" : "停用"),
    cell: (r) => (
      <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{r.enabled === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
  { id: "online", title: "登录", width: 72, value: (r) => (r.online ? "在线" : "离线") },
  totpColumn,
  { id: "createdAt", title: "创建时间", width: 156, value: (r) => r.createdAt, sortBy: "createdAt", optional: true },
  { id: "remark", title: "备注", width: 160, value: (r) => r.remark, optional: true },
];

function useRights() {
  const user = useSelector(selectUser);
  const may = (verb: string) => mayAccount(user, `operateAccount.${verb}`);
  return {
    own: user?.userId,
    add: may("add"),
    update: may("update"),
    password: may("password"),
    delete: may("delete"),
  };
}

function useAccountActions(may: ReturnType<typeof useRights>) {
  const { added, edited } = useOperatorForms();
  const [reload] = operatorAccounts.reloadPasswordOpt.useMutation();
  const [totp] = operatorAccounts.resetTotpOpt.useMutation();
  const [remove] = operatorAccounts.deleteOpt.useMutation();
  const actions: readonly Action[] = [
    { label: "新增", may: may.add, adds: true, form: () => added, done: ["运营账号", "新增"] },
  ];
  const rowActions: readonly Action<OperatorAccount>[] = [
    { label: "编辑", may: may.update, form: edited, done: ["运营账号", "保存"] },
    {
      label: "重置密码",
      may: may.password,
      form: ({ id, account }) => resetForm(account, (body) => reload({ body: { ...body, id } }).unwrap()),
      done: ["密码", "重置"],
    },
    resetTotp(may.password, may.own, ({ id }) => totp({ body: { id } })),
    {
      label: "删除",
      may: may.delete,
      danger: true,
      shown: ({ id }) => id !== may.own,
      confirm: ({ account }) => ({
        title: "删除运营账号",
        text: `确定要删除账号“${account}”吗？其登录立即退出，删除后不能恢复。`,
      }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["运营账号", "删除"],
    },
  ];
  return { actions, rowActions };
}

/** 运营账号. */
export default function OperateAccountScreen() {
  const { actions, rowActions } = useAccountActions(useRights());
  const resource = useResourceList<OperatorAccount, ReturnType<typeof defaults>>({
    id: "operateaccount",
    endpoint: operatorAccounts.listOpt,
    filterSchema,
    defaults,
  });
  const unitOptions = useUnitOptions();
  return (
    <ResourceScreen
      label="运营账号"
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的账号" }}
      query={
        <>
          <TextField name="name" label="账号或姓名" />
          <SelectField name="unitId" label="运营单位" options={unitOptions} />
          <SelectField name="enabled" label="状态" options={enabledOptions} />
        </>
      }
      actions={actions}
      rowActions={rowActions}
    />
  );
}
