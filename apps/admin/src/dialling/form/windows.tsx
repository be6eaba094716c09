import { Button, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import { useListFault } from "@liantai/ui";
import { TimeField } from "@liantai/ui/resource";
import { Plus, X } from "lucide-react";
import { useFieldArray } from "react-hook-form";

const most = 10;

/** The hours of the day in which a task dials; none: all that the law and its time rule leave. */
export function Windows() {
  const { fields, append, remove } = useFieldArray({ name: "windows" });
  const fault = useListFault("windows");
  return (
    <Stack gap="2" role="group" aria-label="拨打时段">
      <HStack justify="space-between">
        <Text textStyle="xs" color="fg.muted">
          拨打时段：不添加则在可拨打时间内全天拨打
        </Text>
        <Button
          size="2xs"
          variant="outline"
          disabled={fields.length >= most}
          onClick={() => append({ from: "09:00", to: "12:00" })}
        >
          <Plus aria-hidden />
          添加时段
        </Button>
      </HStack>
      {fields.map((field, i) => (
        <HStack key={field.id} gap="2" align="flex-start">
          <TimeField name={`windows.${i}.from`} label="开始" width="120px" />
          <TimeField name={`windows.${i}.to`} label="结束" width="120px" />
          <IconButton
            size="xs"
            variant="ghost"
            colorPalette="red"
            mt="22px"
            aria-label={`移除时段 ${i + 1}`}
            onClick={() => remove(i)}
          >
            <X aria-hidden />
          </IconButton>
        </HStack>
      ))}
      {fault && (
        <Text role="alert" color="fg.error" textStyle="xs">
          {fault}
        </Text>
      )}
    </Stack>
  );
}
