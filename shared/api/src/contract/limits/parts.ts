/** Who calls the endpoints of the area. */
import { RoleTypes } from "../roles.ts";
import { roles } from "../resource.ts";

export const admins = roles(RoleTypes.administrators);
export const adminButton = (button: string) => roles(RoleTypes.administrators, { button });
