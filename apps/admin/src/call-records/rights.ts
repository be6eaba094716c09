/** What the own role may do with a call's recording and track (docs/permissions.md). */
import { useMayPress } from "@liantai/api/client";
import { useMayDo } from "../parts/reveal.tsx";

export function useRecordingRights() {
  const may = useMayPress("/callrecord");
  const listen = useMayDo("listen");
  return {
    detail: may("callrecord.detail"),
    play: may("callrecord.play") && listen,
    /** 下载录音 */
    download: useMayDo("download"),
  };
}
