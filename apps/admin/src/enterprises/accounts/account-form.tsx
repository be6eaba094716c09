import { notifyDone } from "@liantai/api/client";
import { SimpleGrid } from "@chakra-ui/react";
import { compField, companyAccountApi, roleTypeTexts } from "@liantai/api/contract/admin";
import {
  FormDrawer,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  type Option,
  sending,
} from "@liantai/ui/resource";
import type { InferType } from "yup";
import { companyAccounts, type CompanyAccount } from "../parts/model.ts";
import { roles } from "../../access/roles/model.ts";
import { NewPasswordField, sealPassword, typedPassword, type Shown } from "./password.tsx";

const all = { pageNo: 1, pageSize: 99_999 };
const kind = (roleType: number) => (roleType === 4 ? 1 : roleType);

/** Roles that an account of this type may have, in this enterprise. */
export function useRoleOptions(compId: string | undefined, roleType: number): readonly Option[] {
  const body = { ...all, ...(compId ? { compId } : {}) };
  const skip = compId === "";
  const { data: given } = roles.listComp.useQuery({ body }, { skip });
  const { data: made } = roles.listDef.useQuery({ body }, { skip });
  return [...(given?.list ?? []), ...(made?.list ?? [])]
    .filter((role) => kind(role.roleType) === kind(roleType))
    .map(({ id, name }) => ({ value: id, label: name }));
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

interface AccountFormProps {
  readonly account: CompanyAccount | undefined;
  readonly types: readonly (1 | 2 | 3 | 4)[];
  /** Operators choose one; undefined: the own. */
  readonly enterprises: readonly Option[] | undefined;
  readonly onClose: () => void;
  readonly onShown: (shown: readonly Shown[]) => void;
}

const Roles = ({ compId, roleType }: { readonly compId: string | undefined; readonly roleType: number }) => (
  <SelectField
    name="roleId"
    label="角色"
    options={useRoleOptions(compId, roleType)}
    none={compId === "" ? "请先选择企业" : "请选择角色"}
  />
);

export function AccountForm({ account, types, enterprises, onClose, onShown }: AccountFormProps) {
  const [add] = companyAccounts.addComp.useMutation();
  const [update] = companyAccounts.updateComp.useMutation();
  const adding = () =>
    enterprises
      ? sending(withPassword.shape({ compId: compField().required("请选择企业") }), create)
      : sending(withPassword.omit(["compId"]), create);
  const change = async (typed: InferType<typeof updateSchema>) => {
    await update({
      body: { ...typed, id: account!.id, ...(enterprises ? { compId: account!.compId } : {}) },
    }).unwrap();
    notifyDone("账号", "保存");
  };
  const create = async ({ password, ...rest }: InferType<typeof withPassword>) => {
    const made = await add({ body: { ...rest, ...(await sealPassword(password)) } }).unwrap();
    notifyDone("账号", "新增");
    if (made.password) onShown([{ account: rest.account, password: made.password }]);
  };
  return (
    <FormDrawer
      open
      title={account ? "编辑账号" : "新增账号"}
      width="540px"
      {...(account ? sending(updateSchema, change) : adding())}
      values={account ? { ...blank, ...account } : { ...blank, roleType: types[0] }}
      onClose={onClose}
    >
      {(form) => {
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
              <TextField name="account" label="账号" disabled={account !== undefined} />
              <TextField name="nickName" label="姓名" />
              <Roles compId={compId} roleType={roleType} />
              {account === undefined && <NewPasswordField />}
              <SwitchField name="enabled" label="状态" on="启用" off="停用" disabled={account?.ofSeat === 1} />
              {kind(roleType) === 1 && <SwitchField name="isSys" label="系统管理员" on="是" off="否" />}
              <SwitchField name="isHiddenNum" label="隐藏号码" />
              <SwitchField name="isTabs" label="弹屏方式" on="在标签页打开" off="在新页面打开" />
            </SimpleGrid>
            <TextAreaField name="remark" label="备注" rows={3} maxLength={200} />
          </>
        );
      }}
    </FormDrawer>
  );
}
