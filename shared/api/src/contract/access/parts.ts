/** Who calls the endpoints of the area. */
import { roles } from "../resource.ts";

export const operators = roles([0]);
export const administrators = roles([0, 1, 4]);
export const granting = roles([0, 1, 4], { button: "role.grant", operate: "role.grant" });
