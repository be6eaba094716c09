/** Roles of operators and of enterprises, and what each was granted (console.md section 6). */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, countReply, idField, idReply, listBody } from "../crud.ts";
import { limits, nameField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, roles, type Endpoint, onPages } from "../resource.ts";
import { administrators, granting, operators } from "./parts.ts";

/** operator: of operators; enterprise: given to an enterprise by operators; custom: made by the enterprise itself. */
export const roleKinds = ["operator", "enterprise", "custom"] as const;
/** What each roleType of console.md section 6 is called. */
export const roleTypeTexts: Readonly<Record<number, string>> = {
  0: "运营人员",
  1: "企业管理员",
  2: "坐席",
  3: "班长",
  4: "话务管理员",
};

const roleRow = object({
  id: string().required(),
  compId: string().required(),
  /** Name of the enterprise; '' for operators. */
  compName: string().defined(),
  name: string().required(),
  kind: string().oneOf(roleKinds).required(),
  roleType: number().oneOf(RoleTypes.all).required(),
  /** 1: made with its enterprise or the installation; cannot be deleted. */
  builtin: number().oneOf([0, 1]).required(),
  remark: string().defined(),
  /** Accounts that have it. */
  accounts: number().integer().required(),
  createdAt: string().required(),
});
const roleFields = { name: nameField("角色名称"), remark: remarkField() };
const roleTypeField = () =>
  number()
    .label("角色类型")
    .typeError("请选择角色类型")
    .oneOf(RoleTypes.enterprise, "请选择角色类型")
    .required("请选择角色类型");
const roleSort = ["name", "roleType", "accounts", "createdAt"];
const roleFilters = {
  name: string().label("角色名称").max(limits.input),
  roleType: string().label("角色类型").oneOf(["", "1", "2", "3", "4"]),
};
/** Of the query bars of role lists. */
export const roleFilterSchema = object(roleFilters);
export const enterpriseRoleFilterSchema = object({ compId: compField(), ...roleFilters });
const roleList = (name: string, path: string, summary: string, permission: Endpoint["permission"]) =>
  defineEndpoint({
    name,
    method: "POST",
    path: `/pbx/api/v1/role/${path}`,
    summary,
    permission,
    reads: true,
    body: listBody(roleFilters, roleSort),
    reply: listOf(roleRow),
    tags: ["Role"],
  });
const oneRole = object({ compId: compField(), id: idField("角色") });
const ids = object({ ids: array().of(string().required()).required() });

export const addOptBody = object(roleFields);
export const addCompBody = object({
  compId: compField().required("请选择企业"),
  ...roleFields,
  roleType: roleTypeField(),
});
export const addDefBody = object({ compId: compField(), ...roleFields, roleType: roleTypeField() });
export const roleUpdateBody = object({ compId: compField(), id: idField(), ...roleFields });

/** compId '000000' or none, from an operator: the roles of operators. */
export const roleApi = defineResource({
  addOpt: defineEndpoint({
    name: "roleAddOpt",
    method: "POST",
    path: "/pbx/api/v1/role/addOpt",
    summary: "Adds a role of operators",
    permission: roles(RoleTypes.operators, { operate: "role.addOpt" }),
    body: addOptBody,
    reply: idReply,
    tags: ["Role"],
  }),
  addComp: defineEndpoint({
    name: "roleAddComp",
    method: "POST",
    path: "/pbx/api/v1/role/addComp",
    summary: "Adds a default role to an enterprise",
    permission: roles(RoleTypes.operators, { operate: "role.addComp" }),
    body: addCompBody,
    reply: idReply,
    tags: ["Role"],
  }),
  addDef: defineEndpoint({
    name: "roleAddDef",
    method: "POST",
    path: "/pbx/api/v1/role/addDef",
    summary: "Adds a custom role of the own enterprise",
    permission: roles(RoleTypes.administrators, { button: "role.add" }),
    body: addDefBody,
    reply: idReply,
    tags: ["Role"],
  }),
  update: defineEndpoint({
    name: "roleUpdate",
    method: "POST",
    path: "/pbx/api/v1/role/update",
    summary: "Changes name and remark of a role",
    permission: roles(RoleTypes.managers, { button: "role.update", operate: "role.update" }),
    body: roleUpdateBody,
    tags: ["Role"],
  }),
  delete: defineEndpoint({
    name: "roleDelete",
    method: "POST",
    path: "/pbx/api/v1/role/delete",
    summary: "Deletes roles that no account has",
    permission: roles(RoleTypes.managers, { button: "role.delete", operate: "role.delete" }),
    body: object({
      compId: compField(),
      ids: array().label("角色").of(string().required().max(64)).min(1, "请选择要删除的角色").max(200).required(),
    }),
    reply: countReply,
    tags: ["Role"],
  }),
  listOpt: roleList(
    "roleListOpt",
    "listOpt",
    "Roles of operators",
    onPages(operators, "/role/operate", "/role/setrolemenu", "/operateaccount"),
  ),
  /** Operators may ask over all enterprises. */
  listComp: roleList(
    "roleListComp",
    "listComp",
    "Default roles of enterprises",
    onPages(administrators, "/role/operate", "/role/setrolemenu", "/enterpriseadmin", "/seatrole", "/useraccount"),
  ),
  listDef: roleList(
    "roleListDef",
    "listDef",
    "Custom roles of enterprises",
    onPages(administrators, "/seatrole", "/role/setrolemenu", "/useraccount", "/enterpriseadmin", "/seats"),
  ),
  query: defineEndpoint({
    name: "roleQuery",
    method: "POST",
    path: "/pbx/api/v1/role/query",
    summary: "One role",
    permission: onPages(administrators, "/seatrole", "/role/setrolemenu", "/role/operate"),
    reads: true,
    body: oneRole,
    reply: roleRow,
    tags: ["Role"],
  }),
  /**
   * The whole new set; menus of modules that are off stay as they are. `withdrawn`: grants that custom roles of the
   * enterprise lost with it.
   */
  grant: defineEndpoint({
    name: "roleGrant",
    method: "POST",
    path: "/pbx/api/v1/role/grant",
    summary: "Saves the menus and buttons of a role",
    permission: granting,
    body: object({
      compId: compField(),
      id: idField("角色"),
      menuIds: array().label("菜单").of(string().required().max(128)).max(2_000).required(),
    }),
    reply: object({ added: number().required(), removed: number().required(), withdrawn: number().required() }),
    tags: ["Role", "MenuSync"],
  }),
  menuIds: defineEndpoint({
    name: "roleMenuIds",
    method: "POST",
    path: "/pbx/api/v1/role/menuIds",
    summary: "Menus and buttons a role was granted, without groups",
    permission: onPages(administrators, "/role/setrolemenu", "/seatrole", "/role/operate"),
    reads: true,
    body: oneRole,
    reply: ids,
    tags: ["Role"],
  }),
  compMenuIds: defineEndpoint({
    name: "roleCompMenuIds",
    method: "POST",
    path: "/pbx/api/v1/role/compMenuIds",
    summary: "Menus and buttons an enterprise is authorised for",
    permission: onPages(administrators, "/role/setrolemenu", "/seatrole", "/role/operate"),
    reads: true,
    body: object({ compId: compField() }),
    reply: ids,
    tags: ["Role"],
  }),
});
