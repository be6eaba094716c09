/** Who calls the endpoints of the area. */
import { roles } from "../resource.ts";

export const readers = roles([1, 2, 3, 4]);
export const admins = (button: string) => roles([1, 4], { button });
