import { Button, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import { useListFault } from "@liantai/ui";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useFieldArray } from "react-hook-form";
import { TimeField } from "./times.tsx";

interface DayRangesProps {
  /** Of the array of {from, to} in the form. */
  readonly name: string;
  readonly label: string;
  /** What it means when there are none. */
  readonly hint: string;
  /** Of a range that is added. */
  readonly first: { readonly from: string; readonly to: string } & Readonly<Record<string, string>>;
  /** What a range is. Default: 时段. */
  readonly noun?: string;
  readonly most?: number;
  /** Whose it is, before its times. */
  readonly lead?: (index: number) => ReactNode;
}

/** Ranges of the hours of a day. */
export function DayRanges({ name, label, hint, first, noun = "时段", most = 10, lead }: DayRangesProps) {
  const { fields, append, remove } = useFieldArray({ name });
  const fault = useListFault(name);
  return (
    <Stack gap="2" role="group" aria-label={label}>
      <HStack justify="space-between">
        <Text textStyle="xs" color="fg.muted">
          {label}
          {hint}
        </Text>
        <Button size="2xs" variant="outline" disabled={fields.length >= most} onClick={() => append(first)}>
          <Plus aria-hidden />
          添加{noun}
        </Button>
      </HStack>
      {fields.map((field, i) => (
        <HStack key={field.id} gap="2" align="flex-start">
          {lead?.(i)}
          <TimeField name={`${name}.${i}.from`} label="开始时间" width="130px" />
          <TimeField name={`${name}.${i}.to`} label="结束时间" width="130px" />
          <IconButton
            mt="22px"
            size="xs"
            variant="ghost"
            colorPalette="red"
            aria-label={`移除${noun} ${i + 1}`}
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
