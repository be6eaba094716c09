import { Box, Text } from "@chakra-ui/react";

/** Names and texts of the call's card. What has no text has no row. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [string, string | null | undefined])[] }) => (
  <Box as="dl" display="grid" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="3" rowGap="1" textStyle="xs">
    {facts.map(([name, text]) =>
      text ? (
        <Box key={name} display="contents">
          <Text as="dt" color="fg.muted" overflowWrap="anywhere" maxW="120px">
            {name}
          </Text>
          <Text as="dd" overflowWrap="anywhere">
            {text}
          </Text>
        </Box>
      ) : null,
    )}
  </Box>
);
