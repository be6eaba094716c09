import { Stack, Text } from "@chakra-ui/react";
import type { Finding } from "./faults.ts";

/** What the validator says, where no field of its own shows it. */
export function Findings({ list }: { readonly list: readonly Finding[] }) {
  if (list.length === 0) return null;
  return (
    <Stack as="ul" gap="0.5" listStyleType="none" role="alert">
      {list.map(({ rule, text, severity }, at) => (
        <Text as="li" key={`${rule}-${at}`} textStyle="xs" color={severity === "error" ? "fg.error" : "fg.warning"}>
          {severity === "warning" && "提醒："}
          {text}
        </Text>
      ))}
    </Stack>
  );
}
