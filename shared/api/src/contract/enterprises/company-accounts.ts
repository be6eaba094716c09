/** Accounts of enterprises: their administrators for operators, all of their users for themselves; seats they sit at. */
import { RoleTypes } from "../roles.ts";
import { array, boolean, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, listBody } from "../crud.ts";
import { accountNameField, flagField, limits, nameField, remarkField } from "../fields.ts";
import { passwordFields, passwordReply } from "../password.ts";
import { defineEndpoint, defineResource, listOf, roles, onPages, timeouts } from "../resource.ts";

export const companyAccountRow = object({
  id: string().required(),
  compId: string().required(),
  compName: string().defined(),
  account: string().required(),
  nickName: string().required(),
  roleType: number()
    .oneOf([1, 2, 3, 4] as const)
    .required(),
  roleId: string().required(),
  roleName: string().defined(),
  /** The seat it sits at. */
  agentId: string().nullable().defined(),
  agentName: string().defined(),
  /** 1: made with its seat; /seats looks after it. */
  ofSeat: number().oneOf([0, 1]).required(),
  /** 2: out of service as soon as its call is over. */
  enabled: number().oneOf([0, 1, 2]).required(),
  isSys: number().oneOf([0, 1]).required(),
  isHiddenNum: number().oneOf([0, 1]).required(),
  isTabs: number().oneOf([0, 1]).required(),
  /** 1: signs in with a second step. */
  totp: number().oneOf([0, 1]).required(),
  remark: string().defined(),
  online: boolean().required(),
  /** Too many wrong passwords. */
  locked: boolean().required(),
  createdAt: string().required(),
});

const fields = {
  nickName: nameField("姓名"),
  roleId: string().label("角色").required("请选择角色").max(64),
  enabled: flagField("启用"),
  isSys: flagField("系统管理员"),
  isHiddenNum: flagField("隐藏号码"),
  isTabs: flagField("弹屏方式"),
  remark: remarkField(),
};
const roleTypeField = () =>
  number()
    .label("账号类型")
    .oneOf([1, 2, 3, 4] as const, "请选择账号类型")
    .required("请选择账号类型");
const readers = roles(RoleTypes.managers);
const may = (verb: string) =>
  roles(RoleTypes.managers, { button: `account.${verb}`, operate: `enterpriseAdmin.${verb}` });
const own = (verb: string) => roles(RoleTypes.administrators, { button: `account.${verb}` });
const tags = ["CompanyAccount"];
export const batchMost = 200;
/** One of a batch. */
export const batchAccount = object({ account: accountNameField(), nickName: nameField("姓名") });

export const companyAccountApi = defineResource({
  /** roleTypes: '1', or several parted by commas. Operators may ask over all enterprises. */
  listComp: defineEndpoint({
    name: "accountListComp",
    method: "POST",
    path: "/pbx/api/v1/account/listComp",
    summary: "Accounts of enterprises",
    permission: onPages(readers, "/useraccount", "/enterpriseadmin"),
    reads: true,
    body: listBody(
      {
        name: string().label("账号或姓名").max(limits.input),
        roleTypes: string()
          .label("账号类型")
          .matches(/^[1-4](,[1-4])*$/, { message: "账号类型有误", excludeEmptyString: true }),
        enabled: string().label("状态").oneOf(["", "0", "1"]),
        agentId: string().label("坐席工号").max(limits.input),
      },
      ["account", "nickName", "compId", "roleType", "createdAt"],
    ),
    reply: listOf(companyAccountRow),
    tags,
  }),
  queryComp: defineEndpoint({
    name: "accountQueryComp",
    method: "POST",
    path: "/pbx/api/v1/account/queryComp",
    summary: "One account of an enterprise",
    permission: onPages(readers, "/useraccount", "/enterpriseadmin"),
    reads: true,
    body: object({ compId: compField(), id: idField() }),
    reply: companyAccountRow,
    tags,
  }),
  queryCompSys: defineEndpoint({
    name: "accountQueryCompSys",
    method: "POST",
    path: "/pbx/api/v1/account/queryCompSys",
    summary: "The system administrator of an enterprise",
    permission: onPages(readers, "/useraccount", "/enterpriseadmin", "/enterprise"),
    reads: true,
    body: object({ compId: compField() }),
    reply: companyAccountRow.nullable().defined(),
    tags,
  }),
  addComp: defineEndpoint({
    name: "accountAddComp",
    method: "POST",
    path: "/pbx/api/v1/account/addComp",
    summary: "Adds an account to an enterprise",
    permission: may("add"),
    body: object({
      compId: compField(),
      account: accountNameField(),
      roleType: roleTypeField(),
      ...fields,
      ...passwordFields,
    }),
    reply: passwordReply,
    tags,
  }),
  updateComp: defineEndpoint({
    name: "accountUpdateComp",
    method: "POST",
    path: "/pbx/api/v1/account/updateComp",
    summary: "Changes an account of an enterprise",
    permission: may("update"),
    body: object({ compId: compField(), id: idField(), ...fields }),
    tags,
  }),
  reloadPasswordComp: defineEndpoint({
    name: "accountReloadPasswordComp",
    method: "POST",
    path: "/pbx/api/v1/account/reloadPasswordComp",
    summary: "Gives an account a new password and ends its sessions",
    permission: may("password"),
    body: object({ compId: compField(), id: idField(), ...passwordFields }),
    reply: passwordReply,
    tags,
  }),
  /** Who may give an account a new password may do this: both open it. */
  resetTotpComp: defineEndpoint({
    name: "accountResetTotpComp",
    method: "POST",
    path: "/pbx/api/v1/account/resetTotpComp",
    summary: "Switches the second step of an administrator's sign-in off and ends his sessions",
    permission: may("password"),
    body: object({ compId: compField(), id: idField() }),
    tags,
  }),
  deleteComp: defineEndpoint({
    name: "accountDeleteComp",
    method: "POST",
    path: "/pbx/api/v1/account/deleteComp",
    summary: "Deletes administrators of an enterprise",
    permission: may("delete"),
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
  /** All or nothing. The generated passwords are shown this once. */
  addUserCompBatch: defineEndpoint({
    name: "accountAddBatch",
    method: "POST",
    path: "/pbx/api/v1/account/addUserCompBatch",
    summary: "Adds many accounts of one kind to the own enterprise",
    permission: own("add"),
    timeoutMs: timeouts.slow,
    body: object({
      compId: compField(),
      roleType: roleTypeField(),
      roleId: fields.roleId,
      accounts: array()
        .label("账号")
        .of(batchAccount)
        .min(1, "请填写账号")
        .max(batchMost, `一次最多新增${batchMost}个账号`)
        .required(),
    }),
    reply: array()
      .of(object({ id: string().required(), account: string().required(), password: string().required() }))
      .required(),
    tags,
  }),
  deleteUserDispatchAcc: defineEndpoint({
    name: "accountDeleteUsers",
    method: "POST",
    path: "/pbx/api/v1/account/deleteUserDispatchAcc",
    summary: "Deletes user accounts of the own enterprise",
    permission: own("delete"),
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
});

const memberRow = object({
  agentId: string().required(),
  name: string().required(),
  extension: string().nullable().defined(),
  enabled: number().required(),
  /** Accounts that sit at it besides the seat's own. */ accounts: array().of(string().required()).required(),
});
const memberBody = object({
  compId: compField(),
  accountId: idField("账号"),
  name: string().label("工号或姓名").max(limits.input),
});
const changeBody = object({
  compId: compField(),
  accountId: idField("账号"),
  agentIds: array()
    .label("坐席")
    .of(string().required().max(20))
    .min(1, "请选择坐席")
    .max(1, "一个账号只能绑定一个坐席")
    .required(),
});
const memberTags = ["CompanyAccount", "UserAgentMember"];

/** Which seat an account signs in at. One seat an account; several accounts may share a seat, shift by shift. */
export const userAgentMemberApi = defineResource({
  findExist: defineEndpoint({
    name: "userAgentExist",
    method: "POST",
    path: "/pbx/api/v1/userAgentMember/findExist",
    summary: "The seat an account is bound to",
    permission: onPages(roles([1, 4]), "/useraccount"),
    reads: true,
    body: memberBody,
    reply: array().of(memberRow).required(),
    tags: memberTags,
  }),
  findNotExist: defineEndpoint({
    name: "userAgentNotExist",
    method: "POST",
    path: "/pbx/api/v1/userAgentMember/findNotExist",
    summary: "Seats an account could be bound to",
    permission: onPages(roles([1, 4]), "/useraccount"),
    reads: true,
    body: memberBody,
    reply: array().of(memberRow).required(),
    tags: memberTags,
  }),
  add: defineEndpoint({
    name: "userAgentAdd",
    method: "POST",
    path: "/pbx/api/v1/userAgentMember/add",
    summary: "Binds an account to a seat; its sessions end",
    permission: roles(RoleTypes.administrators, { button: "account.bind" }),
    body: changeBody,
    reply: countReply,
    tags: memberTags,
  }),
  delete: defineEndpoint({
    name: "userAgentDelete",
    method: "POST",
    path: "/pbx/api/v1/userAgentMember/delete",
    summary: "Unbinds an account from its seat; its sessions end",
    permission: roles(RoleTypes.administrators, { button: "account.bind" }),
    body: changeBody,
    reply: countReply,
    tags: memberTags,
  }),
});
