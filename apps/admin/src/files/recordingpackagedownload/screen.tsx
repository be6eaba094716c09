import { Button } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { Archive } from "lucide-react";
import { useState } from "react";
import { JobsScreen } from "../jobs/jobs-screen.tsx";
import { records } from "../jobs/model.ts";
import { PackageForm } from "./package-form.tsx";

/** 录音打包下载 */
export default function RecordingPackageDownloadScreen() {
  const may = useMayPress("/callrecord")("callrecord.package");
  const [open, setOpen] = useState(false);
  return (
    <JobsScreen
      id="recordingpackagedownload"
      label="录音打包下载"
      endpoint={records.packages}
      empty={{ title: "还没有录音包", hint: "点击“打包录音”，按通话条件把录音打成一个压缩包，保留7天。" }}
      toolbar={
        may && (
          <Button size="xs" onClick={() => setOpen(true)}>
            <Archive aria-hidden />
            打包录音
          </Button>
        )
      }
    >
      <PackageForm open={open} onClose={() => setOpen(false)} />
    </JobsScreen>
  );
}
