/** Agents by state as one bar, with the counts in words below it. */
import { Box, Flex } from "@chakra-ui/react";
import { memo } from "react";
import { EmptyState, statePalettes } from "@liantai/ui";
import { StateCounts, stateCounts } from "./agent-states.tsx";

export const StateBar = memo(function StateBar({ agents }: { readonly agents: readonly { readonly code: number }[] }) {
  const counts = stateCounts(agents);
  if (counts.length === 0) return <EmptyState title="还没有坐席" />;
  return (
    <Flex direction="column" gap="3">
      <Flex
        role="img"
        aria-label={`坐席状态：${counts.map(({ text, count }) => `${text}${count}人`).join("，")}`}
        h="22px"
        gap="1px"
        borderRadius="sm"
        overflow="hidden"
        bg="bg.muted"
      >
        {counts.map(({ tone, text, count }) => (
          <Box
            key={text}
            title={`${text} ${count}人`}
            minW="3px"
            colorPalette={statePalettes[tone]}
            bg="colorPalette.solid"
            style={{ flexGrow: count, flexBasis: 0 }}
          />
        ))}
      </Flex>
      <StateCounts counts={counts} />
    </Flex>
  );
});
