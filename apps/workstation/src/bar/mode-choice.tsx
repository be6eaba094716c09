/** Which of the five ways to transfer. */
import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { TransferMode } from "../agent-client/talk-actions.ts";
import { transferModes } from "./transfer-modes.ts";

interface ModeChoiceProps {
  readonly mode: TransferMode;
  readonly onChange: (mode: TransferMode) => void;
}

export function ModeChoice({ mode, onChange }: ModeChoiceProps) {
  return (
    <Stack gap="1">
      <HStack gap="1" role="radiogroup" aria-label="转接方式">
        {transferModes.map(({ id, name }) => (
          <Button
            key={id}
            size="2xs"
            flex="1"
            px="1"
            role="radio"
            aria-checked={mode === id}
            variant={mode === id ? "solid" : "outline"}
            colorPalette={mode === id ? undefined : "gray"}
            onClick={() => onChange(id)}
          >
            {name}
          </Button>
        ))}
      </HStack>
      <Text textStyle="xs" color="fg.muted">
        {transferModes.find(({ id }) => id === mode)?.hint}
      </Text>
    </Stack>
  );
}
