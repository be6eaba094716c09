/** Who calls the endpoints of enterprises, and what their changes make stale. */
import { roles } from "../resource.ts";

export const operators = roles([0]);
export const may = (operate: string) => roles([0], { operate });
export const tags = ["Company"];
