import { Box, Stack, Text } from "@chakra-ui/react";
import { saidBeside, type Finding } from "./faults.ts";

/** What the validator says, where no field of its own shows it. */
export function Findings({ list }: { readonly list: readonly Finding[] }) {
  if (list.length === 0) return null;
  return (
    <Box role="alert">
      <Stack as="ul" gap="0.5" listStyleType="none">
        {list.map((finding, at) => (
          <Text
            as="li"
            key={`${finding.rule}-${at}`}
            textStyle="xs"
            color={finding.severity === "error" ? "fg.error" : "fg.warning"}
          >
            {finding.severity === "warning" && "提醒："}
            {saidBeside(finding)}
          </Text>
        ))}
      </Stack>
    </Box>
  );
}
