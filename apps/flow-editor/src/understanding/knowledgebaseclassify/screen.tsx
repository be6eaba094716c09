import { ViewsScreen } from "@liantai/ui/resource";
import { Intents } from "./intents.tsx";
import { Levels } from "./levels.tsx";
import { Questions } from "./questions.tsx";

const views = { questions: "问答", intents: "意图", levels: "意向规则" } as const;
const screens = { questions: Questions, intents: Intents, levels: Levels } as const;

/** 知识库分类: questions of the robot, intents of branches, and what its calls are worth. */
export default function KnowledgeScreen() {
  return (
    <ViewsScreen label="知识库分类" views={views}>
      {(view) => {
        const Shown = screens[view];
        return <Shown />;
      }}
    </ViewsScreen>
  );
}
