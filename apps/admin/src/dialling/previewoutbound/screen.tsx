import { TaskScreen } from "../parts/task-screen.tsx";

/** 预览外呼 */
export default function PreviewOutboundScreen() {
  return <TaskScreen ftype={2} />;
}
