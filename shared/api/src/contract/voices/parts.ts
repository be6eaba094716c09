/** Who calls the endpoints of the area. */
import { roles } from "../resource.ts";

export const managers = roles([1, 4]);
export const may = (verb: string) => roles([1, 4], { button: `voice.${verb}` });
