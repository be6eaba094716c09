/** The parts that the home pages are made of. */
import type { ReactNode } from "react";
import { Box, Flex, Heading, SimpleGrid, Text } from "@chakra-ui/react";

/** `grow`: takes the height that is left, 'list' at least as much as a list needs. */
export function Section({
  title,
  aside,
  grow,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly grow?: "fill" | "list";
  readonly children: ReactNode;
}) {
  return (
    <Flex
      as="section"
      aria-label={title}
      direction="column"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
      p="4"
      {...(grow ? { flex: "1", ...(grow === "list" ? { minH: "280px" } : {}) } : { flex: "none" })}
    >
      <Flex align="baseline" justify="space-between" gap="3" mb="3">
        <Heading as="h2" textStyle="md" fontWeight="600">
          {title}
        </Heading>
        {aside}
      </Flex>
      {children}
    </Flex>
  );
}

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  readonly hint?: string;
}

/** `columns`: how many stand beside each other, by the width of the page; else as many as fit. */
export function Figures({
  figures,
  columns,
}: {
  readonly figures: readonly Figure[];
  readonly columns?: Readonly<Record<string, number>>;
}) {
  return (
    <SimpleGrid as="dl" {...(columns ? { columns } : { minChildWidth: "112px" })} gap="3">
      {figures.map(({ name, value, hint }) => (
        <Flex key={name} direction="column-reverse" justify="flex-end" title={hint}>
          <Text as="dt" color="fg.muted">
            {name}
          </Text>
          <Box as="dd" fontSize="22px" fontWeight="600" lineHeight="1.3" fontVariantNumeric="tabular-nums">
            {value}
          </Box>
        </Flex>
      ))}
    </SimpleGrid>
  );
}
