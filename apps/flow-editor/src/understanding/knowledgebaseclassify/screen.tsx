import { Box, Flex } from "@chakra-ui/react";
import { Views } from "@liantai/ui/resource";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Intents } from "./intents.tsx";
import { Levels } from "./levels.tsx";
import { Questions } from "./questions.tsx";

const views = { questions: "问答", intents: "意图", levels: "意向规则" } as const;
const screens = { questions: Questions, intents: Intents, levels: Levels } as const;

/** 知识库分类: questions of the robot, intents of branches, and what its calls are worth. */
export default function KnowledgeScreen() {
  const [, setParams] = useSearchParams();
  const [view, setView] = useState<keyof typeof views>("questions");
  const Shown = screens[view];
  return (
    <Flex direction="column" h="full">
      <Box px="3" pt="2">
        <Views
          label="知识库分类"
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
