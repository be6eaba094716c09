import { Box, Flex } from "@chakra-ui/react";
import { Views } from "@liantai/ui/resource";
import { useSearchParams } from "react-router-dom";
import { Levels } from "../../understanding/knowledgebaseclassify/levels.tsx";
import { Records } from "./records.tsx";
import { Robots } from "./robots.tsx";

const views = {
  robots: "机器人",
  records: "接待记录",
  digital: "数字人",
  digitalRecords: "数字人接待记录",
  rules: "意向规则",
} as const;
type View = keyof typeof views;
const isView = (text: string | null): text is View => text !== null && text in views;

/** 机器人列表: robots, the calls they had and the rules that level these; the same of digital humans. The tab's address says which. */
export default function RobotListScreen() {
  const [params, setParams] = useSearchParams();
  const named = params.get("view");
  const view = isView(named) ? named : "robots";
  // Each begins with its own question.
  const show = (next: View, more: Readonly<Record<string, string>> = {}) =>
    setParams({ view: next, ...more }, { replace: true });
  const digital = view === "digital" || view === "digitalRecords";
  return (
    <Flex direction="column" h="full">
      <Box px="3" pt="2">
        <Views label="机器人列表" views={views} value={view} onChange={(next) => next !== view && show(next)} />
      </Box>
      <Box flex="1" minH="0">
        {view === "rules" ? (
          <Levels />
        ) : view === "records" || view === "digitalRecords" ? (
          <Records key={view} digital={digital} />
        ) : (
          <Robots
            key={view}
            digital={digital}
            onRecords={({ id }) => show(digital ? "digitalRecords" : "records", { robotId: id })}
          />
        )}
      </Box>
    </Flex>
  );
}
