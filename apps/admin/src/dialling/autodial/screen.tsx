import { TaskScreen } from "../parts/task-screen.tsx";

/** 自动外呼 */
export default function AutoDialScreen() {
  return <TaskScreen ftype={3} />;
}
