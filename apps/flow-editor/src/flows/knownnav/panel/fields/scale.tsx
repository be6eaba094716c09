import { fiveSteps, fourSteps } from "@liantai/api/flows";
import { PanelSelect } from "@liantai/ui/board";
import type { Config } from "./kinds.ts";

const scales = { four: fourSteps, five: fiveSteps } as const;
type Scale = keyof typeof scales;
const words = { four: "四级（10、8、5、1分）", five: "五级（10、8、5、3、1分）" } as const;

const same = (rows: readonly Config[], steps: (typeof scales)[Scale]): boolean =>
  rows.length === steps.length &&
  steps.every(({ key, name, score }, at) => {
    const row = rows[at]!;
    return row["key"] === key && row["name"] === name && row["score"] === score;
  });

interface ScaleProps {
  readonly rows: readonly Config[];
  readonly onChange: (rows: readonly Config[]) => void;
}

/** Usual scales of marks, put into the rows below it. */
export function ScaleChoice({ rows, onChange }: ScaleProps) {
  const value = (Object.keys(scales) as readonly Scale[]).find((scale) => same(rows, scales[scale])) ?? "";
  const own = value === "" ? [["", "自定义"] as const] : [];
  return (
    <PanelSelect
      label="评分等级"
      value={value}
      options={[...own, ["four", words.four], ["five", words.five]]}
      hint="选择后下面的按键、评价和分值一并更换，话术要与按键一致"
      onChange={(scale) => scale !== "" && onChange(scales[scale as Scale].map((step) => ({ ...step })))}
    />
  );
}
