/** Which level a score or a name is. Pure. */
import { intentionKeys } from "@liantai/api/contract/workorder";
import { fieldRefusal } from "../../../http/refusals.ts";

interface Level {
  readonly name: string;
  readonly minScore: number | null;
  readonly maxScore: number | null;
}

const bandOf = ({ minScore, maxScore }: Level): readonly [number, number] | undefined =>
  minScore === null || maxScore === null ? undefined : [minScore, maxScore];

export const levelOfScore = <L extends Level>(levels: readonly L[], score: number): L | undefined =>
  levels.find((level) => {
    const band = bandOf(level);
    return band !== undefined && score >= band[0] && score <= band[1];
  });

/** Throws AppError 'invalid' naming the level. */
export function checkLevels(levels: readonly Level[]): void {
  const names = new Map<string, number>();
  levels.forEach((level, at) => {
    const path = `levels[${at}]`;
    const name = level.name.trim();
    if (names.has(name)) throw fieldRefusal(`${path}.name`, "等级名称", `等级“${name}”重复`);
    names.set(name, at);
    const { minScore, maxScore } = level;
    if ((minScore === null) !== (maxScore === null))
      throw fieldRefusal(`${path}.minScore`, "最低分", `等级“${name}”的最低分和最高分应同时填写或同时为空`);
    const band = bandOf(level);
    if (!band) return;
    if (band[0] > band[1]) throw fieldRefusal(`${path}.minScore`, "最低分", `等级“${name}”的最低分不能大于最高分`);
    const other = levels.slice(0, at).find((one) => {
      const before = bandOf(one);
      return before !== undefined && band[0] <= before[1] && before[0] <= band[1];
    });
    if (other) throw fieldRefusal(`${path}.minScore`, "最低分", `等级“${name}”与“${other.name}”的分数范围重叠`);
  });
}

/** What a flow or an interface said of the call: a level by its name, else a score. */
export function saidIn<L extends Level>(
  levels: readonly L[],
  data: Readonly<Record<string, string>>,
): { readonly level: L; readonly score: number | null } | undefined {
  const text = data[intentionKeys.score]?.trim() ?? "";
  const score = /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : null;
  const name = data[intentionKeys.level]?.trim() ?? "";
  const level = name === "" ? score !== null && levelOfScore(levels, score) : levels.find((one) => one.name === name);
  return level ? { level, score } : undefined;
}
