import { Box, Button, Flex, IconButton, Text } from "@chakra-ui/react";
import { TimeField } from "@liantai/ui/resource";
import { Plus, Trash2 } from "lucide-react";
import { get, useFieldArray, useFormState } from "react-hook-form";

/** What is wrong with a list as a whole, e.g. that its ranges overlap. */
export function ListError({ name }: { readonly name: string }) {
  const { errors } = useFormState();
  const error = get(errors, name) as { message?: string; root?: { message?: string } } | undefined;
  const text = error?.root?.message ?? (typeof error?.message === "string" ? error.message : undefined);
  return text ? (
    <Text role="alert" textStyle="xs" color="fg.error">
      {text}
    </Text>
  ) : null;
}

/** HH:mm ranges of a day; one that ends before it begins runs past midnight. */
export function RangesField({ name }: { readonly name: string }) {
  const { fields, append, remove } = useFieldArray({ name });
  return (
    <Box role="group" aria-label="时段">
      <Flex gap="3" wrap="wrap" align="flex-end">
        {fields.map((field, i) => (
          <Flex key={field.id} gap="1" align="flex-start">
            <TimeField name={`${name}.${i}.from`} label={`开始时间${fields.length > 1 ? i + 1 : ""}`} width="92px" />
            <TimeField name={`${name}.${i}.to`} label={`结束时间${fields.length > 1 ? i + 1 : ""}`} width="92px" />
            <IconButton
              mt="22px"
              size="xs"
              variant="ghost"
              colorPalette="gray"
              aria-label={`移除第${i + 1}个时段`}
              disabled={fields.length <= 1}
              onClick={() => remove(i)}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </Flex>
        ))}
        <Button
          size="xs"
          variant="ghost"
          mb="1"
          disabled={fields.length >= 10}
          onClick={() => append({ from: "", to: "" })}
        >
          <Plus aria-hidden />
          时段
        </Button>
      </Flex>
      <ListError name={name} />
      <Text textStyle="xs" color="fg.muted" mt="1">
        全天为 00:00 到 24:00；结束早于开始表示到次日。
      </Text>
    </Box>
  );
}
