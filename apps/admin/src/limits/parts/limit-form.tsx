import {
  DayRanges,
  DigitListField,
  NumberField,
  RadioField,
  SwitchField,
  TextAreaField,
  TextField,
} from "@liantai/ui/resource";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { directionOptions, limitKindOptions, type CallLimit } from "./words.ts";

export const limitValues = (row: CallLimit | undefined) => ({
  name: row?.name ?? "",
  direction: row?.direction ?? "out",
  prefixes: row?.prefixes ?? "",
  kind: row?.kind ?? "limit",
  hours: row?.hours ?? [],
  perNumberPerDay: row?.perNumberPerDay ?? 0,
  minIntervalS: row?.minIntervalS ?? 0,
  enabled: row?.enabled ?? 1,
  remark: row?.remark ?? "",
});

/** Fields of one call limit. */
export const limitFields = (form: UseFormReturn<FieldValues>) => (
  <>
    <TextField name="name" label="限制名称" />
    <RadioField name="direction" label="呼叫方向" options={directionOptions} />
    <DigitListField name="prefixes" label="号码前缀" hint="对方号码的前缀，多个以英文逗号隔开，不填则为全部号码" />
    <RadioField name="kind" label="限制类型" options={limitKindOptions} />
    {form.watch("kind") === "limit" && (
      <>
        <DayRanges name="hours" label="允许时段" hint="（不添加则全天允许）" first={{ from: "09:00", to: "18:00" }} />
        <NumberField name="perNumberPerDay" label="每号码每日次数" unit="次" hint="0为不限" max={1_000} />
        <NumberField name="minIntervalS" label="同一号码最短间隔" unit="秒" hint="0为不限" max={86_400} />
      </>
    )}
    <SwitchField name="enabled" label="启用" on="启用" off="停用" />
    <TextAreaField name="remark" label="备注" rows={3} />
  </>
);

export function limitText(row: CallLimit): string {
  if (row.kind === "bar") return "禁止通话";
  const parts = [
    row.hours.map((h) => `${h.from}-${h.to}`).join("、"),
    row.perNumberPerDay > 0 ? `每号码每日${row.perNumberPerDay}次` : "",
    row.minIntervalS > 0 ? `间隔${row.minIntervalS}秒` : "",
  ].filter(Boolean);
  return parts.join("；") || "不限";
}
