/** Times of an order that are reckoned by time rules: each in a line, and on demand how it came about. */
import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { useState, type ReactNode } from "react";

interface Props {
  readonly name: string;
  readonly startTime: string;
  /** The line, after its name. */
  readonly children: ReactNode;
  /** How it came about, as items after the beginning; absent: there is nothing to say. */
  readonly how?: ReactNode;
  /** One after the other, as things happened. */
  readonly ordered?: boolean;
}

export function Reckoned({ name, startTime, children, how, ordered }: Props) {
  const [why, setWhy] = useState(false);
  return (
    <Box as="li" py="1.5" borderBottomWidth="1px">
      <HStack gap="3" wrap="wrap">
        <Text as="span" fontWeight="600">
          {name}
        </Text>
        {children}
        {how !== undefined && (
          <Button size="2xs" variant="ghost" aria-expanded={why} onClick={() => setWhy(!why)}>
            为什么
          </Button>
        )}
      </HStack>
      {why && (
        <Stack
          as={ordered ? "ol" : "ul"}
          aria-label={`${name}的计算`}
          listStyleType="none"
          gap="0.5"
          mt="1"
          ps="4"
          color="fg.muted"
        >
          <Text as="li">从 {startTime} 开始计时</Text>
          {how}
        </Stack>
      )}
    </Box>
  );
}

export const ReckonedList = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Box>
    <Text fontWeight="600" mb="1">
      {title}
    </Text>
    <Stack as="ul" aria-label={title} listStyleType="none" gap="0">
      {children}
    </Stack>
  </Box>
);

/** Stretches of time that counted, in words. */
export const Stretches = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.map((text) => (
    <Text as="li" key={text}>
      {text}
    </Text>
  ));
