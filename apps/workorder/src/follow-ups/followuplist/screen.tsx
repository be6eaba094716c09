import { Box, Flex } from "@chakra-ui/react";
import { Views } from "@liantai/ui/resource";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useSupervises } from "../../parts/seats.ts";
import { QuestionsView } from "./questions.tsx";
import { SettingsView } from "./settings.tsx";
import { TasksView } from "./tasks.tsx";

const views = { tasks: "回访任务", settings: "回访规则", questions: "满意度表单" } as const;

/** 回访列表: what is to be followed up; for administrators also what makes follow-ups, and what they ask. */
export default function FollowUpScreen() {
  const [, setParams] = useSearchParams();
  const supervises = useSupervises();
  const [view, setView] = useState<keyof typeof views>("tasks");
  if (!supervises) return <TasksView />;
  // The address is the question of the list that is on show.
  const show = (next: keyof typeof views) => {
    if (next === view) return;
    setParams({}, { replace: true });
    setView(next);
  };
  return (
    <Flex direction="column" h="full">
      <Box px="3" pt="2">
        <Views label="回访列表" views={views} value={view} onChange={show} />
      </Box>
      <Box flex="1" minH="0">
        {view === "tasks" ? <TasksView /> : view === "settings" ? <SettingsView /> : <QuestionsView />}
      </Box>
    </Flex>
  );
}
