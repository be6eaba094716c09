import { TaskScreen } from "../parts/task-screen.tsx";

/** 语音通知 */
export default function VoiceNotificationScreen() {
  return <TaskScreen ftype={5} />;
}
