/** What the resources of trunks share. */
import { numberField } from "../fields.ts";
import { roles } from "../resource.ts";

export const operators = roles([0]);
export const routing = roles([0], { operate: "route.edit" });

/** Smaller comes first. */
export const priority = () => numberField("优先级", { min: 1, max: 9_999 }).required("请输入优先级");
