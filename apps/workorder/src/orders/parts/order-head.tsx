/** The title and the priority of a new order: above its form, and kept with its draft. */
import { Input, NativeSelect, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { orderLimits, orderPriorities, type OrderPriority } from "@liantai/api/contract/work-orders";
import type { DraftHead } from "@liantai/api/contract/workorder";
import { useId } from "react";

/** Looks as the labels of the form below it do. */
export function Labelled({
  label,
  id,
  children,
}: {
  readonly label: string;
  readonly id: string;
  readonly children: React.ReactNode;
}) {
  return (
    <Stack gap="1">
      <Text asChild color="fg.muted" textStyle="xs" fontWeight="medium">
        <label htmlFor={id}>{label}</label>
      </Text>
      {children}
    </Stack>
  );
}

interface HeadFieldsProps extends Required<DraftHead> {
  readonly missing: boolean;
  readonly onType: (more: DraftHead) => void;
}

export function HeadFields({ title, priority, missing, onType }: HeadFieldsProps) {
  const id = useId();
  return (
    <SimpleGrid templateColumns="2fr 1fr" gap="3">
      <Labelled label="标题" id={`${id}t`}>
        <Input
          id={`${id}t`}
          value={title}
          maxLength={orderLimits.title}
          aria-invalid={missing}
          onChange={(event) => onType({ title: event.currentTarget.value })}
        />
        {missing && (
          <Text role="alert" color="fg.error" textStyle="xs">
            请输入标题
          </Text>
        )}
      </Labelled>
      <Labelled label="优先级" id={`${id}p`}>
        <NativeSelect.Root>
          <NativeSelect.Field
            id={`${id}p`}
            value={String(priority)}
            onChange={(event) => onType({ priority: Number(event.currentTarget.value) as OrderPriority })}
          >
            {Object.entries(orderPriorities).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </Labelled>
    </SimpleGrid>
  );
}
