/** What a condition lacks to mean anything: kept in a draft, refused where it begins to act. Pure. */
import { type Condition, conditionOps } from "./rules.ts";
import { isEmptyValue } from "./values.ts";

const alone = new Set<string>(["empty", "notEmpty"]);

/** In Chinese, one a gap, with what `called` says of the field's name. */
export function conditionGaps(condition: Condition, called: (field: string) => string): readonly string[] {
  if ("field" in condition)
    return alone.has(condition.op) || !isEmptyValue(condition.value)
      ? []
      : [`请填写条件“${called(condition.field)}${conditionOps[condition.op]}”的值`];
  if ("expression" in condition) return [];
  if ("not" in condition) return conditionGaps(condition.not, called);
  if ("all" in condition) return condition.all.flatMap((one) => conditionGaps(one, called));
  // Of none of them one holds: what it leads to never comes.
  return condition.any.length === 0
    ? ["“满足以下任意一条”中没有条件"]
    : condition.any.flatMap((one) => conditionGaps(one, called));
}
