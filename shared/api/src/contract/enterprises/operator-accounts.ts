/** Accounts of operators (运营账号). */
import { RoleTypes } from "../roles.ts";
import { boolean, mixed, number, object, string } from "yup";
import { countReply, deleteBody, idField, listBody } from "../crud.ts";
import { accountNameField, flagField, limits, nameField, remarkField } from "../fields.ts";
import { passwordFields, passwordReply } from "../password.ts";
import { defineEndpoint, defineResource, listOf, roles, onPages } from "../resource.ts";
import { operateKeys } from "./operate-keys.ts";
import { operators } from "./parts.ts";

const mayAccounts = (account: string) => roles(RoleTypes.operators, { account });

export const operatorAccountRow = object({
  id: string().required(),
  account: string().required(),
  nickName: string().required(),
  unitId: string().nullable().defined(),
  unitName: string().defined(),
  roleId: string().required(),
  roleName: string().defined(),
  enabled: number().oneOf([0, 1]).required(),
  operator: number().oneOf([0, 1]).required(),
  isSys: number().oneOf([0, 1]).required(),
  isSuper: number().oneOf([0, 1]).required(),
  isHiddenNum: number().oneOf([0, 1]).required(),
  empowerJson: mixed<Record<string, boolean>>().required(),
  /** 1: signs in with a second step. */
  totp: number().oneOf([0, 1]).required(),
  remark: string().defined(),
  online: boolean().required(),
  createdAt: string().required(),
});

const empowerField = () =>
  mixed<Record<string, boolean>>()
    .label("操作权限")
    .test(
      "keys",
      "操作权限有误",
      (v) =>
        v === undefined ||
        v === null ||
        (typeof v === "object" &&
          Object.entries(v).every(([key, on]) => operateKeys.includes(key) && typeof on === "boolean")),
    );
export const operatorAccountFields = {
  nickName: nameField("姓名"),
  unitId: string().label("运营单位").max(64).nullable(),
  roleId: string().label("角色").required("请选择角色").max(64),
  enabled: flagField("启用"),
  /** Opens every operate key. */
  operator: flagField("全部操作权限"),
  /** Opens every account key. */
  isSys: flagField("系统账号"),
  /** Sees the enterprises of all units. */
  isSuper: flagField("超级账号"),
  isHiddenNum: flagField("隐藏号码"),
  empowerJson: empowerField(),
  remark: remarkField(),
};
const accountTags = { tags: ["OperatorAccount"] };

export const operatorAccountApi = defineResource({
  listOpt: defineEndpoint({
    name: "accountListOpt",
    method: "POST",
    path: "/pbx/api/v1/account/listOpt",
    summary: "Accounts of operators",
    permission: onPages(operators, "/operateaccount"),
    reads: true,
    body: listBody(
      {
        name: string().label("账号或姓名").max(limits.input),
        unitId: string().label("运营单位").max(64),
        enabled: string().label("状态").oneOf(["", "0", "1"]),
      },
      ["account", "nickName", "createdAt"],
    ),
    reply: listOf(operatorAccountRow),
    ...accountTags,
  }),
  queryOpt: defineEndpoint({
    name: "accountQueryOpt",
    method: "POST",
    path: "/pbx/api/v1/account/queryOpt",
    summary: "One account of an operator",
    permission: onPages(operators, "/operateaccount"),
    reads: true,
    body: object({ id: idField() }),
    reply: operatorAccountRow,
    ...accountTags,
  }),
  addOpt: defineEndpoint({
    name: "accountAddOpt",
    method: "POST",
    path: "/pbx/api/v1/account/addOpt",
    summary: "Adds an account of an operator",
    permission: mayAccounts("operateAccount.add"),
    body: object({ account: accountNameField(), ...operatorAccountFields, ...passwordFields }),
    reply: passwordReply,
    ...accountTags,
  }),
  updateOpt: defineEndpoint({
    name: "accountUpdateOpt",
    method: "POST",
    path: "/pbx/api/v1/account/updateOpt",
    summary: "Changes an account of an operator",
    permission: mayAccounts("operateAccount.update"),
    body: object({ id: idField(), ...operatorAccountFields }),
    ...accountTags,
  }),
  reloadPasswordOpt: defineEndpoint({
    name: "accountReloadPasswordOpt",
    method: "POST",
    path: "/pbx/api/v1/account/reloadPasswordOpt",
    summary: "Gives an operator a new password and ends his sessions",
    permission: mayAccounts("operateAccount.password"),
    body: object({ id: idField(), ...passwordFields }),
    reply: passwordReply,
    ...accountTags,
  }),
  /** Who may give an account a new password may do this: both open it. */
  resetTotpOpt: defineEndpoint({
    name: "accountResetTotpOpt",
    method: "POST",
    path: "/pbx/api/v1/account/resetTotpOpt",
    summary: "Switches the second step of an operator's sign-in off and ends his sessions",
    permission: mayAccounts("operateAccount.password"),
    body: object({ id: idField() }),
    ...accountTags,
  }),
  deleteOpt: defineEndpoint({
    name: "accountDeleteOpt",
    method: "POST",
    path: "/pbx/api/v1/account/deleteOpt",
    summary: "Deletes accounts of operators",
    permission: mayAccounts("operateAccount.delete"),
    body: deleteBody(),
    reply: countReply,
    ...accountTags,
  }),
});
