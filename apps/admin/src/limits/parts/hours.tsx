import { Button, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import { TimeField } from "@liantai/ui/resource";
import { Plus, X } from "lucide-react";
import { useFieldArray } from "react-hook-form";

/** Ranges of a day in which calls are allowed; none: all day. */
export function HoursField({ name }: { readonly name: string }) {
  const { fields, append, remove } = useFieldArray({ name });
  return (
    <Stack gap="2" role="group" aria-label="允许时段">
      <HStack justify="space-between">
        <Text textStyle="xs" color="fg.muted">
          允许时段（不添加则全天允许）
        </Text>
        <Button
          size="2xs"
          variant="outline"
          disabled={fields.length >= 10}
          onClick={() => append({ from: "09:00", to: "18:00" })}
        >
          <Plus aria-hidden />
          添加时段
        </Button>
      </HStack>
      {fields.map((field, i) => (
        <HStack key={field.id} gap="2" align="flex-start">
          <TimeField name={`${name}.${i}.from`} label="开始时间" width="130px" />
          <TimeField name={`${name}.${i}.to`} label="结束时间" width="130px" />
          <IconButton
            mt="22px"
            size="xs"
            variant="ghost"
            colorPalette="red"
            aria-label={`移除时段 ${i + 1}`}
            onClick={() => remove(i)}
          >
            <X aria-hidden />
          </IconButton>
        </HStack>
      ))}
    </Stack>
  );
}
