/** Who calls the endpoints of the area. */
import { RoleTypes } from "../roles.ts";
import { roles } from "../resource.ts";

/** Operators see the numbers and give them to enterprises; where a number leads is the enterprise's own. */
export const managers = roles(RoleTypes.managers);
export const owners = roles(RoleTypes.administrators);
export const enterprise = (button: string) => roles(RoleTypes.administrators, { button });
/** Who has which number: an enterprise's button, an operator's key. */
export const allotting = roles(RoleTypes.managers, { button: "accessNum.allot", operate: "accessNum.allocate" });
