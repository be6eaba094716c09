/** Why a link is not there, and another try at a press; a chunk that comes with the first trouble. */
import { Button, HStack, Text } from "@chakra-ui/react";
import { useAgentClient } from "./context.ts";

export function TroubleText({ text }: { readonly text: string }) {
  const { actions } = useAgentClient();
  return (
    <HStack gap="1.5" minW="0" role="alert">
      <Text textStyle="xs" color="fg.error" truncate maxW="320px" title={text}>
        {text}
      </Text>
      <Button size="2xs" variant="outline" colorPalette="red" flexShrink="0" onClick={actions.retry}>
        重试
      </Button>
    </HStack>
  );
}
