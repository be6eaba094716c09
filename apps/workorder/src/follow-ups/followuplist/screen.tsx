import { ViewsScreen } from "@liantai/ui/resource";
import { useSupervises } from "../../parts/seats.ts";
import { QuestionsView } from "./questions.tsx";
import { SettingsView } from "./settings.tsx";
import { TasksView } from "./tasks.tsx";

const views = { tasks: "回访任务", settings: "回访规则", questions: "满意度表单" } as const;

/** 回访列表: what is to be followed up; for administrators also what makes follow-ups, and what they ask. */
export default function FollowUpScreen() {
  if (!useSupervises()) return <TasksView />;
  return (
    <ViewsScreen label="回访列表" views={views}>
      {(view) => (view === "tasks" ? <TasksView /> : view === "settings" ? <SettingsView /> : <QuestionsView />)}
    </ViewsScreen>
  );
}
