import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { weekdayOf, weekdayTexts, type WorkingTime } from "@liantai/api/contract/admin";
import { TextField } from "@liantai/ui/resource";
import { useFormContext } from "react-hook-form";
import { useRule } from "./use-rule.ts";
import { ListError, RangesField } from "./ranges.tsx";

type Kind = "usual" | "holiday" | "special";
const kinds: readonly (readonly [Kind, string])[] = [
  ["usual", "按工作日"],
  ["holiday", "节假日（全天休息）"],
  ["special", "特殊日（单独时段）"],
];

/** What the chosen day is: as its weekday says, a holiday, or a day with hours of its own. */
export function DayEditor({ date }: { readonly date: string }) {
  const { setValue } = useFormContext();
  const { weekly, holidays, specials } = useRule();
  const [holiday, special] = [holidays.findIndex((d) => d.date === date), specials.findIndex((d) => d.date === date)];
  const kind: Kind = holiday >= 0 ? "holiday" : special >= 0 ? "special" : "usual";
  const set = (next: Kind) => {
    const name = (holiday >= 0 ? holidays[holiday]?.name : specials[special]?.name) ?? "";
    const without = <T extends { date: string }>(days: readonly T[]): T[] => days.filter((d) => d.date !== date);
    const usual: WorkingTime["weekly"][number]["ranges"] = weekly.find((w) =>
      w.days.map(Number).includes(weekdayOf(date)),
    )?.ranges ??
      weekly[0]?.ranges ?? [{ from: "09:00", to: "18:00" }];
    setValue("holidays", [...without(holidays), ...(next === "holiday" ? [{ date, name }] : [])], {
      shouldDirty: true,
    });
    setValue(
      "specials",
      [...without(specials), ...(next === "special" ? [{ date, name, ranges: usual.map((r) => ({ ...r })) }] : [])],
      { shouldDirty: true },
    );
  };
  return (
    <Box mt="2" borderTopWidth="1px" pt="2" role="group" aria-label={`${date} 的设置`}>
      <HStack gap="1" mb="2" wrap="wrap">
        <Text fontWeight="medium" me="2">
          {date} {weekdayTexts[weekdayOf(date) - 1]}
        </Text>
        {kinds.map(([value, text]) => (
          <Button
            key={value}
            size="xs"
            variant={kind === value ? "solid" : "outline"}
            aria-pressed={kind === value}
            onClick={() => kind !== value && set(value)}
          >
            {text}
          </Button>
        ))}
      </HStack>
      {kind === "holiday" && (
        <TextField key={`h${holiday}`} name={`holidays.${holiday}.name`} label="节假日名称" width="240px" />
      )}
      {kind === "special" && (
        <Stack gap="2" key={`s${special}`}>
          <TextField name={`specials.${special}.name`} label="特殊日名称" width="240px" />
          <RangesField name={`specials.${special}.ranges`} />
        </Stack>
      )}
      <ListError name="holidays" />
      <ListError name="specials" />
    </Box>
  );
}
