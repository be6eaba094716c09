/** Who calls the endpoints of enterprises, and what their changes make stale. */
import { RoleTypes } from "../roles.ts";
import { roles } from "../resource.ts";

export const operators = roles(RoleTypes.operators);
export const may = (operate: string) => roles(RoleTypes.operators, { operate });
export const tags = ["Company"];
