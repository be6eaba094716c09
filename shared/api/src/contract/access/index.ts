/** Area 'access': roles, the menu tree, what a role may press and do, and 菜单同步 (screens.md, "admin: organisation"). */
import type { PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { menuApi } from "./menus.ts";
import { businessPurviewApi } from "./purviews.ts";
import { roleApi } from "./roles.ts";

export * from "./menus.ts";
export * from "./purviews.ts";
export * from "./roles.ts";

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
