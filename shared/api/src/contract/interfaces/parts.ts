/** Who calls the endpoints of the area. */
import { RoleTypes } from "../roles.ts";
import { roles } from "../resource.ts";

export const administrators = roles(RoleTypes.administrators);
export const press = (button: string) => roles(RoleTypes.administrators, { button });
