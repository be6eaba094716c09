import type { ReactNode } from "react";
import { Box } from "@chakra-ui/react";

/** A question under the bar, which goes on while it stands there. */
export function PromptBox({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box
      role="alertdialog"
      aria-label={label}
      position="absolute"
      top="calc(100% + 6px)"
      left="0"
      right="0"
      mx="auto"
      w="340px"
      zIndex="1"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="blue.border"
      borderRadius="lg"
      shadow="lg"
      p="3"
    >
      {children}
    </Box>
  );
}
