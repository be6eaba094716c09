/** 弹屏布局: which fields of a form stand first in popups of which calls, and what the agent goes through step by step. */
import { array, object, string, type InferType } from "yup";
import { formLimits } from "../forms/definition.ts";

/** Access numbers or skill groups; empty: all. */
export const placesField = (label: string) => array().label(label).of(string().required().max(64)).max(200);

export const mostLayouts = 20;
/** 引导步骤 of a popup. */
export const guideLimits = { steps: 20, text: 200 } as const;
const layoutNames = () => array().of(string().required()).required();
/**
 * Which fields stand first in a popup of calls over these numbers and groups, of customers with any of these tags; the others are folded
 * below. `steps` are ticked off beside the form.
 */
export const layoutReply = object({
  accessNumbers: layoutNames(),
  skillGroupIds: layoutNames(),
  tagIds: array().of(string().required()),
  fields: layoutNames(),
  steps: array().of(string().required()),
});
export type PopupLayout = InferType<typeof layoutReply>;
export const layoutBody = object({
  accessNumbers: placesField("接入号码").default([]),
  skillGroupIds: placesField("技能组").default([]),
  tagIds: placesField("标签").default([]),
  steps: array()
    .label("引导步骤")
    .of(string().required().max(guideLimits.text, `每个步骤最多${guideLimits.text}个字符`))
    .max(guideLimits.steps, `最多${guideLimits.steps}个步骤`)
    .default([]),
  fields: array().label("字段").of(string().required().max(30)).min(1, "请选择字段").max(formLimits.fields).required(),
});

export interface CallPlace {
  readonly accessNumber: string;
  readonly skillGroupId: string;
  /** Of the customer who calls; absent: nobody knows him. */
  readonly tags?: readonly string[];
}
/** Of the layouts that fit a call the narrowest, the first of equals; undefined: none does. */
export function layoutFor(
  layouts: readonly PopupLayout[],
  { accessNumber, skillGroupId, tags = [] }: CallPlace,
): PopupLayout | undefined {
  const among = (list: readonly string[], one: string) => list.length === 0 || list.includes(one);
  const tagged = ({ tagIds = [] }: PopupLayout) => tagIds.length === 0 || tagIds.some((id) => tags.includes(id));
  const narrowness = ({ accessNumbers, skillGroupIds, tagIds = [] }: PopupLayout) =>
    Number(accessNumbers.length > 0) + Number(skillGroupIds.length > 0) + Number(tagIds.length > 0);
  return layouts
    .filter((one) => among(one.accessNumbers, accessNumber) && among(one.skillGroupIds, skillGroupId) && tagged(one))
    .sort((a, b) => narrowness(b) - narrowness(a))[0];
}
