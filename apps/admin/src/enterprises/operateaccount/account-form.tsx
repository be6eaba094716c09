import { notifyDone } from "@liantai/api/client";
import { SimpleGrid } from "@chakra-ui/react";
import { operatorAccountApi } from "@liantai/api/contract/admin";
import { FormDrawer, SelectField, SwitchField, TextAreaField, TextField, sending } from "@liantai/ui/resource";
import type { InferType } from "yup";
import { NewPasswordField, sealPassword, typedPassword, type Shown } from "../accounts/password.tsx";
import { operatorAccounts, useUnitOptions, type OperatorAccount } from "../parts/model.ts";
import { roles } from "../../access/roles/model.ts";
import { EmpowerField } from "./empower-field.tsx";

const addSchema = operatorAccountApi.addOpt.body!.omit(["kid", "password"]).shape({ password: typedPassword() });
const updateSchema = operatorAccountApi.updateOpt.body!.omit(["id"]);
const blank = {
  account: "",
  nickName: "",
  unitId: "",
  roleId: "",
  enabled: 1,
  operator: 0,
  isSys: 0,
  isSuper: 0,
  isHiddenNum: 0,
  empowerJson: {},
  remark: "",
  password: "",
};

/** `account` undefined: a new one. */
export function OperatorAccountForm({
  account,
  onClose,
  onShown,
}: {
  readonly account: OperatorAccount | undefined;
  readonly onClose: () => void;
  readonly onShown: (shown: readonly Shown[]) => void;
}) {
  const [add] = operatorAccounts.addOpt.useMutation();
  const [update] = operatorAccounts.updateOpt.useMutation();
  const unitOptions = useUnitOptions();
  const { data } = roles.listOpt.useQuery({ body: { pageNo: 1, pageSize: 200 } });
  const roleOptions = (data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const change = async (typed: InferType<typeof updateSchema>) => {
    await update({ body: { ...typed, id: account!.id } }).unwrap();
    notifyDone("运营账号", "保存");
  };
  const create = async ({ password, ...rest }: InferType<typeof addSchema>) => {
    const made = await add({ body: { ...rest, ...(await sealPassword(password)) } }).unwrap();
    notifyDone("运营账号", "新增");
    if (made.password) onShown([{ account: rest.account, password: made.password }]);
  };
  return (
    <FormDrawer
      open
      title={account ? "编辑运营账号" : "新增运营账号"}
      width="560px"
      {...(account ? sending(updateSchema, change) : sending(addSchema, create))}
      values={account ? { ...blank, ...account, unitId: account.unitId ?? "" } : blank}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SimpleGrid columns={2} columnGap="4" rowGap="3">
            <TextField name="account" label="账号" disabled={account !== undefined} />
            <TextField name="nickName" label="姓名" />
            <SelectField name="roleId" label="角色" options={roleOptions} />
            <SelectField name="unitId" label="运营单位" options={unitOptions} none="不指定" />
            {account === undefined && <NewPasswordField />}
            <SwitchField name="enabled" label="状态" on="启用" off="停用" />
            <SwitchField name="isSuper" label="超级账号" on="可见全部单位的企业" off="仅本单位及下级" />
            <SwitchField name="isSys" label="系统账号" on="可管理运营账号" off="按操作权限" />
            <SwitchField name="operator" label="全部操作权限" on="拥有全部" off="按操作权限" />
            <SwitchField name="isHiddenNum" label="隐藏号码" />
          </SimpleGrid>
          {Number(form.watch("operator")) === 1 && Number(form.watch("isSys")) === 1 ? null : (
            <EmpowerField name="empowerJson" label="操作权限" />
          )}
          <TextAreaField name="remark" label="备注" rows={3} maxLength={200} />
        </>
      )}
    </FormDrawer>
  );
}
