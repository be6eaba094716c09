import { Button } from "@chakra-ui/react";
import { notify } from "@liantai/api/client";
import { useFormContext } from "react-hook-form";
import { timeRules } from "../../parts/queries.ts";
import { useRule } from "./use-rule.ts";

/** Fills in the statutory holidays of the year on show and the weekend days worked instead; days that were set by hand stay. */
export function StatutoryFill({ year }: { readonly year: number }) {
  const { setValue } = useFormContext();
  const { weekly, holidays, specials } = useRule();
  const [ask, { isFetching }] = timeRules.statutory.useLazyQuery();
  const fill = async () => {
    const { data } = await ask({ body: { year } }, true);
    if (!data) return;
    const known = new Set([...holidays, ...specials].map((d) => d.date));
    const fresh = <T extends { readonly date: string }>(days: readonly T[]) => days.filter((d) => !known.has(d.date));
    // A weekend day that is worked instead is worked as a Monday is.
    const ranges = (weekly.find((w) => w.days.map(Number).includes(1)) ?? weekly[0])?.ranges ?? [
      { from: "09:00", to: "18:00" },
    ];
    const [off, work] = [fresh(data.holidays), fresh(data.workdays)];
    setValue("holidays", [...holidays, ...off.map(({ date, name }) => ({ date, name }))], { shouldDirty: true });
    setValue(
      "specials",
      [
        ...specials,
        ...work.map(({ date, name }) => ({ date, name: `${name}调休`, ranges: ranges.map((r) => ({ ...r })) })),
      ],
      { shouldDirty: true },
    );
    notify({
      title: `已填入${year}年法定节假日${off.length}天、调休工作日${work.length}天`,
      text: "已设置过的日期保持不变，保存后生效。",
    });
  };
  return (
    <Button size="xs" variant="outline" loading={isFetching} onClick={() => void fill()}>
      填入{year}年法定节假日与调休
    </Button>
  );
}
