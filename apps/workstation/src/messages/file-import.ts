/** An import goes on: one notice that says how far, in place of the one before. It ended: the screen that waits asks for its result. */
import type { MessageHandler } from "./context.ts";

export const fileImportExcel: MessageHandler<"fileImportExcel"> = ({ code, ftype, taskIdentity, desc }, { bus }) => {
  if (code !== 2) return bus.publish("import.ended", { kind: ftype });
  bus.publish("notification.show", { id: `import-${taskIdentity}`, title: "正在导入", text: desc, level: "info" });
};
