/** Who calls the endpoints of the area. */
import { roles } from "../resource.ts";

export const admins = roles([1, 4]);
export const adminButton = (button: string) => roles([1, 4], { button });
