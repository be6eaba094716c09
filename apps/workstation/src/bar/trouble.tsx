/** Why a link is not there, and another try at a press; a chunk that comes with the first trouble. */
import { Button, HStack, Text } from "@chakra-ui/react";
import { useAgentClient } from "./context.ts";
import { folded, tightBar } from "./tool-button.tsx";

export function TroubleText({ text }: { readonly text: string }) {
  const { actions } = useAgentClient();
  return (
    <HStack gap="1.5" minW="0" role="alert">
      {/* The whole sentence was a notice; here it stays as far as there is room. */}
      <Text
        textStyle="xs"
        color="fg.error"
        truncate
        maxW="320px"
        title={text}
        css={{ [tightBar]: { maxWidth: "112px" }, [folded]: { display: "none" } }}
      >
        {text}
      </Text>
      <Button size="2xs" variant="outline" colorPalette="red" flexShrink="0" title={text} onClick={actions.retry}>
        重试
      </Button>
    </HStack>
  );
}
