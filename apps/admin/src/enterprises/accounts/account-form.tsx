import { SimpleGrid } from "@chakra-ui/react";
import { compField, companyAccountApi, roleTypeTexts } from "@liantai/api/contract/admin";
import { SelectField, SwitchField, TextAreaField, TextField, type Option, formOf } from "@liantai/ui/resource";
import { namedOptions } from "@liantai/ui";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { InferType } from "yup";
import { companyAccounts, type CompanyAccount } from "../parts/model.ts";
import { roles } from "../../access/roles/model.ts";
import { NewPasswordField, passwordsOnce, sealPassword, typedPassword } from "./password.tsx";

const all = { pageNo: 1, pageSize: 99_999 };
const kind = (roleType: number) => (roleType === 4 ? 1 : roleType);

/** Roles that an account of this type may have, in this enterprise. */
export function useRoleOptions(compId: string | undefined, roleType: number): readonly Option[] {
  const body = { ...all, ...(compId ? { compId } : {}) };
  const skip = compId === "";
  const { data: given } = roles.listComp.useQuery({ body }, { skip });
  const { data: made } = roles.listDef.useQuery({ body }, { skip });
  const both = given && made && [...given.list, ...made.list];
  return namedOptions(both?.filter((role) => kind(role.roleType) === kind(roleType)));
}

const withPassword = companyAccountApi.addComp.body!.omit(["kid", "password"]).shape({ password: typedPassword() });
const updateSchema = companyAccountApi.updateComp.body!.omit(["id", "compId"]);
const blank = {
  compId: "",
  account: "",
  nickName: "",
  roleType: 1,
  roleId: "",
  enabled: 1,
  isSys: 0,
  isHiddenNum: 0,
  isTabs: 1,
  remark: "",
  password: "",
};
export const roleTypeOptions = (types: readonly (1 | 2 | 3 | 4)[]): readonly Option[] =>
  types.map((value) => ({ value, label: roleTypeTexts[value]! }));

const Roles = ({ compId, roleType }: { readonly compId: string | undefined; readonly roleType: number }) => (
  <SelectField
    name="roleId"
    label="角色"
    options={useRoleOptions(compId, roleType)}
    none={compId === "" ? "请先选择企业" : "请选择角色"}
  />
);

interface FormOptions {
  readonly types: readonly (1 | 2 | 3 | 4)[];
  /** Operators choose one; undefined: the own. */
  readonly enterprises: readonly Option[] | undefined;
}

interface FieldsProps extends FormOptions {
  readonly form: UseFormReturn<FieldValues>;
  readonly account: CompanyAccount | undefined;
}

function Fields({ form, account, types, enterprises }: FieldsProps) {
  const roleType = Number(form.watch("roleType"));
  const compId = enterprises ? String(form.watch("compId") ?? "") : undefined;
  return (
    <>
      <SimpleGrid columns={2} columnGap="4" rowGap="3">
        {enterprises && (
          <SelectField name="compId" label="企业" options={enterprises} disabled={account !== undefined} />
        )}
        {types.length > 1 && (
          <SelectField
            name="roleType"
            label="账号类型"
            options={roleTypeOptions(types)}
            none={false}
            disabled={account !== undefined}
          />
        )}
        <TextField name="account" label="账号" chars disabled={account !== undefined} />
        <TextField name="nickName" label="姓名" />
        <Roles compId={compId} roleType={roleType} />
        {account === undefined && <NewPasswordField />}
        <SwitchField name="enabled" label="状态" on="启用" off="停用" disabled={account?.ofSeat === 1} />
        {kind(roleType) === 1 && <SwitchField name="isSys" label="系统管理员" on="是" off="否" />}
        <SwitchField name="isHiddenNum" label="隐藏号码" />
        <SwitchField name="isTabs" label="弹屏方式" on="在标签页打开" off="在新页面打开" />
      </SimpleGrid>
      <TextAreaField name="remark" label="备注" rows={3} />
    </>
  );
}

/** The forms of an account: a new one, an existing one. */
export function useAccountForms({ types, enterprises }: FormOptions) {
  const [add] = companyAccounts.addComp.useMutation();
  const [update] = companyAccounts.updateComp.useMutation();
  const fields = (account?: CompanyAccount) => (form: UseFormReturn<FieldValues>) => (
    <Fields form={form} account={account} types={types} enterprises={enterprises} />
  );
  const create = async ({ password, ...rest }: InferType<typeof withPassword>) => {
    const made = await add({ body: { ...rest, ...(await sealPassword(password)) } }).unwrap();
    return passwordsOnce([{ account: rest.account, password: made.password }]);
  };
  const shared = { title: "新增账号", width: "540px", values: { ...blank, roleType: types[0] }, fields: fields() };
  const added = enterprises
    ? formOf({ ...shared, schema: withPassword.shape({ compId: compField().required("请选择企业") }), send: create })
    : formOf({ ...shared, schema: withPassword.omit(["compId"]), send: create });
  const edited = (account: CompanyAccount) =>
    formOf({
      title: "编辑账号",
      width: "540px",
      schema: updateSchema,
      values: { ...blank, ...account },
      fields: fields(account),
      send: (typed) =>
        update({ body: { ...typed, id: account.id, ...(enterprises ? { compId: account.compId } : {}) } }),
    });
  return { added, edited };
}
