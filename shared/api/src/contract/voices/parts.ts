/** Who calls the endpoints of the area. */
import { RoleTypes } from "../roles.ts";
import { roles } from "../resource.ts";

export const managers = roles(RoleTypes.administrators);
/** Of a resource, who may do what with it. */
export const buttonOf = (resource: string) => (verb: string) =>
  roles(RoleTypes.administrators, { button: `${resource}.${verb}` });
export const may = buttonOf("voice");
