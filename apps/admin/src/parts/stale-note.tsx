import { Button, HStack, Text } from "@chakra-ui/react";

export const staleText = "刷新失败，显示的是上次的数据";

/** What is shown was read before: reading it anew has failed. */
export const StaleNote = ({ onRetry }: { readonly onRetry: () => void }) => (
  <HStack role="status" gap="2" flex="none">
    <Text color="fg.error">{staleText}</Text>
    <Button size="xs" variant="outline" colorPalette="gray" onClick={onRetry}>
      重试
    </Button>
  </HStack>
);
