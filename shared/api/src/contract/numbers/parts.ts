/** Who calls the endpoints of the area. */
import { roles } from "../resource.ts";

/** Operators see the numbers and give them to enterprises; where a number leads is the enterprise's own. */
export const managers = roles([0, 1, 4]);
export const owners = roles([1, 4]);
export const enterprise = (button: string) => roles([1, 4], { button });
/** Who has which number: an enterprise's button, an operator's key. */
export const allotting = roles([0, 1, 4], { button: "accessNum.allot", operate: "accessNum.allocate" });
