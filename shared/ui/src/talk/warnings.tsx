import { Badge, HStack, Stack, Text } from "@chakra-ui/react";
import { assistWarningTexts, type AssistWarning } from "@liantai/api/contract/assist";

export type ShownWarning = Pick<AssistWarning, "id" | "kind" | "text">;

const tones = { silence: "gray", speed: "orange", chipin: "orange", badWord: "red", listening: "red" } as const;

/** What was to be noticed, the newest first. */
export function Warnings({ warnings, most }: { readonly warnings: readonly ShownWarning[]; readonly most?: number }) {
  const shown = [...warnings].reverse().slice(0, most ?? warnings.length);
  return (
    <Stack as="ul" gap="1" listStyleType="none" aria-label="提醒">
      {shown.map(({ id, kind, text }) => (
        <HStack as="li" key={id} gap="1.5" align="flex-start">
          <Badge size="xs" colorPalette={tones[kind]} flexShrink="0">
            {assistWarningTexts[kind]}
          </Badge>
          <Text textStyle="xs" overflowWrap="anywhere">
            {text}
          </Text>
        </HStack>
      ))}
    </Stack>
  );
}
