/** Area 'access': roles, the menu tree, what a role may press and do, and 菜单同步 (screens.md, "admin: organisation"). */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { menuApi } from "./menus.ts";
import { businessPurviewApi, businessPurviews } from "./purviews.ts";
import { roleApi } from "./roles.ts";

export * from "./menus.ts";
export * from "./purviews.ts";
export * from "./roles.ts";

const row = rowsOf("admin", "organisation");

export const accessTabs = [
  row("/seatrole", "坐席角色", "A"),
  row("/role/setrolemenu", "角色授权", "OA"),
  row("/menulist", "菜单管理", "O"),
  row("/role/operate", "运营角色", "O"),
  row("/syncmenu", "菜单同步", "O"),
];

export const accessArea = /* #__PURE__ */ defineArea(() => ({
  tabs: accessTabs,
  resources: [menuApi, roleApi, businessPurviewApi],
  buttons: {
    "/seatrole": [
      { code: "role.add", name: "新增", who: ["A"] },
      { code: "role.update", name: "编辑", who: ["A"] },
      { code: "role.delete", name: "删除", who: ["A"] },
      { code: "role.grant", name: "授权", who: ["A"] },
    ],
  },
  logWords: {
    objects: { role: "角色", menu: "菜单" },
    fields: {
      parent: "上级",
      "menu.audience": "可见范围",
      menus: "菜单",
      added: "新增",
      removed: "收回",
      ...Object.fromEntries(businessPurviews.map(({ key, name }) => [key, name])),
    },
  },
}));
