import { SimpleGrid, Text } from "@chakra-ui/react";
import { number, object, type AnyObject, type NumberSchema } from "yup";
import { formOf, type Action } from "../action/action.ts";
import { NumberField } from "../fields/text.tsx";
import type { Limits, Watched } from "./limits.ts";

const words = { more: "高于", less: "低于" } as const;
const units = { count: "", percent: "（%）", seconds: "（秒）" } as const;
const labelOf = ({ name, worse, unit }: Watched): string => `${name}${words[worse]}${units[unit]}`;

const limitField = (figure: Watched): NumberSchema<number | null | undefined> =>
  number()
    .label(labelOf(figure))
    .transform((value: number, typed: unknown) => (typed === "" ? null : value))
    .nullable()
    .min(0)
    .max(figure.unit === "percent" ? 100 : 99_999);

/** The button 告警设置 with its form: an empty limit is none. */
export function alarmAction(watched: readonly Watched[], limits: Limits, onChange: (limits: Limits) => void): Action {
  const schema = object(Object.fromEntries(watched.map((figure) => [figure.id, limitField(figure)])) as AnyObject);
  return {
    label: "告警设置",
    form: () =>
      formOf({
        title: "告警设置",
        schema,
        values: Object.fromEntries(watched.map(({ id }) => [id, limits[id] ?? ""])),
        fields: (
          <>
            <Text color="fg.muted" mb="2">
              超过设定值时，数字变红并提示一次，恢复后再次超过会再提示。不填则不告警，设置只对您本人在这台电脑上生效。
            </Text>
            <SimpleGrid columns={2} gap="2">
              {watched.map((figure) => (
                <NumberField key={figure.id} name={figure.id} label={labelOf(figure)} placeholder="不告警" />
              ))}
            </SimpleGrid>
          </>
        ),
        send: (typed) => {
          const given = Object.entries(typed as Record<string, number | null | undefined>);
          onChange(
            Object.fromEntries(given.flatMap(([id, limit]) => (typeof limit === "number" ? [[id, limit]] : []))),
          );
        },
      }),
    done: ["告警设置", "保存"],
  };
}
