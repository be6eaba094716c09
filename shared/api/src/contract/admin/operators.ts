/** Operators: units, accounts, and the keys of the permission map empowerJson (console.md section 6). */
import { array, boolean, mixed, number, object, string } from "yup";
import { defineEndpoint, defineResource, listOf, roles } from "../resource.ts";
import { compField, countReply, deleteBody, idField, idReply, listBody } from "./crud.ts";
import { charsField, flagField, limits, nameField, numberField, remarkField } from "./fields.ts";
import { passwordReply, passwordFields } from "./password.ts";

export interface OperateKey {
  readonly key: string;
  readonly label: string;
}

/**
 * Every key of empowerJson, by the group an operator's permission map shows it in. An endpoint names its key in its permission:
 * `operate` (the flag operator opens all of those) or `account` (the flag isSys does). A test compares both sides.
 */
export const operateKeyGroups: readonly { readonly name: string; readonly keys: readonly OperateKey[] }[] = [
  {
    name: "企业管理",
    keys: [
      { key: "enterprise.add", label: "新增企业" },
      { key: "enterprise.update", label: "编辑企业" },
      { key: "enterprise.delete", label: "删除企业" },
      { key: "enterprise.enable", label: "启用、停用企业" },
      { key: "enterprise.form", label: "显示、隐藏表单" },
      { key: "enterprise.enter", label: "进入企业" },
      { key: "enterprise.sms", label: "短信账号设置" },
    ],
  },
  {
    name: "企业充值",
    keys: [
      { key: "enterprise.recharge", label: "充值" },
      { key: "enterprise.adjust", label: "余额调整" },
    ],
  },
  {
    name: "企业管理员",
    keys: [
      { key: "enterpriseAdmin.add", label: "新增" },
      { key: "enterpriseAdmin.update", label: "编辑" },
      { key: "enterpriseAdmin.password", label: "重置密码" },
      { key: "enterpriseAdmin.delete", label: "删除" },
    ],
  },
  {
    name: "运营单位",
    keys: [
      { key: "unit.add", label: "新增" },
      { key: "unit.update", label: "编辑" },
      { key: "unit.delete", label: "删除" },
      { key: "unit.assign", label: "分配企业" },
    ],
  },
  {
    name: "运营账号",
    keys: [
      { key: "operateAccount.add", label: "新增" },
      { key: "operateAccount.update", label: "编辑" },
      { key: "operateAccount.password", label: "重置密码" },
      { key: "operateAccount.delete", label: "删除" },
    ],
  },
  {
    name: "菜单",
    keys: [
      { key: "menu.add", label: "新增" },
      { key: "menu.update", label: "编辑" },
      { key: "menu.delete", label: "删除" },
      { key: "menu.sync", label: "菜单同步" },
    ],
  },
  {
    name: "角色",
    keys: [
      { key: "role.addOpt", label: "新增运营角色" },
      { key: "role.addComp", label: "新增企业角色" },
      { key: "role.update", label: "编辑" },
      { key: "role.delete", label: "删除" },
      { key: "role.grant", label: "授权" },
    ],
  },
  {
    name: "接入号",
    keys: [
      { key: "accessNum.add", label: "新增" },
      { key: "accessNum.update", label: "编辑" },
      { key: "accessNum.delete", label: "删除" },
      { key: "accessNum.allocate", label: "分配" },
    ],
  },
  {
    name: "平台设置",
    keys: [
      { key: "route.edit", label: "线路与路由" },
      { key: "robot.edit", label: "机器人线路" },
      { key: "systemBlack.edit", label: "系统黑名单" },
      { key: "dictionarie.edit", label: "数据字典" },
      { key: "help.edit", label: "帮助文档" },
      { key: "interface.allow", label: "接口允许的内网地址" },
    ],
  },
];
export const operateKeys: readonly string[] = operateKeyGroups.flatMap((group) => group.keys.map(({ key }) => key));

const operators = roles([0]);
const may = (operate: string) => roles([0], { operate });
const mayAccounts = (account: string) => roles([0], { account });

export const unitRow = object({
  id: string().required(),
  parentId: string().nullable().defined(),
  name: string().required(),
  remark: string().defined(),
  sort: number().integer().required(),
  /** Enterprises and accounts of this unit itself, without those below. */
  enterprises: number().integer().required(),
  accounts: number().integer().required(),
});
export const unitFields = {
  parentId: string().label("上级单位").max(64).nullable(),
  name: nameField("单位名称"),
  sort: numberField("排序", { max: 9_999 }),
  remark: remarkField(),
};
const unitTags = { tags: ["OperatorUnit"] };

/** Operators without isSuper see and change their unit and those below it. */
export const unitApi = defineResource({
  /** All at once: units are few. In the order of the tree's siblings. */
  list: defineEndpoint({
    name: "unitList",
    method: "POST",
    path: "/pbx/api/v1/operator/list",
    summary: "Operator units, flat, with their parents",
    permission: operators,
    reads: true,
    body: object({}),
    reply: array().of(unitRow).required(),
    ...unitTags,
  }),
  add: defineEndpoint({
    name: "unitAdd",
    method: "POST",
    path: "/pbx/api/v1/operator/add",
    summary: "Adds an operator unit",
    permission: may("unit.add"),
    body: object(unitFields),
    reply: idReply,
    ...unitTags,
  }),
  update: defineEndpoint({
    name: "unitUpdate",
    method: "POST",
    path: "/pbx/api/v1/operator/update",
    summary: "Changes an operator unit, also its place",
    permission: may("unit.update"),
    body: object({ id: idField(), ...unitFields }),
    ...unitTags,
  }),
  delete: defineEndpoint({
    name: "unitDelete",
    method: "POST",
    path: "/pbx/api/v1/operator/delete",
    summary: "Deletes operator units that have nothing below them",
    permission: may("unit.delete"),
    body: deleteBody(),
    reply: countReply,
    ...unitTags,
  }),
  /** unitId empty: of no unit. below: also those of the units below. */
  organizCompanyList: defineEndpoint({
    name: "unitCompanyList",
    method: "POST",
    path: "/pbx/api/v1/operator/organizCompanyList",
    summary: "The enterprises a unit looks after",
    permission: operators,
    reads: true,
    body: listBody(
      {
        unitId: string().label("运营单位").max(64),
        below: boolean().default(false),
        name: string().label("企业名称").max(limits.input),
      },
      ["compId", "name"],
    ),
    reply: listOf(
      object({
        compId: string().required(),
        name: string().required(),
        enabled: number().required(),
        unitId: string().nullable().defined(),
        unitName: string().defined(),
      }),
    ),
    tags: ["OperatorUnit", "Company"],
  }),
  /** unitId empty: takes them out of their unit. */
  assign: defineEndpoint({
    name: "unitAssign",
    method: "POST",
    path: "/pbx/api/v1/operator/assign",
    summary: "Gives enterprises to a unit",
    permission: may("unit.assign"),
    body: object({
      unitId: string().label("运营单位").max(64),
      compIds: array().label("企业").of(compField().required()).min(1, "请选择企业").max(500).required(),
    }),
    reply: countReply,
    tags: ["OperatorUnit", "Company"],
  }),
});

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
  remark: string().defined(),
  online: boolean().required(),
  createdAt: string().required(),
});

export const accountNameField = () =>
  charsField("账号")
    .required("请输入账号")
    .matches(/^\w+$/, "账号只能包含字母、数字和下划线")
    .min(2, "账号至少2个字符");
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
    permission: operators,
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
    permission: operators,
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
