import { SimpleGrid } from "@chakra-ui/react";
import { namedOptions } from "@liantai/ui";
import { operatorAccountApi } from "@liantai/api/contract/admin";
import { SelectField, SwitchField, TextAreaField, TextField, formOf } from "@liantai/ui/resource";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { NewPasswordField, passwordsOnce, sealPassword, typedPassword } from "../accounts/password.tsx";
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

function Fields({ form, isNew = false }: { readonly form: UseFormReturn<FieldValues>; readonly isNew?: boolean }) {
  const unitOptions = useUnitOptions();
  const { data } = roles.listOpt.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  const roleOptions = namedOptions(data?.list);
  return (
    <>
      <SimpleGrid columns={2} columnGap="4" rowGap="3">
        <TextField name="account" label="账号" chars disabled={!isNew} />
        <TextField name="nickName" label="姓名" />
        <SelectField name="roleId" label="角色" options={roleOptions} />
        <SelectField name="unitId" label="运营单位" options={unitOptions} none="不指定" />
        {isNew && <NewPasswordField />}
        <SwitchField name="enabled" label="状态" on="启用" off="停用" />
        <SwitchField name="isSuper" label="超级账号" on="可见全部单位的企业" off="仅本单位及下级" />
        <SwitchField name="isSys" label="系统账号" on="可管理运营账号" off="按操作权限" />
        <SwitchField name="operator" label="全部操作权限" on="拥有全部" off="按操作权限" />
        <SwitchField name="isHiddenNum" label="隐藏号码" />
      </SimpleGrid>
      {Number(form.watch("operator")) === 1 && Number(form.watch("isSys")) === 1 ? null : (
        <EmpowerField name="empowerJson" label="操作权限" />
      )}
      <TextAreaField name="remark" label="备注" rows={3} />
    </>
  );
}

/** The forms of an operator's account: a new one, an existing one. */
export function useOperatorForms() {
  const [add] = operatorAccounts.addOpt.useMutation();
  const [update] = operatorAccounts.updateOpt.useMutation();
  const added = formOf({
    title: "新增运营账号",
    width: "560px",
    schema: addSchema,
    values: blank,
    fields: (form) => <Fields form={form} isNew />,
    async send({ password, ...rest }) {
      const made = await add({ body: { ...rest, ...(await sealPassword(password)) } }).unwrap();
      return passwordsOnce([{ account: rest.account, password: made.password }]);
    },
  });
  const edited = (account: OperatorAccount) =>
    formOf({
      title: "编辑运营账号",
      width: "560px",
      schema: updateSchema,
      values: { ...blank, ...account, unitId: account.unitId ?? "" },
      fields: (form) => <Fields form={form} />,
      send: (typed) => update({ body: { ...typed, id: account.id } }),
    });
  return { added, edited };
}
