/** Who calls the endpoints of the area. */
import { RoleTypes } from "../roles.ts";
import { roles } from "../resource.ts";

export const managers = roles(RoleTypes.administrators);
export const may = (verb: string) => roles(RoleTypes.administrators, { button: `voice.${verb}` });
