import { notify } from "@liantai/api/client";
import { texts } from "@liantai/api/contract";

/** Puts a text on the clipboard, and says whether it is there. */
export const copyText = (text: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => notify({ title: texts.copied, level: "success" }),
    () => notify({ title: "复制失败，请手动选择复制", level: "warning" }),
  );
