import { JobsScreen } from "../jobs/jobs-screen.tsx";
import { jobs } from "../jobs/model.ts";

/** 文件下载 */
export default function FileDownloadScreen() {
  return (
    <JobsScreen
      id="filedownload"
      label="文件下载"
      endpoint={jobs.list}
      kinds
      empty={{ title: "还没有导出文件", hint: "在各页面点击“导出”后，文件会出现在这里，保留7天。" }}
    />
  );
}
