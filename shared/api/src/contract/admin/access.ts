/** Roles, the menu tree, what a role may press and do, and 菜单同步 (screens.md, "admin: organisation"; console.md section 6). */
import { array, mixed, number, object, string } from "yup";
import { defineEndpoint, defineResource, listOf, roles, type Endpoint } from "../resource.ts";
import type { Who } from "../tabs.ts";
import type { MenuItem } from "../auth.ts";
import type { PageButtons } from "./buttons.ts";
import { compField, countReply, idField, idReply, listBody } from "./crud.ts";
import { charsField, flagField, limits, linkField, nameField, numberField, remarkField } from "./fields.ts";

/** Icons that the menu can draw (lucide names; apps/shell-nav/src/workspace/menu-icons.ts). */
export const menuIcons = [
  "house",
  "phone",
  "phone-outgoing",
  "clipboard-list",
  "message-circle",
  "mail",
  "workflow",
  "book-open",
  "clipboard-check",
  "chart-column",
  "building-2",
  "settings",
  "globe",
  "circle-help",
] as const;

/** A row of the stored tree as its maintenance and the grants see it. */
export interface MenuNode extends Omit<MenuItem, "children" | "hidden"> {
  parentId: string | null;
  sort: number;
  /** code: the product defines it; operator: made in 菜单管理. */
  source: "code" | "operator";
  /** 1: an operator renamed, re-iconed, hid or moved it; a new version of the product leaves that alone. */
  edited: number;
  /** 1: not drawn in the menu; rights to it stay. */
  hidden: number;
  /** Whose roles may be granted it; empty for groups, which follow what is in them. */
  who: Who[];
  children: MenuNode[];
}

const operators = roles([0]);
const administrators = roles([0, 1, 4]);
const tree = array().of(mixed<MenuNode>().required()).required();
const whoField = () =>
  array()
    .label("适用对象")
    .of(
      string()
        .oneOf(["O", "A", "S", "M"] as const)
        .required(),
    )
    .max(4);
const icon = () =>
  string()
    .label("图标")
    .oneOf(["", ...menuIcons]);

const codeField = () =>
  string()
    .label("按钮编码")
    .trim()
    .max(limits.input)
    .matches(/^[A-Za-z][A-Za-z0-9._-]*$/, {
      message: "按钮编码以字母开头，只能包含字母、数字、点、下划线和横线",
      excludeEmptyString: true,
    });
const chosenWho = () => whoField().min(1, "请选择适用对象").required("请选择适用对象");

/** What is typed in 菜单管理. A menu without an address is a group. */
const menuFields = {
  name: nameField("菜单名称"),
  icon: icon(),
  hidden: flagField("隐藏").default(0),
  /** Of menus an operator made: an address outside. Menus of the product keep theirs. */
  url: linkField("链接地址"),
  /** Opens the address in a tab of the workspace; without it, in a window of its own. */
  alias: charsField("别名"),
  /** Of buttons an operator made. */
  code: codeField(),
  who: whoField(),
};
const { name: menuName, icon: menuIcon, hidden, alias } = menuFields;
/** The forms, by what they make; of the product's own rows `group` is what may be changed. */
export const menuForms = {
  group: object({ name: menuName, icon: menuIcon, hidden }),
  page: object({
    name: menuName,
    icon: menuIcon,
    hidden,
    alias,
    url: linkField("链接地址").required("请输入链接地址"),
    who: chosenWho(),
  }),
  button: object({ name: nameField("按钮名称"), code: codeField().required("请输入按钮编码"), who: chosenWho() }),
};
const menu = { tags: ["MenuTree"] };

const menuAdd = object({
  parentId: string().label("上级菜单").max(64).nullable(),
  category: number().label("类型").oneOf([1, 2]).required(),
  ...menuFields,
});
const menuUpdate = object({ id: idField(), ...menuFields });

/** Roles of one enterprise (or of the operators) in the preview of 菜单同步: names are trails, '组织与权限 / 坐席角色'. */
const syncItem = object({ id: string().required(), name: string().required(), category: number().required() });
const syncRole = object({
  roleId: string().required(),
  name: string().required(),
  kind: string().required(),
  roleType: number().required(),
  added: array().of(syncItem).required(),
  removed: array().of(syncItem).required(),
});
/** At most so many roles in one transaction. */
export const syncMost = 5_000;

export const menuApi = defineResource({
  list: defineEndpoint({
    name: "menuList",
    method: "POST",
    path: "/pbx/api/v1/menu/list",
    summary: "The whole menu tree, hidden rows and empty groups too",
    permission: operators,
    reads: true,
    body: object({}),
    reply: tree,
    ...menu,
  }),
  add: defineEndpoint({
    name: "menuAdd",
    method: "POST",
    path: "/pbx/api/v1/menu/add",
    summary: "Adds a group, a menu with an address outside, or a button",
    permission: roles([0], { operate: "menu.add" }),
    body: menuAdd,
    reply: idReply,
    tags: ["MenuTree", "MenuSync"],
  }),
  update: defineEndpoint({
    name: "menuUpdate",
    method: "POST",
    path: "/pbx/api/v1/menu/update",
    summary: "Changes a menu or button; of the product's own only name, icon and whether it is hidden",
    permission: roles([0], { operate: "menu.update" }),
    body: menuUpdate,
    ...menu,
  }),
  /** position counts from 0 among the children of the new parent, without the moved one. */
  move: defineEndpoint({
    name: "menuMove",
    method: "POST",
    path: "/pbx/api/v1/menu/move",
    summary: "Moves a menu or button among its siblings, a menu also under another group",
    permission: roles([0], { operate: "menu.update" }),
    body: object({
      id: idField(),
      parentId: string().label("上级菜单").max(64).nullable(),
      position: numberField("位置", { max: 9_999 }).required(),
    }),
    ...menu,
  }),
  delete: defineEndpoint({
    name: "menuDelete",
    method: "POST",
    path: "/pbx/api/v1/menu/delete",
    summary: "Deletes what an operator made, with its grants",
    permission: roles([0], { operate: "menu.delete" }),
    body: object({ id: idField() }),
    tags: ["MenuTree", "MenuSync"],
  }),
  routeOpt: defineEndpoint({
    name: "menuRouteOpt",
    method: "POST",
    path: "/pbx/api/v1/menu/routeOpt",
    summary: "What roles of operators may be granted",
    permission: operators,
    reads: true,
    body: object({}),
    reply: tree,
    ...menu,
  }),
  routeCom: defineEndpoint({
    name: "menuRouteCom",
    method: "POST",
    path: "/pbx/api/v1/menu/routeCom",
    summary: "What roles of enterprises may be granted; of one enterprise without the modules it has off",
    permission: operators,
    reads: true,
    body: object({ compId: compField() }),
    reply: tree,
    ...menu,
  }),
  routeComAuth: defineEndpoint({
    name: "menuRouteComAuth",
    method: "POST",
    path: "/pbx/api/v1/menu/routeComAuth",
    summary: "What an enterprise is authorised for: what its default roles hold together",
    permission: administrators,
    reads: true,
    body: object({ compId: compField() }),
    reply: tree,
    tags: ["MenuTree", "Role"],
  }),
  syncPreview: defineEndpoint({
    name: "menuSyncPreview",
    method: "POST",
    path: "/pbx/api/v1/menu/syncPreview",
    summary: "What 菜单同步 would add to and take from each role",
    permission: operators,
    reads: true,
    body: object({ name: string().label("企业名称").max(limits.input) }),
    reply: array()
      .of(object({ compId: string().required(), name: string().required(), roles: array().of(syncRole).required() }))
      .required(),
    tags: ["MenuSync", "Role"],
  }),
  /** `expected` is what the preview showed: anything else than that is refused as a conflict. */
  sync: defineEndpoint({
    name: "menuSync",
    method: "POST",
    path: "/pbx/api/v1/menu/sync",
    summary: "Brings new menus and buttons to the chosen roles, all or nothing",
    permission: roles([0], { operate: "menu.sync" }),
    timeoutMs: 60_000,
    body: object({
      expected: array()
        .label("角色")
        .of(
          object({
            roleId: string().required().max(64),
            added: array().of(string().required().max(128)).required(),
            removed: array().of(string().required().max(128)).required(),
          }),
        )
        .min(1, "请选择要同步的角色")
        .max(syncMost)
        .required(),
    }),
    reply: object({ roles: number().required(), added: number().required(), removed: number().required() }),
    tags: ["MenuSync", "Role", "MenuTree"],
  }),
});

/** operator: of operators; enterprise: given to an enterprise by operators; custom: made by the enterprise itself. */
export const roleKinds = ["operator", "enterprise", "custom"] as const;
/** What each roleType of console.md section 6 is called. */
export const roleTypeTexts: Readonly<Record<number, string>> = {
  0: "运营人员",
  1: "企业管理员",
  2: "坐席",
  3: "班长",
  4: "管理员",
};

const roleRow = object({
  id: string().required(),
  compId: string().required(),
  /** Name of the enterprise; '' for operators. */
  compName: string().defined(),
  name: string().required(),
  kind: string().oneOf(roleKinds).required(),
  roleType: number()
    .oneOf([0, 1, 2, 3, 4] as const)
    .required(),
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
    .oneOf([1, 2, 3, 4] as const, "请选择角色类型")
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
const granting = roles([0, 1, 4], { button: "role.grant", operate: "role.grant" });
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
    permission: roles([0], { operate: "role.addOpt" }),
    body: addOptBody,
    reply: idReply,
    tags: ["Role"],
  }),
  addComp: defineEndpoint({
    name: "roleAddComp",
    method: "POST",
    path: "/pbx/api/v1/role/addComp",
    summary: "Adds a default role to an enterprise",
    permission: roles([0], { operate: "role.addComp" }),
    body: addCompBody,
    reply: idReply,
    tags: ["Role"],
  }),
  addDef: defineEndpoint({
    name: "roleAddDef",
    method: "POST",
    path: "/pbx/api/v1/role/addDef",
    summary: "Adds a custom role of the own enterprise",
    permission: roles([1, 4], { button: "role.add" }),
    body: addDefBody,
    reply: idReply,
    tags: ["Role"],
  }),
  update: defineEndpoint({
    name: "roleUpdate",
    method: "POST",
    path: "/pbx/api/v1/role/update",
    summary: "Changes name and remark of a role",
    permission: roles([0, 1, 4], { button: "role.update", operate: "role.update" }),
    body: roleUpdateBody,
    tags: ["Role"],
  }),
  delete: defineEndpoint({
    name: "roleDelete",
    method: "POST",
    path: "/pbx/api/v1/role/delete",
    summary: "Deletes roles that no account has",
    permission: roles([0, 1, 4], { button: "role.delete", operate: "role.delete" }),
    body: object({
      compId: compField(),
      ids: array().label("角色").of(string().required().max(64)).min(1, "请选择要删除的角色").max(200).required(),
    }),
    reply: countReply,
    tags: ["Role"],
  }),
  listOpt: roleList("roleListOpt", "listOpt", "Roles of operators", operators),
  /** Operators may ask over all enterprises. */
  listComp: roleList("roleListComp", "listComp", "Default roles of enterprises", administrators),
  listDef: roleList("roleListDef", "listDef", "Custom roles of enterprises", administrators),
  query: defineEndpoint({
    name: "roleQuery",
    method: "POST",
    path: "/pbx/api/v1/role/query",
    summary: "One role",
    permission: administrators,
    reads: true,
    body: oneRole,
    reply: roleRow,
    tags: ["Role"],
  }),
  /** The whole new set; menus of modules that are off stay as they are. `withdrawn`: grants that custom roles of the enterprise lost with it. */
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
    permission: administrators,
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
    permission: administrators,
    reads: true,
    body: object({ compId: compField() }),
    reply: ids,
    tags: ["Role"],
  }),
});

/**
 * Business permissions of roles: what a role may do wherever it is done, beside its buttons. An endpoint names one in its
 * permission (`roles(list, {purview: 'export'})`) and the server checks it. `who`: whose roles have it until somebody saves
 * another choice. Operators and operators inside an enterprise have all.
 */
export const businessPurviews = [
  { key: "reveal", name: "查看完整号码", hint: "在隐藏号码的企业中，说明原因后查看完整号码，操作留痕", who: ["A"] },
  { key: "export", name: "导出数据", hint: "导出列表和报表", who: ["A", "S", "M"] },
  { key: "listen", name: "收听录音", hint: "播放通话录音", who: ["A", "S", "M"] },
  { key: "download", name: "下载录音", hint: "录音打包和下载", who: ["A", "M"] },
  { key: "monitor", name: "监控坐席", hint: "监听、密语、强插和强拆坐席通话，强制示忙示闲", who: ["A", "M"] },
] as const satisfies readonly { key: string; name: string; hint: string; who: readonly Who[] }[];
export type BusinessPurview = (typeof businessPurviews)[number]["key"];
const purviewKeys = businessPurviews.map(({ key }) => key);
const purview = object({ key: string().oneOf(purviewKeys).required(), value: flagField("值").required() });

export const businessPurviewApi = defineResource({
  addOrUpdateBatch: defineEndpoint({
    name: "purviewSave",
    method: "POST",
    path: "/pbx/api/v1/businessPurview/addOrUpdateBatch",
    summary: "Saves business permissions of a role; those not named stay",
    permission: granting,
    body: object({
      compId: compField(),
      roleId: idField("角色"),
      items: array().label("业务权限").of(purview).min(1).max(purviewKeys.length).required(),
    }),
    tags: ["Purview"],
  }),
  /** Seats and monitors: of their own role only. */
  selectByRoleId: defineEndpoint({
    name: "purviewOfRole",
    method: "POST",
    path: "/pbx/api/v1/businessPurview/selectByRoleId",
    summary: "Every business permission of a role",
    permission: roles([0, 1, 2, 3, 4]),
    reads: true,
    body: object({ compId: compField(), roleId: idField("角色") }),
    reply: array().of(purview).required(),
    tags: ["Purview"],
  }),
});

export const accessEndpoints: readonly Endpoint[] = [
  ...Object.values(menuApi),
  ...Object.values(roleApi),
  ...Object.values(businessPurviewApi),
];

/** Operators have keys of empowerJson for theirs. */
export const accessButtons: PageButtons = {
  "/seatrole": [
    { code: "role.add", name: "新增", who: ["A"] },
    { code: "role.update", name: "编辑", who: ["A"] },
    { code: "role.delete", name: "删除", who: ["A"] },
    { code: "role.grant", name: "授权", who: ["A"] },
  ],
};
