import { RecordsScreen } from "../parts/records-screen.tsx";

/** 任务信息: what was asked while numbers of tasks were called. */
export default function TaskRecordsScreen() {
  return <RecordsScreen page="/taskinformation" formType="task" noun="任务数据" />;
}
