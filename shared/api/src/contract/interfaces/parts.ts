/** Who calls the endpoints of the area. */
import { roles } from "../resource.ts";

export const administrators = roles([1, 4]);
export const press = (button: string) => roles([1, 4], { button });
