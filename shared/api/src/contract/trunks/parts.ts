/** What the resources of trunks share. */
import { RoleTypes } from "../roles.ts";
import { numberField } from "../fields.ts";
import { roles } from "../resource.ts";

export const operators = roles(RoleTypes.operators);
export const routing = roles(RoleTypes.operators, { operate: "route.edit" });

/** Smaller comes first. */
export const priority = () => numberField("优先级", { min: 1, max: 9_999 }).required("请输入优先级");
