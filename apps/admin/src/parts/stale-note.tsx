import { Button, HStack, Text } from "@chakra-ui/react";

/** What is shown was read before: reading it anew has failed. */
export const StaleNote = ({ onRetry }: { readonly onRetry: () => void }) => (
  <HStack role="status" gap="2" flex="none">
    <Text color="fg.error">刷新失败，显示的是上次的数据</Text>
    <Button size="xs" variant="outline" colorPalette="gray" onClick={onRetry}>
      重试
    </Button>
  </HStack>
);
