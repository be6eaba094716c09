/** Who calls the endpoints of the area. */
import { roles } from "../resource.ts";

export const managers = roles([0, 1, 4]);
export const enterprise = (button: string) => roles([0, 1, 4], { button });
