import { TaskScreen } from "../parts/task-screen.tsx";

/** IVR外呼 */
export default function IvrDialScreen() {
  return <TaskScreen ftype={4} />;
}
