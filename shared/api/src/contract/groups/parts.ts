/** Who calls the endpoints of the area. */
import { RoleTypes } from "../roles.ts";
import { roles } from "../resource.ts";

export const readers = roles(RoleTypes.enterprise);
export const admins = (button: string) => roles(RoleTypes.administrators, { button });
