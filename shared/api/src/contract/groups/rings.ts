/** Rings: whom a waiting caller may be offered to, by how long it has waited. */
import { array, object, string } from "yup";
import { numberField } from "../fields.ts";

/** What a step adds. */
export const ringKinds = { level: "本组级别", group: "增加技能组" } as const;

/** Agents of the own group up to `level`, or those of a further group. */
export interface RingStep {
  readonly afterS: number;
  readonly kind: keyof typeof ringKinds;
  /** 0 for a group. */
  readonly level: number;
  /** '' for a level. */
  readonly groupId: string;
}

const step = object({
  afterS: numberField("等待时长", { max: 3_600 }).required(),
  kind: string()
    .label("扩展方式")
    .oneOf(["level", "group"] as const)
    .required(),
  level: numberField("级别", { max: 99 })
    .defined()
    .test("level", "级别须为1到99", (level, { parent }) => (parent as RingStep).kind !== "level" || Number(level) >= 1),
  groupId: string()
    .label("技能组")
    .max(64)
    .defined()
    .test("group", "请选择技能组", (id, { parent }) => (parent as RingStep).kind !== "group" || Boolean(id)),
});

/** Agents of every level answer at once where no step names a level; else the first such step begins with the wait. */
export const ringsField = () =>
  array()
    .label("扩展步骤")
    .of(step)
    .max(6, "最多6个扩展步骤")
    .default(() => [])
    .test("order", "后一步的等待时长须大于前一步", (steps = []) =>
      steps.every(({ afterS }, i) => i === 0 || afterS > (steps[i - 1]?.afterS ?? 0)),
    )
    .test("levels", "按级别扩展须从等待0秒开始，级别逐步增大", (steps = []) => {
      const levels = steps.filter(({ kind }) => kind === "level");
      return levels.every(({ afterS, level }, i) => (i === 0 ? afterS === 0 : level > (levels[i - 1]?.level ?? 0)));
    })
    .test("groups", "增加技能组须等待1秒以上，且不能重复", (steps = []) => {
      const groups = steps.filter(({ kind }) => kind === "group");
      return groups.every(({ afterS }) => afterS > 0) && new Set(groups.map((g) => g.groupId)).size === groups.length;
    });

export const ringsRow = array().of(step).required();
