import { Text } from "@chakra-ui/react";

/** What a message says in writing; nothing where nobody has written it down. */
export function Transcript({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <Text mt="3" whiteSpace="pre-wrap" aria-label="留言文字">
      {text}
    </Text>
  );
}
