import { Heading, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";

export function PanelSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack as="section" aria-label={title} gap="2">
      <Heading as="h4" textStyle="xs" color="fg.muted" borderBottomWidth="1px" pb="1">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}
