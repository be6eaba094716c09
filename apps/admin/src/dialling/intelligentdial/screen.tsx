import { TaskScreen } from "../parts/task-screen.tsx";

/** 智能外呼 */
export default function IntelligentDialScreen() {
  return <TaskScreen ftype={1} />;
}
