/** The keys of the bar and of the tabs, for those who work by keyboard. */
import { Box, Kbd, SimpleGrid, Text } from "@chakra-ui/react";
import { memo } from "react";

/** The bar's are apps/workstation/src/bar/shortcuts.ts, which this app may not read. */
const keys = [
  ["Alt+1", "就绪"],
  ["Alt+2", "忙碌"],
  ["Alt+3", "完成话后处理"],
  ["Alt+A", "接听"],
  ["Alt+H", "挂断"],
  ["Alt+P", "保持或取回"],
  ["Alt+M", "静音"],
  ["Alt+K", "拨号键盘"],
  ["Alt+D", "外呼"],
  ["← →", "切换标签页"],
  ["Delete", "关闭标签页"],
  ["Shift+F10", "标签页菜单"],
] as const;

export const QuickKeys = memo(function QuickKeys() {
  return (
    <SimpleGrid as="ul" listStyleType="none" minChildWidth="180px" columnGap="4" rowGap="2">
      {keys.map(([key, what]) => (
        <Box as="li" key={key} display="flex" alignItems="center" gap="2">
          <Kbd minW="72px" justifyContent="center">
            {key}
          </Kbd>
          <Text as="span">{what}</Text>
        </Box>
      ))}
    </SimpleGrid>
  );
});
