import { Button, HStack } from "@chakra-ui/react";
import { mayAccount, selectUser, useSelector, notifyDone } from "@liantai/api/client";
import { operatorAccountApi } from "@liantai/api/contract/admin";
import { ConfirmDialog, StatusBadge, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList } from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { ResetPasswordDialog } from "../accounts/password-dialog.tsx";
import { ShownPasswords, type Shown } from "../accounts/password.tsx";
import { enabledOptions, operatorAccounts, useUnitOptions, type OperatorAccount } from "../parts/model.ts";
import { OperatorAccountForm } from "./account-form.tsx";

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
  { id: "account", title: "账号", width: 120, value: (r) => r.account, sortBy: "account" },
  { id: "nickName", title: "姓名", width: 120, value: (r) => r.nickName, sortBy: "nickName" },
  { id: "unitName", title: "运营单位", width: 140, value: (r) => r.unitName },
  { id: "roleName", title: "角色", width: 120, value: (r) => r.roleName },
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
  { id: "createdAt", title: "创建时间", width: 152, value: (r) => r.createdAt, sortBy: "createdAt", optional: true },
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

/** 运营账号. */
export default function OperateAccountScreen() {
  const may = useRights();
  const resource = useResourceList<OperatorAccount, ReturnType<typeof defaults>>({
    id: "operateaccount",
    endpoint: operatorAccounts.listOpt,
    filterSchema,
    defaults,
  });
  const unitOptions = useUnitOptions();
  const [reload] = operatorAccounts.reloadPasswordOpt.useMutation();
  const [remove, removing] = operatorAccounts.deleteOpt.useMutation();
  const [form, setForm] = useState<{ readonly account: OperatorAccount | undefined }>();
  const [resetting, setResetting] = useState<OperatorAccount>();
  const [doomed, setDoomed] = useState<OperatorAccount>();
  const [shown, setShown] = useState<readonly Shown[]>();
  const withActions = useMemo<readonly Column<OperatorAccount>[]>(
    () => [
      ...columns,
      {
        id: "actions",
        title: "操作",
        width: 180,
        value: () => null,
        actions: true,
        cell: (row) => (
          <HStack gap="1">
            {may.update && (
              <Button size="2xs" variant="ghost" onClick={() => setForm({ account: row })}>
                编辑
              </Button>
            )}
            {may.password && (
              <Button size="2xs" variant="ghost" onClick={() => setResetting(row)}>
                重置密码
              </Button>
            )}
            {may.delete && row.id !== may.own && (
              <Button size="2xs" variant="ghost" colorPalette="red" onClick={() => setDoomed(row)}>
                删除
              </Button>
            )}
          </HStack>
        ),
      },
    ],
    [may.update, may.password, may.delete, may.own],
  );
  const confirmed = async () => {
    try {
      await remove({ body: { ids: [doomed!.id] } }).unwrap();
      notifyDone("运营账号", "删除");
    } catch {
      // Said by the shell.
    } finally {
      setDoomed(undefined);
    }
  };
  return (
    <ResourceScreen
      label="运营账号"
      columns={withActions}
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
      onAdd={may.add ? () => setForm({ account: undefined }) : undefined}
      toolbar={
        may.add && (
          <Button size="xs" onClick={() => setForm({ account: undefined })}>
            <Plus aria-hidden />
            新增
          </Button>
        )
      }
    >
      {form && <OperatorAccountForm account={form.account} onClose={() => setForm(undefined)} onShown={setShown} />}
      {resetting && (
        <ResetPasswordDialog
          account={resetting}
          onClose={() => setResetting(undefined)}
          onShown={setShown}
          send={async (body) => (await reload({ body: { ...body, id: resetting.id } }).unwrap()).password ?? ""}
        />
      )}
      <ShownPasswords shown={shown} onClose={() => setShown(undefined)} />
      <ConfirmDialog
        open={doomed !== undefined}
        title="删除运营账号"
        dangerous
        confirm="删除"
        busy={removing.isLoading}
        text={`确定要删除账号“${doomed?.account ?? ""}”吗？其登录立即退出，删除后不能恢复。`}
        onConfirm={() => void confirmed()}
        onClose={() => setDoomed(undefined)}
      />
    </ResourceScreen>
  );
}
