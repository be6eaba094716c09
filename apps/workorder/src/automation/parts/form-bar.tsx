import { HStack, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { ChosenForm } from "./use-forms.ts";

interface FormBarProps {
  readonly chosen: ChosenForm;
  readonly children: ReactNode;
}

/** Which form's are shown, and what can be done. */
export function FormBar({ chosen: { list = [], formId = "", choose }, children }: FormBarProps) {
  return (
    <HStack px="3" py="2" gap="2" wrap="wrap">
      <Text as="span" flex="none">
        表单
      </Text>
      <NativeSelectRoot size="xs" w="200px">
        <NativeSelectField aria-label="表单" value={formId} onChange={(event) => choose(event.target.value)}>
          {list.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      <HStack ms="auto" gap="2">
        {children}
      </HStack>
    </HStack>
  );
}
