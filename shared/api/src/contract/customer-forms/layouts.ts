/** 弹屏布局: which fields of a form stand first in popups of which calls. */
import { array, object, string, type InferType } from "yup";
import { formLimits } from "../forms/definition.ts";

/** Access numbers or skill groups; empty: all. */
export const placesField = (label: string) => array().label(label).of(string().required().max(64)).max(200);

export const mostLayouts = 20;
const layoutNames = () => array().of(string().required()).required();
/** Which fields stand first in a popup of calls over these numbers and groups; the others are folded below. */
export const layoutReply = object({
  accessNumbers: layoutNames(),
  skillGroupIds: layoutNames(),
  fields: layoutNames(),
});
export type PopupLayout = InferType<typeof layoutReply>;
export const layoutBody = object({
  accessNumbers: placesField("接入号").default([]),
  skillGroupIds: placesField("技能组").default([]),
  fields: array().label("字段").of(string().required().max(30)).min(1, "请选择字段").max(formLimits.fields).required(),
});

export interface CallPlace {
  readonly accessNumber: string;
  readonly skillGroupId: string;
}
/** Of the layouts that fit a call the narrowest, the first of equals; undefined: none does. */
export function layoutFor(
  layouts: readonly PopupLayout[],
  { accessNumber, skillGroupId }: CallPlace,
): PopupLayout | undefined {
  const among = (list: readonly string[], one: string) => list.length === 0 || list.includes(one);
  const narrowness = ({ accessNumbers, skillGroupIds }: PopupLayout) =>
    Number(accessNumbers.length > 0) + Number(skillGroupIds.length > 0);
  return layouts
    .filter((one) => among(one.accessNumbers, accessNumber) && among(one.skillGroupIds, skillGroupId))
    .sort((a, b) => narrowness(b) - narrowness(a))[0];
}
