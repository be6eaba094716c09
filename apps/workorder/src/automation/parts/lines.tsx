import { Stack, Text } from "@chakra-ui/react";
import { Check, X } from "lucide-react";

interface LinesProps {
  readonly why: readonly { readonly text: string; readonly holds: boolean }[];
}

/** Each condition, and whether it held. */
export function WhyLines({ why }: LinesProps) {
  return (
    <Stack as="ul" listStyleType="none" gap="0" textStyle="xs" aria-label="条件">
      {why.map(({ text, holds }, at) => (
        <Text as="li" key={at} color={holds ? "fg" : "fg.muted"} display="flex" gap="1" overflowWrap="anywhere">
          {holds ? <Check size="14" aria-hidden /> : <X size="14" aria-hidden />}
          <span>{text}</span>
        </Text>
      ))}
    </Stack>
  );
}
