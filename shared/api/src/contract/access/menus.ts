/** The menu tree, what is typed in 菜单管理, and 菜单同步 (console.md section 6). */
import { RoleTypes, type Who } from "../roles.ts";
import { array, mixed, number, object, string } from "yup";
import { compField, idField, idReply } from "../crud.ts";
import { charsField, flagField, limits, linkField, nameField, numberField } from "../fields.ts";
import { defineEndpoint, defineResource, roles, onPages, timeouts } from "../resource.ts";
import type { MenuItem } from "../session.ts";
import { administrators, operators } from "./parts.ts";

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
    permission: onPages(operators, "/menulist"),
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
    permission: roles(RoleTypes.operators, { operate: "menu.add" }),
    body: menuAdd,
    reply: idReply,
    tags: ["MenuTree", "MenuSync"],
  }),
  update: defineEndpoint({
    name: "menuUpdate",
    method: "POST",
    path: "/pbx/api/v1/menu/update",
    summary: "Changes a menu or button; of the product's own only name, icon and whether it is hidden",
    permission: roles(RoleTypes.operators, { operate: "menu.update" }),
    body: menuUpdate,
    ...menu,
  }),
  /** position counts from 0 among the children of the new parent, without the moved one. */
  move: defineEndpoint({
    name: "menuMove",
    method: "POST",
    path: "/pbx/api/v1/menu/move",
    summary: "Moves a menu or button among its siblings, a menu also under another group",
    permission: roles(RoleTypes.operators, { operate: "menu.update" }),
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
    permission: roles(RoleTypes.operators, { operate: "menu.delete" }),
    body: object({ id: idField() }),
    tags: ["MenuTree", "MenuSync"],
  }),
  routeOpt: defineEndpoint({
    name: "menuRouteOpt",
    method: "POST",
    path: "/pbx/api/v1/menu/routeOpt",
    summary: "What roles of operators may be granted",
    permission: onPages(operators, "/role/setrolemenu", "/menulist"),
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
    permission: onPages(operators, "/role/setrolemenu", "/menulist"),
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
    permission: onPages(administrators, "/role/setrolemenu", "/seatrole"),
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
    permission: onPages(operators, "/syncmenu"),
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
    permission: roles(RoleTypes.operators, { operate: "menu.sync" }),
    timeoutMs: timeouts.slow,
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
