import { Button, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import { useListFault } from "@liantai/ui";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useFieldArray } from "react-hook-form";

interface OrderedRowsProps {
  /** Of the array in the form. */
  readonly name: string;
  /** What a row is, e.g. 节点: buttons and rows are named by it. */
  readonly noun: string;
  /** What the order means. */
  readonly hint: string;
  readonly blank: () => Record<string, unknown>;
  /** Rows that there may be. Default: no bound. */
  readonly most?: number;
  readonly row: (index: number) => ReactNode;
  /** A second line of a row. */
  readonly below?: (index: number) => ReactNode;
}

/** A list of a form whose order counts: rows are added, moved up and down, and removed. */
export function OrderedRows({ name, noun, hint, blank, most = Infinity, row, below }: OrderedRowsProps) {
  const { fields, append, remove, move } = useFieldArray({ name });
  const fault = useListFault(name);
  const button = { size: "xs", variant: "ghost", colorPalette: "gray" } as const;
  return (
    <Stack gap="2" role="group" aria-label={noun}>
      <HStack justify="space-between">
        <Text textStyle="xs" color="fg.muted">
          {hint}
        </Text>
        <Button size="2xs" variant="outline" disabled={fields.length >= most} onClick={() => append(blank())}>
          <Plus aria-hidden />
          添加{noun}
        </Button>
      </HStack>
      {fields.map((field, i) => {
        const which = `${noun} ${i + 1}`;
        return (
          <Stack key={field.id} gap="1">
            <HStack gap="1" align="flex-start">
              {row(i)}
              <HStack gap="0" pt="22px">
                <IconButton {...button} aria-label={`上移${which}`} disabled={i === 0} onClick={() => move(i, i - 1)}>
                  <ArrowUp aria-hidden />
                </IconButton>
                <IconButton
                  {...button}
                  aria-label={`下移${which}`}
                  disabled={i === fields.length - 1}
                  onClick={() => move(i, i + 1)}
                >
                  <ArrowDown aria-hidden />
                </IconButton>
                <IconButton {...button} colorPalette="red" aria-label={`移除${which}`} onClick={() => remove(i)}>
                  <X aria-hidden />
                </IconButton>
              </HStack>
            </HStack>
            {below?.(i)}
          </Stack>
        );
      })}
      {fault && (
        <Text role="alert" color="fg.error" textStyle="xs">
          {fault}
        </Text>
      )}
    </Stack>
  );
}
