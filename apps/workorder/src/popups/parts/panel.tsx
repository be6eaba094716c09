import { Box, Heading, HStack } from "@chakra-ui/react";
import type { ReactNode } from "react";

export function Panel({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <Box as="section" aria-label={title} bg="bg" borderWidth="1px" borderRadius="md" p="4" minW="0">
      <HStack justify="space-between" mb="3">
        <Heading as="h2" textStyle="md" fontWeight="600">
          {title}
        </Heading>
        {action}
      </HStack>
      {children}
    </Box>
  );
}
