import { ViewsScreen } from "@liantai/ui/resource";
import { Heard } from "./heard.tsx";
import { Unknown } from "./unknown.tsx";

const views = { unknown: "未识别", heard: "已识别" } as const;

/** 机器人学习: what was heard; sentences that were not understood are taught. */
export default function RobotLearningScreen() {
  return (
    <ViewsScreen label="机器人学习" views={views}>
      {(view) => (view === "unknown" ? <Unknown /> : <Heard />)}
    </ViewsScreen>
  );
}
