import { Box, Flex } from "@chakra-ui/react";
import { Views } from "@liantai/ui/resource";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Heard } from "./heard.tsx";
import { Unknown } from "./unknown.tsx";

const views = { unknown: "未识别", heard: "已识别" } as const;
const screens = { unknown: Unknown, heard: Heard } as const;

/** 机器人学习: what was heard; sentences that were not understood are taught. */
export default function RobotLearningScreen() {
  const [, setParams] = useSearchParams();
  const [view, setView] = useState<keyof typeof views>("unknown");
  const Shown = screens[view];
  return (
    <Flex direction="column" h="full">
      <Box px="3" pt="2">
        <Views
          label="机器人学习"
          views={views}
          value={view}
          onChange={(next) => {
            if (next === view) return;
            setParams({}, { replace: true });
            setView(next);
          }}
        />
      </Box>
      <Box flex="1" minH="0">
        <Shown />
      </Box>
    </Flex>
  );
}
