/** Who calls the endpoints of the area. */
import { RoleTypes } from "../roles.ts";
import { roles } from "../resource.ts";

export const operators = roles(RoleTypes.operators);
export const administrators = roles(RoleTypes.managers);
export const granting = roles(RoleTypes.managers, { button: "role.grant", operate: "role.grant" });
