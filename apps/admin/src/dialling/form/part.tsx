import { Box, Grid, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A section of the form: two fields stand beside each other. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Grid templateColumns="1fr 1fr" columnGap="4" rowGap="3" role="group" aria-label={title} pb="2">
      <Text gridColumn="1 / -1" fontWeight="medium" borderBottomWidth="1px" borderColor="border.muted" pb="1">
        {title}
      </Text>
      {children}
    </Grid>
  );
}

/** Over both columns. */
export const Wide = ({ children }: { readonly children: ReactNode }) => <Box gridColumn="1 / -1">{children}</Box>;
