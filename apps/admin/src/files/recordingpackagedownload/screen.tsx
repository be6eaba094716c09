import { useMayPress } from "@liantai/api/client";
import { Archive } from "lucide-react";
import { JobsScreen } from "../jobs/jobs-screen.tsx";
import { records } from "../jobs/model.ts";
import { usePackageForm } from "./package-form.tsx";

const hint = "点击“打包录音”，按通话条件把录音打成一个压缩包，保留7天。";

/** 录音打包下载 */
export default function RecordingPackageDownloadScreen() {
  const may = useMayPress("/callrecord")("callrecord.package");
  const pack = usePackageForm();
  return (
    <JobsScreen
      id="recordingpackagedownload"
      label="录音打包下载"
      endpoint={records.packages}
      empty={{ title: "还没有录音包", hint: may ? hint : "录音包保留7天。" }}
      actions={[{ label: "打包录音", may, main: true, icon: <Archive aria-hidden />, form: () => pack }]}
    />
  );
}
